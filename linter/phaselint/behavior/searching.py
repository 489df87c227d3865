"""The product of what runs do and the machine of a policy, searched breadth first."""

from __future__ import annotations

from phaselint.behavior.orders import MOST_WAITING, TooMany
from phaselint.behavior.spaces import Limited
from phaselint.policies.automaton import MET
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.behavior.acting import ActEdge
    from phaselint.behavior.spaces import Onward, Space
    from phaselint.behavior.tracking import Tracker

    Move = ActEdge | int
    """A step, or an act that is offered, by its number."""

    Node = tuple[int, int]
    """A state and a configuration of the tracker, by their numbers."""

PAIRS_PER_STATE = 8
"""Pairs for each state that an exploration may expand."""

SHIFT = 32


class Way(NamedTuple):
    """A run: what is done in it after its opening; `at_end`: its end is what violates a policy."""

    moves: tuple[Move, ...]
    at_end: bool = False

    @property
    def edges(self) -> tuple[ActEdge, ...]:
        """Its steps."""
        return tuple(each for each in self.moves if not isinstance(each, int))


class Searched(NamedTuple):
    """What a search has found.

    Attributes:
        way: a shortest run that comes to `MET`, or ends where it must not; none where there is
            none that was found.
        reason: why there may be another; empty where all runs were looked at.
        unended: whether some run that has not ended must not end where it is.
    """

    way: Way | None
    reason: str = ""
    unended: bool = False


class Product:
    """Pairs of states and configurations, found breadth first; choices are no worse than `worst`,
    and no more than `bound` states are expanded of a space that is worked out on the way."""

    def __init__(self, space: Space | Limited, tracker: Tracker, worst: int, bound: int) -> None:
        self._space = space
        self._tracker = tracker
        self._worst = worst
        self._bound = bound
        self._lazy = isinstance(space, Limited)
        self._seen: set[int] = set()
        self._expanded: set[int] = set()
        self._parents: list[tuple[int, tuple[Move, ...]]] = []
        self.nodes: list[Node] = []
        self.reason = ""

    def search(self) -> Searched:
        """Search until a run is found, or all are looked at."""
        tracker, unended = self._tracker, False
        if self._reach(-1, (), 0, tracker.after(tracker.start, self._space.opening)):
            return Searched(Way(()))
        number = -1
        while number + 1 < len(self.nodes) and not self.reason:
            number += 1
            state, configuration = self.nodes[number]
            if tracker.must_go_on(configuration):
                onward = self._space.onward(state)
                if onward is not None and onward.ended:
                    return Searched(Way(self._moves(number), at_end=True))
                unended = True
            hit = self._expand(number)
            if hit:
                return Searched(Way((*self._moves(number), *hit)))
        return Searched(None, self.reason or self._cut_off(), unended)

    def expand_all(self) -> None:
        """Find all pairs."""
        tracker = self._tracker
        self._reach(-1, (), 0, tracker.after(tracker.start, self._space.opening))
        number = 0
        while number < len(self.nodes) and not self.reason:
            self._expand(number)
            number += 1

    def way_to(self, number: int) -> tuple[Move, ...]:
        """The moves of a shortest run to a pair."""
        return self._moves(number)

    def following(self, number: int) -> Iterator[tuple[Node, Move]]:
        """The pairs that a pair leads to by one move."""
        state, configuration = self.nodes[number]
        onward = self._space.onward(state)
        if onward is None:
            return
        for edge, (word, target, grade) in zip(onward.edges, onward.steps, strict=True):
            if grade <= self._worst:
                for each in self._tracker.after(configuration, word):
                    yield (target, each), edge
        for act in onward.offered:
            for each in self._tracker.offered(configuration, act):
                yield (state, each), act

    def _cut_off(self) -> str:
        return "" if self._space.complete else self._space.reason

    def _expand(self, number: int) -> tuple[Move, ...]:
        """Find what a pair leads to; the moves that come to `MET`, if some do."""
        state, configuration = self.nodes[number]
        if not self._may_expand(state):
            return ()
        onward = self._space.onward(state)
        if onward is None:
            self.reason = self._space.reason
            return ()
        if onward.offered and self._tracker.turning and self._asks(onward):
            return self._expand_turns(number, onward)
        tracker, worst, seen = self._tracker, self._worst, self._seen
        known = tracker.table(configuration)
        place = -1
        for word, target, grade in onward.steps:  # most of the time is spent here
            place += 1
            if grade > worst:
                continue
            found = known.get(word)
            for each in tracker.after(configuration, word) if found is None else found:
                if each == MET or (target << SHIFT | each) not in seen:
                    moves = (onward.edges[place],)
                    if self._reach(number, moves, target, (each,)):
                        return moves
        for act in onward.offered:
            if tracker.letter(act) and self._reach(
                number, (act,), state, tracker.offered(configuration, act)
            ):
                return (act,)
        return ()

    def _asks(self, onward: Onward) -> bool:
        """Whether what a state leads to is the turn of a model."""
        return any(
            grade <= self._worst and self._tracker.is_turn(word) for word, _, grade in onward.steps
        )

    def _expand_turns(self, number: int, onward: Onward) -> tuple[Move, ...]:
        """The same where a policy looks at turns, in which what is offered is done."""
        configuration = self.nodes[number][1]
        offers = [each for each in onward.offered if self._tracker.letter(each)]
        for edge, (word, target, grade) in zip(onward.edges, onward.steps, strict=True):
            if grade <= self._worst:
                for each, done in self._tracker.amid(configuration, word, offers).items():
                    if self._reach(number, (*done, edge), target, (each,)):
                        return (*done, edge)
        return ()

    def _may_expand(self, state: int) -> bool:
        """Whether the bound allows it to expand a state."""
        if len(self.nodes) > self._bound * PAIRS_PER_STATE:
            self.reason = f"the bound of {self._bound * PAIRS_PER_STATE:,} pairs"
            return False
        if self._lazy and state not in self._expanded:
            if len(self._expanded) >= self._bound:
                self.reason = f"the bound of {self._bound:,} expanded states"
                return False
            self._expanded.add(state)
        return True

    def _reach(
        self, source: int, moves: tuple[Move, ...], state: int, found: tuple[int, ...]
    ) -> bool:
        """Take down the pairs that moves lead to; whether one of them is `MET`."""
        for each in found:
            if each == MET:
                return True
            key = state << SHIFT | each
            if key not in self._seen:
                self._seen.add(key)
                self.nodes.append((state, each))
                self._parents.append((source, moves))
        return False

    def _moves(self, number: int) -> tuple[Move, ...]:
        found: list[Move] = []
        while number >= 0:
            number, moves = self._parents[number]
            found += reversed(moves)
        return tuple(reversed(found))


def searched(space: Space | Limited, tracker: Tracker, worst: int, bound: int) -> Searched:
    """Search a space for a shortest run that comes to `MET`, or ends where it must not."""
    take(OF_RUN)
    try:
        return Product(space, tracker, worst, bound).search()
    except TooMany:
        return Searched(None, f"more than {MOST_WAITING} acts that happen in any order")
