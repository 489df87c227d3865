"""Words of addresses, and the patterns that they must match (reference climpt §1.2, §7.6)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.analysis.variablesources import inert
from phaselint.dialects.keys import usable
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step, ValidationStep
    from phaselint.vocabulary.finding import Pointer

NO_PROMPT = "PR-C3L-002"

LETTERS = "abcdefghijklmnopqrstuvwxyz"

WORDS = {"c2": "directiveType", "c3": "layerType"}
"""A part of an address, and the setting in the user's yml that it must match."""

WORD_LIST = r"\^\(([a-z|-]+)\)\$"
"""A pattern that lists words, as most do: matching it needs no engine, which would slow down
linting."""


def is_c3(word: str) -> bool:
    """Whether a word has the format of `c3` (reference §2.2): parts with hyphens between them, no
    digits, no capitals."""
    return all(part and not part.strip(LETTERS) for part in word.split("-"))


class Asked(NamedTuple):
    """A word of an address: which part, of what, and where it is written."""

    part: str
    word: str
    owner: Step | ValidationStep
    pointer: Pointer


def asked(facts: ClimptFacts, part: str) -> Iterator[Asked]:
    """The words of a part of all addresses: those of steps, then those of validation steps."""
    for words in facts.once(_every_word):
        for each in words:
            if each.part == part:
                yield each


def _every_word(facts: ClimptFacts) -> list[tuple[Asked, ...]]:
    owners: list[Step | ValidationStep] = [*facts.listed]
    return asked_of.each(((*owners, *facts.registry.validation.values()),))


@pure
def asked_of(owner: Step | ValidationStep) -> tuple[Asked, ...]:
    """The words of the address of a step or validation step."""
    words = (("c2", owner.c2), ("c3", owner.c3))
    return tuple(Asked(part, word, owner, owner.address_at(part)) for part, word in words if word)


def mismatches(facts: ClimptFacts) -> Iterator[tuple[str, tuple[Asked, ...]]]:
    """The words that a pattern doesn't match, with the pattern: each word with everything that has
    it, or all words together if the pattern matches none of them, because then the pattern is
    wrong. A `c3` with an invalid format is left out, except in parity mode."""
    for part in WORDS:
        pattern = pattern_of(facts, part)
        if pattern is None:
            continue
        every = [each for each in asked(facts, part) if _well_formed(facts, each)]
        words = dict.fromkeys(each.word for each in every)
        odd = misfits(pattern, words)
        found: dict[str, list[Asked]] = {}
        for each in every if odd else ():
            if each.word in odd:
                found.setdefault(each.word, []).append(each)
        groups = list(found.values())
        if len(groups) > 1 and sum(map(len, groups)) == len(every):
            groups = [[each for group in groups for each in group]]
        yield from ((pattern, tuple(group)) for group in groups)


def _well_formed(facts: ClimptFacts, each: Asked) -> bool:
    return each.part != "c3" or facts.parity or is_c3(each.word)


def refused_steps(facts: ClimptFacts, uses: Iterable[Asked]) -> tuple[str, ...]:
    """The steps whose prompt the library doesn't send because of some words, if it reads the
    pattern as the reference's text search does."""
    return tuple(
        each.owner.key
        for each in uses
        if each.owner is facts.steps.get(each.owner.key)
        and not inert(facts.steps[each.owner.key])
        and fits(written_pattern(facts, WORDS[each.part])[1], each.word) is not True
    )


def pattern_of(facts: ClimptFacts, part: str) -> str | None:
    """The pattern of a setting as the reference's text search finds it; none if it finds none, or
    if it finds that of another setting because this one is missing or not in double quotes."""
    known = facts.contract.breakdown
    found = known.directive if part == "c2" else known.layer
    place, parsed = written_pattern(facts, WORDS[part])
    if found is None or parsed is None:
        return None if place.pointer[2:] == (WORDS[part],) else found
    document = facts.contract.documents[place.file]
    return found if document.text[document.offsets(place.pointer)[0]] == '"' else None


def written_pattern(facts: ClimptFacts, setting: str) -> tuple[Place, str | None]:
    """The place of a pattern in the user's yml, or of the nearest key above it, and the pattern as
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
    """Whether a word matches a pattern; none if that isn't known: there is no pattern, or matching
    takes too long."""
    if pattern is None:
        return None
    if listed := re.fullmatch(WORD_LIST, pattern):
        return word in listed[1].split("|")
    from phaselint.patterns.matching import matches

    return matches(pattern, word)


def misfits(pattern: str, words: Iterable[str]) -> frozenset[str]:
    """Those of some words that certainly don't match a pattern."""
    if listed := re.fullmatch(WORD_LIST, pattern):
        return frozenset(words).difference(listed[1].split("|"))
    known = tuple(words)
    fitting = _matches.each((known,), pattern)
    return frozenset(word for word, fits in zip(known, fitting, strict=True) if fits is False)


@pure
def _matches(word: str, pattern: str) -> bool | None:
    from phaselint.patterns.matching import matches

    return matches(pattern, word)
