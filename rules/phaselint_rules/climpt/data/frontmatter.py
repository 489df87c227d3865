"""The variables in the front matter of prompts, compared with those of the registry (reference
climpt §3.2, §7.6)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.analysis.variablesources import RUNTIME, plain
from phaselint.dialects.climpt.reading.stepprompts import path
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related
from phaselint.vocabulary.message import joined, message, quote_all
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import Grade, rule
from phaselint_rules.climpt.data.declaredvariables import named_in, text_place, used
from phaselint_rules.climpt.needs import PROMPTS, SOUND
from phaselint_rules.climpt.ways.transitiontext import first_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Severity
    from phaselint.vocabulary.message import Message

LISTED = r"(?m)^[ \t]*uvVariables[ \t]*:[ \t]*(?P<value>[^\r\n]*)(?=\r?$)"
"""The line that lists variables, and what it lists itself."""

ITEMS = r"(?>(?:(?:\r?\n[ \t]*(?:#[^\r\n]*)?)*\r?\n[ \t]*-(?:[ \t][^\r\n]*)?(?=[\r\n]))+)"
"""The items of a list below its key, each on its own line."""

BRACKETS = r"\[[^\]\r\n]*(?:\r?\n[^\]\r\n]*)+\]"
"""A list in brackets that continues on the next lines."""

FRONTMATTER_UV_MISMATCH = (
    Grade("error", "the prompt of the edition lists a name that the step doesn't declare"),
    Grade("warning", "it lacks one that the step declares, or only an adaptation sends it"),
)


class Listing(NamedTuple):
    """Where the front matter of a prompt lists variables: the line of the key, the value from its
    start to the end of the list, and whether that is on other lines."""

    line: tuple[int, int]
    value: tuple[int, int]
    long: bool


class Listed(NamedTuple):
    """A prompt whose front matter lists variables, its steps, and whether climpt's `--validate`
    reads it for one of them: as the prompt of the edition."""

    text: Text
    steps: tuple[Step, ...]
    checked: bool
    sent: bool


@rule("CL511", FRONTMATTER_UV_MISMATCH, needs=PROMPTS, complete_if=SOUND, fix="safe")
def frontmatter_uv_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Variables in the front matter that differ from the step's

    What:
        `uvVariables` in the front matter has a name that isn't in the registry, or lacks a name of
        the registry; names that the runtime supplies don't count. A list over several lines isn't
        read. Silent about a name that the prompt uses but the step doesn't declare
        (`uv-undeclared`), or the reverse (`uv-unused`).
    Why:
        Runs don't read the front matter; climpt's `--validate` compares the two and refuses the
        agent if the prompt has more names. It reads the prompt of the edition only, not those of an
        adaptation or the closing action.
    Bad:
        uvVariables: [issue, branch]   # registry: ["issue"]
    Good:
        uvVariables: [issue]           # registry: ["issue"]
    Fix:
        Write the registry's list.
    Source:
        climpt §3.2, §7.6
    """
    for found in _listing_prompts(facts):
        text, steps = found.text, found.steps
        more, less = _differences(found)
        if not more and not less:
            continue
        listing = _listing(facts, text)
        yield Finding(
            text_place(facts, text, *listing.line) if listing else Place(text.file),
            _message(found, more, less, listing is not None and listing.long),
            "write the list of the registry, on one line",
            severity=_severity(found, more),
            related=tuple(
                Related(
                    facts.place((*step.pointer, "uvVariables"), "key"), "the declared variables"
                )
                for step in steps
            ),
            fix=_align(facts, found, listing) if listing else None,
        )


def _listing_prompts(facts: ClimptFacts) -> Iterator[Listed]:
    """The prompts of steps that list variables, each once: those that are sent, and those of their
    editions."""
    known: dict[str, list[Step]] = {}
    checked, sent = set(), set()
    if all(text.declared is None for text in facts.contract.prompts.values()):
        return
    for step in facts.sound_steps:
        asked = facts.prompts(step)
        base = path(facts.contract, step) if asked is None else asked.base
        files = [text.file for text in facts.texts(step)]
        sent.update(files)
        if base is not None and base in facts.contract.prompts:
            checked.add(base)
            files.append(base)
        for file in dict.fromkeys(files):
            known.setdefault(file, []).append(step)
    for file, steps in known.items():
        text = facts.contract.prompts[file]
        if text.declared is not None:
            yield Listed(text, tuple(steps), file in checked, file in sent)


def _severity(found: Listed, more: Sequence[str]) -> Severity:
    return "error" if more and found.checked else "warning"


def _message(found: Listed, more: Sequence[str], less: Sequence[str], long: bool) -> Message:
    whose = first_names([step.key for step in found.steps])
    if long:
        seen = message("the names {}", quote_all(more)) if more else message("no names")
        return message(
            "the front matter of the prompt of {} lists variables over several lines, but climpt "
            "reads a single line and sees {}",
            whose,
            seen,
        )
    said = (
        [message("lists {}, which the registry doesn't declare", quote_all(more))] if more else []
    )
    said += (
        [message("doesn't list {}, which the registry declares", quote_all(less))] if less else []
    )
    return message("the front matter of the prompt of {} {}", whose, joined(", and ", said))


def _differences(found: Listed) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that the front matter of a prompt has in addition to the registry, and those that
    it lacks. Other rules report how the text of a prompt and the registry differ."""
    text, steps = found.text, found.steps
    listed = [plain(name) for name in text.declared or () if plain(name) not in RUNTIME]
    declared = {name: None for step in steps for name in _declared(step) if name not in RUNTIME}
    everywhere = set(declared).intersection(*map(_declared, steps))
    more = [name for name in listed if name not in everywhere]
    less = [name for name in declared if name not in listed]
    if found.sent:
        named, bodily = named_in(text), used(text)
        more = [name for name in more if name not in bodily]
        less = [name for name in less if name in named]
    return tuple(more), tuple(less)


def _declared(step: Step) -> tuple[str, ...]:
    return tuple(plain(name) for name in step.variables)


def _listing(facts: ClimptFacts, text: Text) -> Listing | None:
    """Where the front matter lists variables: the last list, as in the reference."""
    whole = facts.contract.documents[text.file].text
    found = [*re.compile(LISTED).finditer(whole, 0, text.body_start)]
    if not found:
        return None
    start, end = found[-1].span("value")
    further = None
    if _is_open(found[-1]["value"]):
        further = re.compile(ITEMS).match(whole, end, text.body_start)
    further = further or re.compile(BRACKETS).match(whole, start, text.body_start)
    value = (start, further.end() if further else end)
    return Listing(found[-1].span(), value, further is not None)


def _is_open(value: str) -> bool:
    """Whether a value can continue below: it is empty except for a comment."""
    return not value.strip() or value.startswith("#")


def _align(facts: ClimptFacts, found: Listed, listing: Listing) -> Fix | None:
    """Write the registry's list; none if a comment would be lost, or if steps that share the prompt
    declare different lists."""
    wanted = {_declared(step) for step in found.steps}
    document = facts.contract.documents[found.text.file]
    start, end = listing.value
    written = document.text[start:end]
    if "#" in written or len(wanted) > 1 or not (written or listing.long):
        return None
    listed = f"[{', '.join(wanted.pop())}]"
    blank = "" if document.text[start - 1 : start].isspace() else " "
    edit = Edit(text_place(facts, found.text, start, end), blank + listed)
    return Fix("safe", f"write `{listed}`", (edit,))
