"""Ids that were met, in 16 bytes each at most: a table of hashes with open addressing."""

from __future__ import annotations

from array import array

_FIRST = 1 << 10
_MASK = (1 << 64) - 1


class Uuids:
    """A set of strings that only remembers 64 bits of each: of a million, two are mistaken for one
    in one of 30 million cases."""

    def __init__(self) -> None:
        self._size = _FIRST
        self._count = 0
        self._table = array("Q", bytes(8 * _FIRST))

    def __contains__(self, text: str) -> bool:
        return bool(self._table[self._place(_key(text))])

    def add(self, text: str) -> bool:
        """Remember a string; whether it is new."""
        key = _key(text)
        at = self._place(key)
        if self._table[at]:
            return False
        self._table[at] = key
        self._count += 1
        if self._count * 4 > self._size * 3:
            self._grow()
        return True

    def _grow(self) -> None:
        old = self._table
        self._size *= 2
        self._table = array("Q", bytes(8 * self._size))
        for key in filter(None, old):
            self._table[self._place(key)] = key

    def _place(self, key: int) -> int:
        """Where a key is in the table, or where there is room for it."""
        table, last = self._table, self._size - 1
        at = key & last
        while (found := table[at]) and found != key:
            at = (at + 1) & last
        return at


def _key(text: str) -> int:
    """64 bits of a string, of which one is set."""
    return hash(text) & _MASK or 1
