"""Runs as words: each act a letter; thus runs of two versions can be compared.

`start` and `turn` are left out. Acts of different threads of one step have no order: they are put
into one that depends on nothing but themselves. What is only renamed has the letter of its new
name.
"""

from __future__ import annotations

from phaselint.dialects.acts import START, TURN
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from phaselint.dialects.acts import Act

    Word = tuple[str, ...]
    Spelling = Callable[[Act], str]

FAILED = " (fails)"
"""What the letter of an attempt ends in that fails."""

IN = " in "
"""What stands in a letter before who calls a tool."""

_SILENT = frozenset({START.verb, TURN.verb})
_SUBJECTS = frozenset({"take", "call", "end"})
"""Verbs whose subjects aren't phases."""

_UNWELL = ("fail ", "skip ")
"""How acts begin of what does not go well."""

_TEAM = frozenset({"agent", "skill"})
"""Kinds of callees that are as phases are: their names are those of phases elsewhere."""


class Renaming(NamedTuple):
    """What is only renamed from one version to the other: old name → new name."""

    phases: Mapping[str, str] = {}
    tools: Mapping[str, str] = {}

    def act(self, act: Act) -> Act:
        """An act of the old version as the new one names it."""
        if not (self.phases or self.tools):
            return act
        phases = self.phases
        subject = act.subject
        if is_tool(act):
            subject = self.tools.get(subject, subject)
        elif has_phase(act):
            subject = phases.get(subject, subject)
        return act._replace(
            subject=subject,
            phase=phases.get(act.phase, act.phase),
            target=phases.get(act.target, act.target),
        )

    def letter(self, act: Act) -> str:
        """The letter of an act of the old version."""
        return letter(self.act(act))


def is_tool(act: Act) -> bool:
    """Whether the subject of an act is a tool."""
    return act.verb == "call" and act.kind not in _TEAM


def has_phase(act: Act) -> bool:
    """Whether the subject of an act is a phase."""
    return act.verb not in _SUBJECTS or act.kind in _TEAM


def letter(act: Act) -> str:
    """What an act is told apart by: its text, for a tool that one of several in charge may call who
    that is, and that it fails."""
    text = f"{act.text}{IN}{act.phase}" if act.kind == "tool" and act.phase else act.text
    return f"{text}{FAILED}" if act.ok == "no" else text


def wellness(letter: str) -> tuple[bool, str]:
    """The order of letters: it makes the shortest run shown one in which things go
    well."""
    return letter.endswith(FAILED) or letter.startswith(_UNWELL), letter


def text_of(letter: str) -> str:
    """The text of the act of a letter."""
    return letter.removesuffix(FAILED)


def is_act(letter: str, text: str) -> bool:
    """Whether a letter is that of an act by its text, whoever does it."""
    found = text_of(letter)
    return found == text or found.startswith(f"{text}{IN}")


def word(acts: Iterable[Act], spell: Spelling = letter) -> Word:
    """The letters of the acts of one step."""
    found: list[str] = []
    threads: dict[int, list[str]] = {}
    for act in acts:
        if act.verb in _SILENT:
            continue
        if act.thread:
            threads.setdefault(act.thread, []).append(spell(act))
            continue
        if threads:
            found += _joined(threads)
            threads = {}
        found.append(spell(act))
    return (*found, *_joined(threads)) if threads else tuple(found)


def _joined(threads: Mapping[int, Iterable[str]]) -> list[str]:
    """The letters of threads, in an order that does not depend on their numbers."""
    return [each for some in sorted(map(tuple, threads.values())) for each in some]
