"""Which of many names may be the one that was meant, found without comparing all of them.

Two names that are an edit apart are the same without one letter each; two edits, without two. So
names are kept by what they are without a letter or two, and a name is looked up by the same.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations, compress, islice
from os.path import commonprefix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

STEM = 3
"""Letters with which two parts of names begin that may mean the same, at least."""

EDITS = 2
"""Edits, at most, between a word and one it may be meant for."""

FEW = 20
"""Names that are compared unchanged, at most."""

MANY = 400
"""Names, at most, among which those two edits away are found; among more, those one edit away."""

LOOKED_AT = 200
"""Names, at most, of which those that have nearly the letters of a word are taken apart for it
alone; to take all apart once takes five times as long."""

LONG = 24
"""Letters of a name, at most, of which any two are left out; of a longer one, any one is."""

ENDLESS = 64
"""Letters of a name, at most, of which one is left out; a longer one is found as it is."""


def plain(word: str) -> str:
    """A word as it is compared: case and the choice between hyphen and underscore do not count."""
    return word.casefold().replace("_", "-")


def alike_in_parts(word: str, candidates: Iterable[str]) -> str | None:
    """The only candidate of as many parts as a word of which all but one are the same, and that
    one begins alike (`closing.survey`, `closure.survey`); None where there are more, or none."""
    asked = _split(plain(word))
    found = {other for other in candidates if _differ_in_one(asked, _split(plain(other)))}
    return found.pop() if len(found) == 1 else None


def _split(word: str) -> list[str]:
    return re.split("[-./: ]+", word)


def _differ_in_one(parts: Sequence[str], others: Sequence[str]) -> bool:
    if len(parts) != len(others):
        return False
    pairs = [(one, other) for one, other in zip(parts, others, strict=True) if one != other]
    if len(pairs) != 1 or len(parts) == 1:
        return False
    [(one, other)] = pairs
    return len(one) >= STEM and one[:STEM] == other[:STEM]


def near(word: str, candidates: tuple[str, ...]) -> Sequence[str]:
    """The candidates that a word may be meant for, in order; of many, the first few."""
    if len(candidates) <= FEW:
        if len(word) > LONG:
            return candidates
        asked, others = plain(word), [*map(plain, candidates)]
        if max(map(len, (asked, *others))) <= LONG:
            alike = [_may_be(asked, other) for other in others]
            return [*compress(candidates, alike)]
    if len(candidates) <= LOOKED_AT:
        return list(islice(_alike(plain(word), candidates), FEW))
    index = _index(candidates)
    parts = _parts(plain(word), _left_out(len(candidates)))
    found = {number for part in parts for number in index.get(part, ())}
    return [candidates[number] for number in sorted(found)[:FEW]]


def _alike(word: str, candidates: Iterable[str]) -> Iterator[str]:
    """The candidates that are the same as a word without a letter or two of either."""
    for candidate in candidates:
        other = plain(candidate)
        if _may_be(word, other) and _same(word, other, _may_lack(word), _may_lack(other)):
            yield candidate


def _may_lack(word: str) -> int:
    """How many letters of a word are left out, at most."""
    return EDITS if len(word) <= LONG else int(len(word) <= ENDLESS)


def _same(word: str, other: str, lacks: int, other_lacks: int) -> bool:
    """Whether two words are the same without so many letters of either, at most. To take a pair
    apart as an index does takes ten times as long."""
    start = len(commonprefix((word, other)))  # noqa: RUF071 - of letters
    word, other = word[start:], other[start:]
    if not (word and other):
        return len(word) <= lacks and len(other) <= other_lacks
    return (lacks > 0 and _same(word[1:], other, lacks - 1, other_lacks)) or (
        other_lacks > 0 and _same(word, other[1:], lacks, other_lacks - 1)
    )


def _may_be(word: str, candidate: str) -> bool:
    """Whether a word may be two edits away from another at most: each changes two letters of those
    that only one of them has. This takes a hundredth of what it takes to index a name."""
    if abs(len(word) - len(candidate)) > EDITS:
        return False
    return len(set(word) ^ set(candidate)) <= 2 * EDITS


@lru_cache(maxsize=4)
def _index(candidates: tuple[str, ...]) -> Mapping[str, Sequence[int]]:
    """What candidates are without some letters, with the numbers of the first few of each."""
    index: dict[str, list[int]] = {}
    letters = _left_out(len(candidates))
    for number, candidate in enumerate(candidates):
        for part in _parts(plain(candidate), letters):
            row = index.setdefault(part, [])
            if len(row) < FEW:
                row.append(number)
    return index


def _left_out(count: int) -> int:
    return 2 if count <= MANY else 1


def _parts(word: str, letters: int) -> list[str]:
    """A word unchanged, and without up to so many of its letters."""
    places = range(len(word))
    parts = [word]
    if len(word) <= ENDLESS:
        parts += [word[:place] + word[place + 1 :] for place in places]
    if letters > 1 and len(word) <= LONG:
        parts += [
            word[:first] + word[first + 1 : second] + word[second + 1 :]
            for first, second in combinations(places, 2)
        ]
    return parts
