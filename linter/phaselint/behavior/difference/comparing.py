"""Two versions run side by side: what runs of one do that no run of the other does there.

A pair has all nodes that a word leads to in the old version, and all in the new one. Pairs are
looked at breadth first, so each difference is first met by a shortest run.
"""

from __future__ import annotations

from collections import deque

from phaselint.behavior.difference.subsets import Subsets
from phaselint.behavior.difference.words import text_of, wellness
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from phaselint.behavior.difference.net import Net
    from phaselint.behavior.difference.subsets import Nodes
    from phaselint.behavior.difference.words import Word

    Side = Literal["new", "gone"]

MEMBERS_PER_PAIR = 10
"""How many nodes the pairs of a comparison have on average, at most, by its bound."""


class Turning(NamedTuple):
    """Where two versions part: what comes before, and what only one of them does then.

    Attributes:
        side: whether only the new version does it (`new`) or only the old one (`gone`).
        before: the letter before it; empty where it comes first.
        letter: what only one version does.
        word: a shortest run into it, that letter included.
        folded: how many further pairs differ in the same way, whether or not the acts fail.
    """

    side: Side
    before: str
    letter: str
    word: Word
    folded: int = 0


class Compared(NamedTuple):
    """What comparing two versions shows.

    Attributes:
        turnings: where they part, in the order in which they were met.
        pairs: how many pairs were looked at.
        reason: why not all runs were compared; empty where all were.
        length: the number of acts up to which all runs were compared, where not all were.
    """

    turnings: tuple[Turning, ...]
    pairs: int
    reason: str = ""
    length: int = 0


def compare(old: Net, new: Net, bound: int) -> Compared:
    """Compare all runs of two versions; `bound` counts pairs."""
    return _Comparison(old, new, bound).made()


class _Comparison:
    """A comparison as far as it has come."""

    def __init__(self, old: Net, new: Net, bound: int) -> None:
        self._old = Subsets(old)
        # What follows on sets of nodes is worked out once where both do the same.
        self._new = self._old if old.is_like(new) else Subsets(new)
        self._bound = bound
        first = (self._old.closed(old.starts), self._new.closed(new.starts))
        self._known: dict[tuple[Nodes, Nodes], int] = {first: 0}
        self._came: list[tuple[int, str]] = [(-1, "")]
        self._lengths = [0]
        self._members = sum(map(len, first))
        self._waiting = deque([first])
        self._found: dict[tuple[Side, str, str], Turning] = {}
        self._reason = ""
        self._length = 0

    def made(self) -> Compared:
        """Look at all pairs, as far as the bound allows."""
        looked = 0
        while self._waiting:
            pair = self._waiting.popleft()
            number = self._known[pair]
            over = self._over(looked)
            if over:
                self._stop(over, number)
                break
            looked += 1
            take(OF_RUN)
            old, new = pair
            if old & self._old.net.unknown or new & self._new.net.unknown:
                self._stop("exploration of one version stopped at its bound", number)
                continue
            self._look(number, self._old.after(old), self._new.after(new))
        return Compared(tuple(self._found.values()), looked, self._reason, self._length)

    def _over(self, looked: int) -> str:
        if looked >= self._bound:
            return f"the bound of {self._bound:,} pairs"
        most = self._bound * MEMBERS_PER_PAIR
        return f"the bound of {most:,} states in pairs" if self._members > most else ""

    def _stop(self, reason: str, number: int) -> None:
        """Note that runs through a pair were not compared; the first one has the fewest acts."""
        if not self._reason:
            self._reason, self._length = reason, self._lengths[number]

    def _look(self, number: int, old: Mapping[str, Nodes], new: Mapping[str, Nodes]) -> None:
        """Compare what can come next in both versions."""
        before = self._came[number][1]
        for letter in sorted({*old, *new}, key=wellness):
            if letter in old and letter in new:
                self._reach((old[letter], new[letter]), number, letter)
                continue
            side: Side = "new" if letter in new else "gone"
            key = (side, text_of(before), text_of(letter))
            if key in self._found:
                known = self._found[key]
                self._found[key] = known._replace(folded=known.folded + 1)
            else:
                run = (*self._word(number), letter)
                self._found[key] = Turning(side, before, letter, run)

    def _reach(self, pair: tuple[Nodes, Nodes], source: int, letter: str) -> None:
        number = self._known.setdefault(pair, len(self._came))
        if number == len(self._came):
            self._came.append((source, letter))
            self._lengths.append(self._lengths[source] + 1)
            self._members += len(pair[0]) + len(pair[1])
            self._waiting.append(pair)

    def _word(self, number: int) -> Word:
        """A shortest run to a pair."""
        letters = []
        while number > 0:
            number, letter = self._came[number]
            letters.append(letter)
        return tuple(reversed(letters))
