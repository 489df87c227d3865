"""The product of what runs do and the machine of a policy, searched breadth first."""

from __future__ import annotations

from phaselint.behavior.orders import MOST_WAITING, TooMany
from phaselint.policies.automaton import MET
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.behavior.acting import ActEdge
    from phaselint.behavior.spaces import Space
    from phaselint.behavior.tracking import Tracker

    Move = ActEdge | int
    """A step, or an act that is offered, by its number."""

PAIRS_PER_STATE = 8
"""Pairs for each state that an exploration may expand."""

TOO_MANY_WAIT = f"more than {MOST_WAITING} acts that happen in any order"


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
        way: a shortest run that reaches `MET`, or ends where it must not; none where there is
            none that was found.
        reason: why there may be another; empty where all runs were looked at.
        unended: whether some run that has not ended must not end where it is.
    """

    way: Way | None
    reason: str = ""
    unended: bool = False


class Product:
    """Pairs of states and configurations of runs without limits, found breadth first; choices are
    no worse than `worst`. A pair has a number, in the order in which pairs are found.

    Most steps do nothing that a policy looks at. Where that is so of all steps of a state, they
    lead from a pair to others with its configuration, and the tracker is not asked.

    Attributes:
        space, tracker: those of the pairs.
        states, configurations: of each pair.
        met: the pairs of which some move reaches `MET`.
        reason: why not all pairs were found; empty where they were, or were not looked for yet.
    """

    def __init__(self, space: Space, tracker: Tracker, worst: int, bound: int) -> None:
        self.space = space
        self.tracker = tracker
        self.states: list[int] = []
        self.configurations: list[int] = []
        self.met: set[int] = set()
        self.reason = ""
        self._rows = space.rows(worst)
        self._most = bound * PAIRS_PER_STATE
        self._parents: list[int] = []
        self._numbers: dict[int, dict[int, int]] = {}
        self._next = 0
        self._loud = [_loud(space, tracker, self._rows.sources, waiting=it) for it in (False, True)]
        self._loud_in: dict[int, bytearray] = {}

    def search(self) -> Searched:
        """Search until a run is found, or all are looked at."""
        take(OF_RUN)
        try:
            way = self._go_on(until_met=True)
        except TooMany:
            self.reason = TOO_MANY_WAIT
            return Searched(None, self.reason)
        if way is not None:
            return Searched(way)
        reason = self.reason or ("" if self.space.complete else self.space.reason)
        unended = any(map(self.tracker.must_go_on, set(self.configurations)))
        return Searched(None, reason, unended)

    def expand_all(self) -> bool:
        """Find all pairs; whether they were found."""
        try:
            self._go_on(until_met=False)
        except TooMany:
            self.reason = TOO_MANY_WAIT
        return not self.reason

    def number(self, state: int, configuration: int) -> int | None:
        """The number of a pair; none of one that was not found."""
        return self._numbers.get(configuration, {}).get(state)

    def way_to(self, number: int) -> tuple[Move, ...]:
        """The moves of a shortest run to a pair."""
        found: list[Move] = []
        while self._parents[number] >= 0:
            source = self._parents[number]
            found.append(next(move for each, move in self.following(source) if each == number))
            number = source
        return tuple(reversed(found))

    def following(self, number: int) -> Iterator[tuple[int, Move]]:
        """The pairs that a pair leads to by one move."""
        state, configuration = self.states[number], self.configurations[number]
        for target, each, move in self._moves(state, configuration, self.space.offered[state]):
            found = self.number(target, each)
            if found is not None:
                yield found, move

    def words_from(self, number: int) -> Iterator[int]:
        """The words of the steps that a pair may make."""
        return (word for word, _, _ in self._rows.steps[self.states[number]])

    def offers(self) -> Iterator[tuple[int, int]]:
        """The moves that aren't steps: from which pair, and to which."""
        for source, state in enumerate(self.states):
            if self.space.offered[state]:
                for target, move in self.following(source):
                    if isinstance(move, int):
                        yield source, target

    def adjacency(self) -> list[list[int]]:
        """The pairs that each pair leads to by one step."""
        found = []
        for number, state in enumerate(self.states):
            if self._loud_in[self.configurations[number]][state]:
                row = [each for each, move in self.following(number) if not isinstance(move, int)]
            else:
                here = self._numbers[self.configurations[number]]
                row = [here[each] for each in self._rows.targets[state] if each in here]
            found.append(row)
        return found

    def _go_on(self, *, until_met: bool) -> Way | None:
        """Find pairs, until all are found or a run reaches `MET` or ends where it must not."""
        if not self.states:
            opening = self.tracker.after(self.tracker.start, self.space.opening)
            if self._reach(-1, 0, opening) and until_met:
                return Way(())
        states, configurations, parents = self.states, self.configurations, self._parents
        targets, loud, ended = self._rows.targets, self._loud_in, self.space.ended
        must_go_on = self.tracker.must_go_on
        while self._next < len(states) <= self._most:
            number = self._next
            state, configuration = states[number], configurations[number]
            if until_met and ended[state] and must_go_on(configuration):
                return Way(self.way_to(number), at_end=True)
            if loud[configuration][state]:
                hit = self._expand(number)
                if hit is not None and until_met:
                    return Way((*self.way_to(number), hit))
            else:
                here = self._numbers[configuration]
                for target in targets[state]:  # most of the time is spent here
                    if target not in here:
                        here[target] = len(states)
                        states.append(target)
                        configurations.append(configuration)
                        parents.append(number)
            self._next += 1
        if self._next < len(states):
            self.reason = f"the bound of {self._most:,} pairs"
        return None

    def _expand(self, number: int) -> Move | None:
        """Find what a pair leads to; the first move that reaches `MET`, if one does."""
        state, configuration = self.states[number], self.configurations[number]
        offered = tuple(filter(self.tracker.letter, self.space.offered[state]))
        hits: list[Move] = []
        for target, each, move in self._moves(state, configuration, offered):
            if self._reach(number, target, (each,)):
                hits.append(move)
        if hits:
            self.met.add(number)
        return hits[0] if hits else None

    def _moves(
        self, state: int, configuration: int, offered: Sequence[int]
    ) -> Iterator[tuple[int, int, Move]]:
        """The steps of a state and some of the acts that are offered there, each with the state and
        the configuration that it leads to."""
        tracker = self.tracker
        steps = self._rows.steps[state]
        if tracker.in_turns((word for word, _, _ in steps), offered):
            for _, target, edge in steps:
                for each, full in tracker.in_turn(configuration, edge, offered):
                    yield target, each, full
            return
        for word, target, edge in steps:
            for each in tracker.after(configuration, word):
                yield target, each, edge
        for act in offered:
            for each in tracker.offered(configuration, act):
                yield state, each, act

    def _reach(self, source: int, state: int, found: Iterable[int]) -> bool:
        """Take down the pairs that a move leads to; whether one of them is `MET`."""
        met = False
        for each in found:
            if each == MET:
                met = True
                continue
            if each not in self._numbers:
                self._numbers[each] = {}
                self._loud_in[each] = self._loud[self.tracker.waits(each)]
            here = self._numbers[each]
            if state not in here:
                here[state] = len(self.states)
                self.states.append(state)
                self.configurations.append(each)
                self._parents.append(source)
        return met


def _loud(
    space: Space, tracker: Tracker, sources: dict[int, list[int]], *, waiting: bool
) -> bytearray:
    """For each state, whether something may be done in it that a policy looks at, in an order in
    which acts are `waiting` or in one in which none are."""
    found = bytearray(space.size)
    for word, states in sources.items():
        if tracker.looks_at(word, waiting=waiting):
            for each in states:
                found[each] = 1
    for state, acts in enumerate(space.offered):
        if acts and any(map(tracker.letter, acts)):
            found[state] = 1
    return found
