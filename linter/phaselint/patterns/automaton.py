"""Parts → a position automaton that knows in how many ways each step can be taken.

A state is a place in the source that takes a unit. `follow[p][q]` counts the paths from one to
the next (2 stands for more), by the rule of ECMAScript that a turn of a loop which matches
nothing is given up: `(a+)+` has two paths from `a` to `a`, `(a?)*` has one.

The signs `^` and `$` are states too, which take marks that only stand around a string; word
boundaries and what is looked at count as always met, references as empty. So a string which the
automaton refuses is surely refused, unless there are references; one that an `exact` automaton
takes is surely taken. What is looked at has automata of its own, in `inner`.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from phaselint.javascript.units import whole
from phaselint.patterns.charset import contains, representative
from phaselint.patterns.syntax import Anchor, Atom, Choice, Group, Look, Repeat, Sequence, fold
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import spend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.patterns.charset import Charset
    from phaselint.patterns.syntax import Part, Syntax

    Ways = dict[int, int]

BEGIN = 0x10000
"""The mark before a string."""
END = 0x10001
"""The mark behind a string."""

_MOST_STATES = 400
_MOST_HOLLOW = 30
_MOST_WALKED = 5_000
_AT_ONCE = 4
"""How many states are put into a set in a step."""
_LETTERS = 64
"""How many letters are copied in a step."""
_MARKS = {"^": ((BEGIN, BEGIN),), "$": ((END, END),)}


class State(NamedTuple):
    """A place in the source and the units, or the mark, it takes."""

    start: int
    end: int
    accepts: Charset

    @property
    def mark(self) -> int:
        """The mark taken here; 0 for a place that takes units."""
        low = self.accepts[0][0] if self.accepts else 0
        return low if low >= BEGIN else 0


class Automaton(NamedTuple):
    """States, the paths into the first ones, between them and out of the last ones.

    `empty` tells whether nothing at all is a match, `inner` are the automata of what is looked
    at, `exact` tells that nothing counts as met and no loop lost its bound.
    """

    states: tuple[State, ...]
    first: Ways
    follow: tuple[Ways, ...]
    last: frozenset[int]
    empty: bool
    inner: tuple[Automaton, ...]
    exact: bool


class _Piece(NamedTuple):
    """The states from `low` to `high`, paths into and out of them and past them."""

    low: int
    high: int
    first: Ways
    last: Ways
    empty: int


def automaton(syntax: Syntax, most: int = _MOST_STATES) -> Automaton:
    """Build the automaton of an expression.

    Loops of many turns are written out as far as there is room in `most` states; beyond that
    they have no upper bound. Raises Spent.
    """
    return _Builder(most).build(syntax)


class _Builder:
    """States made so far; those of a part are the latest, which makes copying a shift."""

    __slots__ = ("exact", "follow", "inner", "made", "most", "states")

    def __init__(self, most: int) -> None:
        self.most = most
        self.exact = True
        self.states: list[State] = []
        self.follow: list[Ways] = []
        self.inner: list[Automaton] = []
        self.made = 0

    def build(self, syntax: Syntax) -> Automaton:
        return self._finish(fold(syntax, self._piece))

    def _finish(self, piece: _Piece) -> Automaton:
        low = piece.low
        inner, self.inner = tuple(self.inner), []
        return Automaton(
            states=tuple(self.states[low : piece.high]),
            first=_shifted(piece.first, -low),
            follow=tuple(_shifted(ways, -low) for ways in self.follow[low : piece.high]),
            last=frozenset(_shifted(piece.last, -low)),
            empty=bool(piece.empty),
            inner=inner,
            exact=self.exact,
        )

    def _piece(self, part: Part, pieces: list[_Piece]) -> _Piece:
        here = len(self.states)
        match part:
            case Atom():
                return self._state(State(part.start, part.end, part.accepts))
            case Anchor() if part.sign in _MARKS:
                return self._state(State(part.start, part.end, _MARKS[part.sign]))
            case Group():
                return pieces[0]
            case Repeat():
                return self._loop(part, pieces[0])
            case Look():
                return self._look(pieces[0])
            case Choice():
                first = _sum(piece.first for piece in pieces)
                last = _sum(piece.last for piece in pieces)
                empty = min(sum(piece.empty for piece in pieces), 2)
                return _Piece(pieces[0].low, here, first, last, empty)
            case Sequence():
                joined = _Piece(pieces[0].low if pieces else here, here, {}, {}, 1)
                for piece in pieces:
                    joined = self._joined(joined, piece)
                return joined
        self.exact = False
        return _Piece(here, here, {}, {}, 1)

    def _state(self, state: State) -> _Piece:
        here = len(self.states)
        self.states.append(state)
        self.follow.append({})
        self.made += 1
        return _Piece(here, here + 1, {here: 1}, {here: 1}, 0)

    def _look(self, body: _Piece) -> _Piece:
        """Take the states of what is looked at away into an automaton of their own."""
        outer = self.inner
        self.inner = []
        self.inner = [*outer, self._finish(body)]
        self.exact = False
        del self.states[body.low :], self.follow[body.low :]
        return _Piece(body.low, body.low, {}, {}, 1)

    def _joined(self, left: _Piece, right: _Piece) -> _Piece:
        self._connect(left.last, right.first)
        first = _sum([left.first, _times(right.first, left.empty)])
        last = _sum([right.last, _times(left.last, right.empty)])
        empty = min(left.empty * right.empty, 2)
        return _Piece(left.low, right.high, first, last, empty)

    def _connect(self, last: Ways, first: Ways) -> None:
        spend(len(last) * len(first))
        for state, out in last.items():
            ways = self.follow[state]
            for other, into in first.items():
                ways[other] = min(ways.get(other, 0) + out * into, 2)

    def _loop(self, part: Repeat, body: _Piece) -> _Piece:
        if part.high == 0:
            del self.states[body.low :], self.follow[body.low :]
            return _Piece(body.low, body.low, {}, {}, 1)
        room = self._room(body)
        low = min(part.low, room)
        high = part.high if part.high is not None and part.high <= room else None
        self.exact = self.exact and low == part.low and high == part.high
        copies = [body]
        for _ in range(max(low, high or 1) - 1):
            copies.append(self._copy(body))
        if high is None:
            copies[-1] = self._endless(copies[-1], low == 0)
        elif low < high:
            copies[low:] = [self._optional_turns(copies[low:])]
        joined = copies.pop()
        while copies:
            joined = self._joined(copies.pop(), joined)
        return joined._replace(low=body.low, high=len(self.states))

    def _optional_turns(self, turns: list[_Piece]) -> _Piece:
        """Join turns of which each needs the one before; one that is empty is given up."""
        for turn, after in pairwise(turns):
            self._connect(turn.last, after.first)
        last = _sum(turn.last for turn in turns)
        return _Piece(turns[0].low, turns[-1].high, turns[0].first, last, 1)

    def _room(self, body: _Piece) -> int:
        """Tell how often a body may be written; chains of what can be empty cost the square."""
        states = min(self.most // 2, self.most - self.made) // max(body.high - body.low, 1)
        return max(1, min(states, _MOST_HOLLOW) if body.empty else states)

    def _endless(self, body: _Piece, optional: bool) -> _Piece:
        self._connect(body.last, body.first)
        return body._replace(empty=1) if optional else body

    def _copy(self, body: _Piece) -> _Piece:
        by = len(self.states) - body.low
        self.made += body.high - body.low
        spend(sum(map(len, self.follow[body.low : body.high])) + body.high - body.low)
        self.states += self.states[body.low : body.high]
        self.follow += [_shifted(ways, by) for ways in self.follow[body.low : body.high]]
        first, last = _shifted(body.first, by), _shifted(body.last, by)
        return _Piece(body.low + by, body.high + by, first, last, body.empty)


def _shifted(ways: Ways, by: int) -> Ways:
    return {state + by: count for state, count in ways.items()}


def _times(ways: Ways, factor: int) -> Ways:
    return {state: min(count * factor, 2) for state, count in ways.items()} if factor else {}


def _sum(several: Iterable[Ways]) -> Ways:
    total: Ways = {}
    for ways in several:
        spend(len(ways))
        for state, count in ways.items():
            total[state] = min(total.get(state, 0) + count, 2)
    return total


def may_match(machine: Automaton, text: str, anywhere: bool = True) -> bool:
    """Tell whether a string in units may hold a match, or one at its start; when not, it surely
    holds none. Raises Spent."""
    if machine.empty:
        return True
    walk = _Walk(machine)
    start = set(machine.first)
    again = start if anywhere else set()
    # Both signs hold in a string without a unit, in any order.
    active = walk.marked(set(), start, (BEGIN,) if text else (BEGIN, END))
    near = start | walk.next(active)
    for unit in text:
        if active & machine.last:
            return True
        active = near & walk.takers(ord(unit))
        near = again | walk.next(active)
    if text:
        active = walk.marked(active, again, (END,))
    return bool(active & machine.last)


class _Walk:
    """The states of an automaton by what they take; sets of them are made at once, so many
    are one step."""

    __slots__ = ("_machine", "_takers")

    def __init__(self, machine: Automaton) -> None:
        self._machine = machine
        self._takers: dict[int, frozenset[int]] = {}

    def takers(self, code: int) -> frozenset[int]:
        """The states that take a unit or a mark."""
        spend(1)
        known = self._takers.get(code)
        if known is None:
            states = self._machine.states
            spend(len(states))
            known = self._takers[code] = frozenset(
                number for number, state in enumerate(states) if contains(state.accepts, code)
            )
        return known

    def next(self, active: set[int]) -> set[int]:
        """The states behind some."""
        follow = [self._machine.follow[state] for state in active]
        spend(1 + sum(map(len, follow)) // _AT_ONCE)
        return set().union(*follow)

    def marked(self, active: set[int], near: set[int], marks: tuple[int, ...]) -> set[int]:
        """Add what taking marks any number of times leads to."""
        found = active
        while True:
            reached = near | self.next(found)
            more = found.union(*(reached & self.takers(mark) for mark in marks))
            if more == found:
                return found
            found = more


def words(machine: Automaton) -> Iterator[str]:
    """Spell what the automaton accepts, shortest first; each state is reached twice at most.
    Raises Spent."""
    if machine.empty:
        yield ""
    queue = deque((state, "", False) for state in machine.first)
    seen: dict[int, int] = {}
    for _ in range(_MOST_WALKED):
        if not queue:
            return
        state, word, ended = queue.popleft()
        found = machine.states[state]
        misplaced = (word or ended) if found.mark == BEGIN else ended and found.mark != END
        if misplaced or not found.accepts or seen.get(state, 0) >= 2:
            continue
        seen[state] = seen.get(state, 0) + 1
        word += "" if found.mark else representative(found.accepts)
        if state in machine.last:
            yield whole(word)
        spend((1 + len(word) // _LETTERS) * (1 + len(machine.follow[state])))
        queue += ((other, word, found.mark == END) for other in machine.follow[state])
