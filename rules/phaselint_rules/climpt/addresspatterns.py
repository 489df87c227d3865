"""Words of addresses, and the patterns that they have to match (reference climpt §1.2, §7.6)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.dialects.keys import usable
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step, ValidationStep
    from phaselint.vocabulary.finding import Pointer

NO_PROMPT = "PR-C3L-002"

WORDS = {"c2": "directiveType", "c3": "layerType"}
"""A part of an address, and the setting in the user's yml that it has to match."""

WORD_LIST = re.compile(r"\^\(([a-z|-]+)\)\$")
"""A pattern that lists words, as nearly all do: it needs no engine, which costs a lint much."""


class Asked(NamedTuple):
    """A word of an address: which part, of what, and where it is written."""

    part: str
    word: str
    owner: Step | ValidationStep
    pointer: Pointer


def asked(facts: ClimptFacts) -> Iterator[Asked]:
    """The words of all addresses: those of steps, then those of validation steps."""
    owners: list[Step | ValidationStep] = [*facts.steps.values()]
    for owner in (*owners, *facts.registry.validation.values()):
        yield from _asked(owner)


def _asked(owner: Step | ValidationStep) -> Iterator[Asked]:
    for part, word in (("c2", owner.c2), ("c3", owner.c3)):
        if word:
            yield Asked(part, word, owner, (*owner.pointer, part))


def pattern_of(facts: ClimptFacts, part: str) -> str | None:
    """The pattern of a setting as the reference's text search finds it; none where it finds none,
    or that of another setting, since this one is not in double quotes."""
    known = facts.contract.breakdown
    found = known.directive if part == "c2" else known.layer
    place, parsed = written_pattern(facts, WORDS[part])
    if found is None or parsed is None:
        return found
    document = facts.contract.documents[place.file]
    return found if document.text[document.offsets(place.pointer)[0]] == '"' else None


def written_pattern(facts: ClimptFacts, setting: str) -> tuple[Place, str | None]:
    """The place of a pattern in the user's yml, or of what there is above it, and the pattern as
    the prompt library reads it."""
    file = facts.contract.breakdown.user
    document = facts.contract.documents[file]
    pointer: Pointer = ()
    value = document.value if usable(document) else None
    for key in ("params", "two", setting, "pattern"):
        if not isinstance(value, dict) or key not in value:
            break
        pointer, value = (*pointer, key), value[key]
    place = Place(file, pointer) if pointer else Place(file, (), "document")
    return place, value if isinstance(value, str) else None


def fits(pattern: str | None, word: str) -> bool | None:
    """Whether a word matches a pattern; none where that is not known: there is none, or it takes
    much work."""
    if pattern is None:
        return None
    if listed := WORD_LIST.fullmatch(pattern):
        return word in listed[1].split("|")
    from phaselint.patterns.matching import matches

    return matches(pattern, word)
