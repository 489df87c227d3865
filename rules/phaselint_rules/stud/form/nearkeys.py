"""Keys that are a misspelling of others (reference stud §6.2, near key)."""

from __future__ import annotations

import re
from functools import lru_cache

from phaselint.vocabulary.message import quote
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from phaselint.vocabulary.finding import Fix, Place

SHORT = 5
"""Letters up to which a known key is near at one edit only; a longer one at two."""

FARTHEST = 2


def near_keys(key: str, absent: Iterable[str]) -> tuple[str, ...]:
    """The known keys, not present yet, that a key is a typo of: those that differ from it in
    hyphens, underscores, blanks and case alone, else the nearest."""
    plain = _plain(key)
    distances = {known: _distance(plain, _plain(known)) for known in absent}
    near = {
        known: distance
        for known, distance in distances.items()
        if distance <= (1 if len(known) <= SHORT else FARTHEST)
    }
    least = min(near.values(), default=0)
    return tuple(known for known, distance in near.items() if distance == least)


def rename(key: str, near: Sequence[str], keys: Collection[str], place: Place) -> Fix | None:
    """Offer to rename a key of a mapping where only one is meant, and where no other of its keys
    may be meant for that too."""
    if len(near) != 1 or any(near[0] in near_keys(other, near) for other in keys if other != key):
        return None
    return replace(key, near[0], place)


def did_you_mean(near: Sequence[str], otherwise: str) -> str:
    """A help text: the near keys, else something general."""
    return f"use {' or '.join(map(quote, near))}" if near else otherwise


@lru_cache(maxsize=64)  # the known keys are few, and asked about for each that is not
def _plain(key: str) -> str:
    return re.sub(r"[-_\s]", "", key).lower()


def _distance(left: str, right: str) -> int:
    """Edits from one word to the other, a swap of neighbors being one; words whose lengths
    differ by more than is near are not compared, nor those of which one has more letters that
    the other has not."""
    if abs(len(left) - len(right)) > FARTHEST:
        return FARTHEST + 1
    if len({*left}.difference(right)) > FARTHEST or len({*right}.difference(left)) > FARTHEST:
        return FARTHEST + 1
    earlier: list[int] = []
    before = list(range(len(right) + 1))
    for row, here in enumerate(left, 1):
        current = [row]
        for column, there in enumerate(right, 1):
            cost = min(before[column] + 1, current[-1] + 1, before[column - 1] + (here != there))
            if row > 1 < column and here == right[column - 2] and left[row - 2] == there:
                cost = min(cost, earlier[column - 2] + 1)
            current.append(cost)
        earlier, before = before, current
    return before[-1]
