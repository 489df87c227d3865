"""From the text a contract was read from to the text the client has by now.

Both differ while a document is repaired, or was edited after the last check. What is the same at
the start and the end keeps its place; of what is in between nothing is known.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple


class Alignment(NamedTuple):
    """How two strings lie: `prefix` characters from the start on are the same, and those from
    `old_rest` and `new_rest` on."""

    old: str
    new: str
    prefix: int
    old_rest: int
    new_rest: int

    def forward(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a piece of the old text is in the new one; none where that is not certain."""
        if end <= self.prefix or (len(self.old) == len(self.new) and self._same(start, end)):
            return start, end
        if start >= self.old_rest:
            shift = self.new_rest - self.old_rest
            return start + shift, end + shift
        return None

    def back(self, offset: int) -> int | None:
        """The offset in the old text of one in the new; none where there is none for certain."""
        if offset <= self.prefix or len(self.old) == len(self.new):
            return offset
        return offset - self.new_rest + self.old_rest if offset >= self.new_rest else None

    def _same(self, start: int, end: int) -> bool:
        return self.old[start:end] == self.new[start:end]


def align(old: str, new: str) -> Alignment:
    """Lay two strings side by side."""
    if old == new:
        return Alignment(old, new, len(old), len(old), len(new))
    prefix = _same_start(old, new)
    most = min(len(old), len(new)) - prefix
    suffix = _same_start(old[len(old) - most :][::-1], new[len(new) - most :][::-1])
    return Alignment(old, new, prefix, len(old) - suffix, len(new) - suffix)


def _same_start(one: str, other: str) -> int:
    """How many characters two strings have in common at the start."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one.startswith(other[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low
