"""The search of runs with their limits, whose states count up to these: as far as it must go."""

from __future__ import annotations

from phaselint.behavior.orders import TooMany
from phaselint.behavior.searching import TOO_MANY_WAIT, Searched, Way
from phaselint.policies.automaton import MET
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any

    from phaselint.behavior.searching import Move
    from phaselint.behavior.spaces import Limited, Onward
    from phaselint.behavior.tracking import Tracker
    from phaselint.dialects.protocol import Runtime

    Passed = Callable[[int, int], bool]
    """Whether a pair, by its state and configuration, leads to none that is looked for."""


class Hunt:
    """Pairs of states and configurations of runs with their limits, found breadth first; choices
    are no worse than `worst`. Pairs that are `passed` are not expanded."""

    def __init__(self, space: Limited, tracker: Tracker, worst: int, passed: Passed) -> None:
        self._space = space
        self._tracker = tracker
        self._worst = worst
        self._passed = passed
        self._pairs: dict[tuple[int, int], tuple[int, Move | None]] = {}
        self._waiting: list[tuple[int, int]] = []
        self._next = 0
        self._stopped = -1
        self._expanded: set[int] = set()
        self._reason = ""

    def search(self, bound: int) -> Searched:
        """Go on until a run is found that reaches `MET` or ends where it must not, all are looked
        at, or so many states are expanded. Another call goes on from there."""
        take(OF_RUN)
        self._reason = ""
        try:
            return Searched(self._found(bound), self._reason)
        except TooMany:
            return Searched(None, TOO_MANY_WAIT)

    def _found(self, bound: int) -> Way | None:
        tracker = self._tracker
        if not self._waiting:
            opening = tracker.after(tracker.start, self._space.opening)
            if self._reach(-1, None, 0, opening):
                return Way(())
        while self._next < len(self._waiting):
            state, configuration = self._waiting[self._next]
            if tracker.must_go_on(configuration) and self._space.has_ended(state):
                return Way(self._moves(self._next), at_end=True)
            # Where another call has stopped, it has asked that already.
            if self._stopped == self._next or not self._passed(state, configuration):
                if state not in self._expanded and len(self._expanded) >= bound:
                    self._reason = f"the bound of {bound:,} expanded states"
                    self._stopped = self._next
                    return None
                self._expanded.add(state)
                hit = self._expand(self._next)
                if hit is not None:
                    return Way((*self._moves(self._next), hit))
                if self._reason:
                    return None
            self._next += 1
        return None

    def _expand(self, number: int) -> Move | None:
        """Find what a pair leads to; the move that reaches `MET`, if one does."""
        state, configuration = self._waiting[number]
        onward = self._space.onward(state)
        if onward is None:
            self._reason = self._space.reason
            return None
        tracker = self._tracker
        words = (word for word, _, grade in onward.steps if grade <= self._worst)
        if tracker.in_turns(words, onward.offered):
            return self._expand_turns(number, onward)
        known = tracker.table(configuration)
        for place, (word, target, grade) in enumerate(onward.steps):
            if grade > self._worst:
                continue
            found = known.get(word)
            if found is None:
                found = tracker.after(configuration, word)
            if self._reach(number, onward.edges[place], target, found):
                return onward.edges[place]
        for act in onward.offered:
            if tracker.letter(act) and self._reach(
                number, act, state, tracker.offered(configuration, act)
            ):
                return act
        return None

    def _expand_turns(self, number: int, onward: Onward) -> Move | None:
        """The same where offered acts are done in turns."""
        configuration = self._waiting[number][1]
        for edge, (_, target, grade) in zip(onward.edges, onward.steps, strict=True):
            if grade <= self._worst:
                for each, full in self._tracker.in_turn(configuration, edge, onward.offered):
                    if self._reach(number, full, target, (each,)):
                        return full
        return None

    def _reach(self, source: int, move: Move | None, state: int, found: tuple[int, ...]) -> bool:
        """Take down the pairs that a move leads to; whether one of them is `MET`."""
        for each in found:
            if each == MET:
                return True
            pair = (state, each)
            if pair not in self._pairs:
                self._pairs[pair] = (source, move)
                self._waiting.append(pair)
        return False

    def _moves(self, number: int) -> tuple[Move, ...]:
        found: list[Move] = []
        while number >= 0:
            number, move = self._pairs[self._waiting[number]]
            if move is not None:
                found.append(move)
        return tuple(reversed(found))


def beaten(runtime: Runtime[Any], space: Limited) -> Passed:
    """Passes pairs like others that were met before and have used no more of any limit: these can
    do what it can (`Runtime.labels`)."""
    known: dict[tuple[Hashable, int], list[tuple[float, ...]]] = {}
    used: dict[int, tuple[Hashable, tuple[float, ...]]] = {}

    def passed(state: int, configuration: int) -> bool:
        if state not in used:
            used[state] = _used(runtime, space.state(state))
        key, label = used[state]
        others = known.setdefault((key, configuration), [])
        if any(_beats(each, label) for each in others):
            return True
        others.append(label)
        return False

    return passed


def _used(runtime: Runtime[Any], state: Any) -> tuple[Hashable, tuple[float, ...]]:
    """What a state is compared with others by, and how much of each limit it has used."""
    label = runtime.labels(state)
    if label is None:
        return runtime.act_key(state), ()
    return runtime.act_key(runtime.relax(state)), tuple(label)


def _beats(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(mine <= its for mine, its in zip(one, other, strict=True))
