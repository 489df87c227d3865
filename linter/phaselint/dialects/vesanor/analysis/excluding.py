"""Invariants of one list that no value meets together (reference §2.2)."""

from __future__ import annotations

import re
from itertools import combinations

from phaselint.dialects.vesanor.analysis.invariants import meets_none, operators
from phaselint.dialects.vesanor.reading.invariants import lists
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

    Test = tuple[str, Any]

_STEP = r"(?:\.[\w-]+|\[\d+\]|\[(?:'[^']*'|\"[^\"]*\")\])"
ONE_PLACE = rf"(?:\$|[\w-]+)(?:\.[\w-][\w-]*)*+(?>{_STEP}*)"
"""A path that leads to one value at most: without wildcards, slices and filters."""

ABSENT = ("exists", False)

MAX_PAIRED = 40
"""Of more invariants than this on one path, no two are looked for that exclude each other."""

OF_ARGUMENTS = (("argument_value_invariants",), ("execution_constraints", "arguments"))
"""Lists that are about the same values."""


class Asked(NamedTuple):
    """What one invariant asks of the value at a path; where it is."""

    pointer: Pointer
    tests: tuple[Test, ...]


class Excluding(NamedTuple):
    """Invariants that no value at a path meets, as few as possible, in order."""

    path: str
    invariants: tuple[Asked, ...]

    @property
    def pointer(self) -> Pointer:
        """The last of them."""
        return self.invariants[-1].pointer


def excluding(value: Mapping[str, Any]) -> Iterator[Excluding]:
    """For each path of each list of invariants of a contract, the first that exclude each other."""
    found: dict[Pointer, list[tuple[str, Asked]]] = {}
    for pointer, listed in lists(value):
        group = OF_ARGUMENTS[0] if pointer in OF_ARGUMENTS else pointer
        found.setdefault(group, []).extend(_asked(pointer, listed))
    for asked in found.values():
        by_path: dict[str, list[Asked]] = {}
        absent: dict[str, list[tuple[int, Asked]]] = {}
        for number, (path, each) in enumerate(asked):
            by_path.setdefault(path, []).append(each)
            if ABSENT in each.tests:
                held = (number, each._replace(tests=(ABSENT,)))
                absent.setdefault(path, []).append(held)
        lengths = sorted({len(path) for path in absent})
        for path, here in by_path.items():
            yield from _first(path, [*_above(path, absent, lengths), *here])


def _above(
    path: str, absent: Mapping[str, Sequence[tuple[int, Asked]]], lengths: Sequence[int]
) -> Iterator[Asked]:
    """What asks for nothing at a place that a path leads through, in order."""
    found: list[tuple[int, Asked]] = []
    for end in lengths:
        if path[end : end + 1] in (".", "["):
            found += absent.get(path[:end], ())
    yield from (each for _, each in sorted(found, key=lambda pair: pair[0]))


def _asked(pointer: Pointer, listed: Sequence[Any]) -> Iterator[tuple[str, Asked]]:
    for index, each in enumerate(listed):
        path = each.get("path") if isinstance(each, dict) else None
        if isinstance(path, str) and re.fullmatch(ONE_PLACE, path):
            yield path, Asked((*pointer, index), tuple(operators(each, path)))


def _first(path: str, asked: Sequence[Asked]) -> Iterator[Excluding]:
    if not _exclude(asked):
        return
    for size in (1, 2) if len(asked) <= MAX_PAIRED else (1,):
        for some in combinations(asked, size):
            if _exclude(some):
                yield Excluding(path, some)
                return
    yield Excluding(path, tuple(asked))


def _exclude(asked: Sequence[Asked]) -> bool:
    return meets_none([test for each in asked for test in each.tests])
