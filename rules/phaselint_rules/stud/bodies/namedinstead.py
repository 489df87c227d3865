"""Which name a body has where its completion tool is to stand (reference §6.5, §6.7)."""

from __future__ import annotations

import re
from itertools import islice

from phaselint.document.plain import NOT_PLAIN, PLAIN
from phaselint.vocabulary.finding import Edit, Fix, Related
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.stud.bodies.codespans import code_of
from phaselint_rules.stud.bodies.tokens import has_word, words_at
from phaselint_rules.stud.owners import foreign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage

_COMPOUND = r"[A-Za-z0-9]+(?:[_-][A-Za-z0-9][A-Za-z0-9]*)++"
"""A word that no sentence has."""

WHERE = rf"(?<![A-Za-z0-9]){_COMPOUND}"
"""Such a word in a string, from its first letter: a long run of letters and digits that isn't one
is tried once, not from each of its letters."""

MOST_PLACES = 9


class Instead(NamedTuple):
    """A name that a body has instead of its completion tool's, and the stage whose tool it is,
    empty where it is only like it."""

    name: str
    owner: str

    @property
    def whose(self) -> str:
        """Whose tool it is, after its name."""
        return f", the tool of {quote(self.owner)}" if self.owner else ""


def named_instead(facts: StudFacts, stage: Stage) -> tuple[Instead, ...]:
    """The completion tools of other stages that a body names; where there are none, misspellings
    of its own; else names of the same kind, as `submit_plan` is one next to `submit_draft`."""
    text, allowed = stage.body.text, stage.allowed or ()
    others = [
        Instead(name, owners[0].id)
        for name in facts.completion_names
        if name not in allowed and has_word(name, text) and (owners := foreign(facts, stage, name))
    ]
    if others:
        return tuple(others)
    tool, named = stage.completion_tool, _names(facts, stage)
    near = [Instead(name, "") for name in named if suggest(name, (tool,))]
    return tuple(near or [Instead(name, "") for name in named if _verb(name) == _verb(tool)])


def _names(facts: StudFacts, stage: Stage) -> tuple[str, ...]:
    """What a body names that isn't a known tool: in code spans, or of several parts."""
    text = stage.body.text
    named = dict.fromkeys(code.text for code in code_of(facts, stage))
    for found in re.finditer(WHERE, text):
        named.setdefault(found[0])
    known = {*(stage.allowed or ()), *facts.reserved}
    return tuple(
        name
        for name in named
        if name not in known and has_word(name, text) and not _in_placeholder(facts, stage, name)
    )


def _verb(name: str) -> str:
    """The first part of a name of several; of other names, the whole name."""
    return re.split("[_-]", name)[0] if re.fullmatch(_COMPOUND, name) else f"`{name}`"


def _in_placeholder(facts: StudFacts, stage: Stage, name: str) -> bool:
    spans = [(each.start, each.end) for each in facts.placeholders(stage)]
    return any(start <= at < end for at in words_at(name, stage.body.text) for start, end in spans)


def where(facts: StudFacts, stage: Stage, found: Instead) -> Iterator[Related]:
    """Where a body has such a name."""
    for at in islice(words_at(found.name, stage.body.text), MOST_PLACES):
        place = facts.span_place(stage, at, at + len(found.name))
        yield Related(place, f"{quote(found.name)}{found.whose}")


def respelt(facts: StudFacts, stage: Stage, name: str) -> Fix | None:
    """The completion tool wherever a body has another name; none where some place of it in the
    file is not known, or where it would not be a name there."""
    tool = stage.completion_tool
    document = facts.contract.documents[stage.file]
    edits = []
    for at in words_at(name, stage.body.text):
        place = facts.span_place(stage, at, at + len(name))
        if place.range is None:
            return None
        start, end = map(document.offset, place.range)
        if document.text[start:end] != name:
            return None
        edits.append(Edit(place, tool))
    if not re.fullmatch(PLAIN, tool) or tool.lower() in NOT_PLAIN:
        return None
    return Fix("unsafe", f"write {quote(tool)} for {quote(name)} in the body", tuple(edits))
