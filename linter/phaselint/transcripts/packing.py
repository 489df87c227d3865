"""Records that must all be read before the first can be told, kept in few bytes each: names once,
numbers in arrays, strings of their own one after the other."""

from __future__ import annotations

from array import array
from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Names:
    """Strings by numbers: each is kept once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._all: list[str] = []

    def number(self, name: str) -> int:
        """The number of a string, which is kept if it's new."""
        found = self._numbers.setdefault(name, len(self._all))
        if found == len(self._all):
            self._all.append(name)
        return found

    def __getitem__(self, number: int) -> str:
        return self._all[number]

    def ranks(self) -> array[int]:
        """For each string its place in the order of all."""
        ranks = array("Q", bytes(8 * len(self._all)))
        for rank, number in enumerate(sorted(range(len(self._all)), key=self._all.__getitem__)):
            ranks[number] = rank
        return ranks


class Strings:
    """Strings of bytes, in a row."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._ends = array("Q", (0,))

    def append(self, data: bytes) -> None:
        """Keep one more."""
        self._bytes += data
        self._ends.append(len(self._bytes))

    def __getitem__(self, number: int) -> bytes:
        return bytes(self._bytes[self._ends[number] : self._ends[number + 1]])


class Lookup:
    """The last record with a hash, given the hashes of all."""

    def __init__(self, hashes: array[int]) -> None:
        self._rows = array("Q", sorted(range(len(hashes)), key=hashes.__getitem__))
        self._hashes = array("q", (hashes[row] for row in self._rows))

    def row(self, hash_: int) -> int | None:
        """Its number; none if there isn't one."""
        at = bisect_right(self._hashes, hash_) - 1
        return self._rows[at] if at >= 0 and self._hashes[at] == hash_ else None


def in_order(first: array[int], then: Callable[[int], bytes]) -> Iterator[int]:
    """The numbers of records in the order of a number of each, and of what `then` gives for those
    in which it is the same."""
    rows = array("Q", sorted(range(len(first)), key=first.__getitem__))
    start = 0
    for end in range(1, len(rows) + 1):
        if end == len(rows) or first[rows[end]] != first[rows[start]]:
            if end - start == 1:
                yield rows[start]
            else:
                yield from sorted(rows[start:end], key=then)
            start = end
