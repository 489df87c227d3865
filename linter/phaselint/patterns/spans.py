"""Does a string hold a match? Answered for all places of the text at once, without backtracking.

For each part and each place at which it may begin there is the set of places at which it may end,
a number whose bits are places. That is exact for all there is in an expression but references,
which depend on how a group matched; a turn of a loop that matches an empty string adds no place.
"""

from __future__ import annotations

from itertools import pairwise

from phaselint.patterns.charset import WORD, contains
from phaselint.patterns.syntax import Anchor, Atom, Choice, Group, Look, Repeat, Sequence, fold
from phaselint.vocabulary.step_budget import spend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.patterns.charset import Charset
    from phaselint.patterns.syntax import Part, Syntax

    Spans = list[int]

_BITS = 1024
"""How many places of a set are looked at in a step."""


def has_match(syntax: Syntax, text: str) -> bool:
    """Whether a string in units holds a match of an expression without references. Raises Spent."""
    ends: Spans = fold(syntax, _Ends(text).of)
    return any(ends)


class _Ends:
    """Where the parts of an expression end in one string, by the place where they begin."""

    __slots__ = ("_nothing", "_taken", "_text")

    def __init__(self, text: str) -> None:
        spend((len(text) + 1) * (1 + len(text) // _BITS))
        self._text = text
        self._nothing: Spans = [1 << place for place in range(len(text) + 1)]
        self._taken: dict[Charset, Spans] = {}

    def of(self, part: Part, inner: list[Spans]) -> Spans:
        """The spans of a part, from those of its own parts."""
        match part:
            case Atom():
                return self._unit(part.accepts)
            case Anchor():
                return [
                    bit if held else 0
                    for bit, held in zip(self._nothing, self._held(part), strict=True)
                ]
            case Group():
                return inner[0]
            case Look():
                return self._look(part, inner[0])
            case Repeat():
                return self._loop(part, inner[0])
            case Choice():
                spend(len(inner) * len(self._nothing))
                return [_union(ends) for ends in zip(*inner, strict=True)]
            case Sequence():
                joined = self._nothing
                for each in inner:
                    joined = self._joined(joined, each)
                return joined
        raise ValueError("references have no spans of their own")

    def _unit(self, accepts: Charset) -> Spans:
        known = self._taken.get(accepts)
        if known is None:
            spend(len(self._nothing) * (1 + len(accepts)))
            known = [
                bit << 1 if contains(accepts, ord(unit)) else 0
                for bit, unit in zip(self._nothing, self._text, strict=False)
            ]
            known = self._taken[accepts] = [*known, 0]
        return known

    def _held(self, anchor: Anchor) -> list[bool]:
        """At which places an anchor holds."""
        spend(len(self._nothing))
        last = len(self._text)
        if anchor.sign in "^$":
            wanted = 0 if anchor.sign == "^" else last
            return [place == wanted for place in range(last + 1)]
        words = [False, *(contains(WORD, ord(unit)) for unit in self._text), False]
        return [(one is not other) is (anchor.sign == "b") for one, other in pairwise(words)]

    def _look(self, look: Look, body: Spans) -> Spans:
        spend(len(body))
        if look.ahead:
            return [
                bit if bool(ends) is not look.negative else 0
                for bit, ends in zip(self._nothing, body, strict=True)
            ]
        found = _union(body)
        return [bit if bool(found & bit) is not look.negative else 0 for bit in self._nothing]

    def _loop(self, loop: Repeat, body: Spans) -> Spans:
        least = self._turns(body, loop.low)
        most = len(self._text)
        further = most if loop.high is None else min(loop.high - loop.low, most)
        spend(len(body))
        optional = [bit | ends for bit, ends in zip(self._nothing, body, strict=True)]
        return self._joined(least, self._turns(optional, further))

    def _turns(self, body: Spans, count: int) -> Spans:
        """So many turns of a loop, by doubling. Of more turns than there are places one goes
        nowhere, and one more or less of those makes no difference."""
        count = min(count, len(body))
        done = self._nothing
        while count:
            if count & 1:
                done = self._joined(done, body)
            count >>= 1
            if count:
                body = self._joined(body, body)
        return done

    def _joined(self, left: Spans, right: Spans) -> Spans:
        if left is self._nothing:
            return right
        if right is self._nothing:
            return left
        width = 1 + len(left) // _BITS
        spend(sum(1 + places.bit_count() * width for places in left))
        return [_union(right[place] for place in _places(places)) for places in left]


def _places(ends: int) -> Iterator[int]:
    """The places in a set."""
    while ends:
        bit = ends & -ends
        yield bit.bit_length() - 1
        ends ^= bit


def _union(several: Iterable[int]) -> int:
    found = 0
    for each in several:
        found |= each
    return found
