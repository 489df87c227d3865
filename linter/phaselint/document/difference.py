"""Where two strings differ: what an edit of a document has changed, whoever tells of it or not."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Difference(NamedTuple):
    """From where on strings differ, and where that ends in the one and in the other: offsets."""

    start: int
    end: int
    new_end: int

    @property
    def grown(self) -> int:
        """How many characters longer the other text is."""
        return self.new_end - self.end


def difference(old: str, new: str) -> Difference:
    """Give the shortest piece of a string that is another one in a new text. Pieces are compared at
    once, half as many characters each time: no character is looked at by itself."""
    before, after = len(old), len(new)
    most = min(before, after)
    start = _shared(most, lambda known, tried: old[known:tried] == new[known:tried])
    rest = _shared(
        most - start,
        lambda known, tried: (
            old[before - tried : before - known] == new[after - tried : after - known]
        ),
    )
    return Difference(start, before - rest, after - rest)


def _shared(most: int, same: Callable[[int, int], bool]) -> int:
    """How many characters are the same, at most so many. `same` tells whether those between two
    numbers are, where all before the first one are."""
    known = 0
    while known < most:
        tried = (known + most + 1) // 2
        if same(known, tried):
            known = tried
        else:
            most = tried - 1
    return known
