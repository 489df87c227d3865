"""Words for the visible state of a run (`Runtime.shown`) and for its events."""

from __future__ import annotations

from phaselint.vocabulary.message import quote_some
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MOST_NAMES = 8
"""So many names one line lists; more are counted."""


class Fact(NamedTuple):
    """Something that holds in a state of a run.

    Attributes:
        says: a clause in words of the dialect. After it come the names of all facts with the same
            words that begin to hold at once.
        name: the one of this fact; empty where the clause is whole without.
        over: the clause for when it no longer holds; empty where that needs no word.
    """

    says: str
    name: str = ""
    over: str = ""


def changes(before: Sequence[Fact], after: Sequence[Fact]) -> Iterator[str]:
    """What is different in a later state, a line each: what no longer holds, then what holds now.
    Facts with the same words are one line."""
    held, holding = frozenset(before), frozenset(after)
    yield from _lines((fact.over, fact.name) for fact in before if fact not in holding)
    yield from _lines((fact.says, fact.name) for fact in after if fact not in held)


def counted(used: float, most: float | None) -> str:
    """The amount used, of the limit if there is one: "2 of 8"."""
    return f"{used}" if most is None else f"{used} of {most}"


def first_line(text: str) -> str:
    """What is shown of a string that can be long."""
    return text.partition("\n")[0]


def _lines(facts: Iterable[tuple[str, str]]) -> Iterator[str]:
    groups: dict[str, dict[str, None]] = {}
    for words, name in facts:
        if words:
            groups.setdefault(words, {})[name] = None
    for words, found in groups.items():
        names = [name for name in found if name]
        yield f"{words} {quote_some(names, MOST_NAMES)}" if names else words
