"""Runs that a limit ends where they must not: a circle is gone round until it does."""

from __future__ import annotations

from collections import deque
from itertools import islice

from phaselint.behavior.acting import acts_of_step, telling
from phaselint.behavior.cutting import ends_wrong
from phaselint.behavior.orders import TooMany
from phaselint.behavior.searching import Way
from phaselint.machine.graph import components
from phaselint.policies.automaton import MET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
    from typing import Any

    from phaselint.behavior.cutting import Region
    from phaselint.behavior.runs import Runs
    from phaselint.behavior.searching import Move, Product

MOST_CIRCLES = 3
"""How many circles are tried where limits do nothing but end runs."""

MOST_WAYS_ROUND = 20
"""How many are tried where it may matter to a limit how a run goes round."""

MOST_TRIED = 50
"""From how many pairs a circle is looked for."""

MOST_STEPS = 2_000
"""How many steps of a run are made before it is said that no limit ends it."""


def pumped(runs: Runs, product: Product, region: Region | None) -> Way | None:
    """A run with its limits that violates a policy where one of them ends it, as its replay does
    it; none where none was found, which proves nothing. Only circles in the region are tried,
    where one is given."""
    try:
        most = MOST_WAYS_ROUND if region is None else MOST_CIRCLES
        for prefix, circle in islice(_circles(runs, product, region), most):
            way = _until_the_end(runs, product, prefix, circle)
            if way is not None:
                return way
    except TooMany:
        return None
    return None


def _circles(
    runs: Runs, product: Product, region: Region | None
) -> Iterator[tuple[Sequence[Move], Sequence[Move]]]:
    """Ways to pairs, and from there round to the same pair: first such circles on which no run may
    end by a limit, then others, which a limit may end in the middle of a step. Pairs that have been
    on a circle come last, with others that begin with another step."""
    adjacency = product.adjacency()
    every = [region is None or n in region.before for n in range(len(adjacency))]
    kinds = runs.limit_ends
    wrong = {
        each: ends_wrong(product.tracker, each, (), kinds) for each in set(product.configurations)
    }
    inside = [it and wrong[c] for it, c in zip(every, product.configurations, strict=True)]
    for within in (inside, every):
        told: set[int] = set()
        tried = _round_about(adjacency, within, region)[:MOST_TRIED]
        first: dict[int, Move] = {}
        for number, among in tried:
            circle = None if number in told else _circle(product, among, number, number)
            if circle is not None:
                told |= circle[1]
                first[number] = circle[0][0]
                yield product.way_to(number), circle[0]
        for number, among in tried:
            for target, move in product.following(number):
                if target not in among or isinstance(move, int) or move is first.get(number):
                    continue
                if target == number:
                    yield product.way_to(number), (move,)
                elif back := _circle(product, among, target, number):
                    yield product.way_to(number), (move, *back[0])


def _round_about(
    adjacency: list[list[int]], within: Sequence[bool], region: Region | None
) -> list[tuple[int, Collection[int]]]:
    """Pairs from which a circle leads back, each with those that circles through it may use; only
    such pairs in which a policy may be violated, where a region tells that."""
    if not any(within):
        return []
    found: list[tuple[int, Collection[int]]] = []
    for members in components(adjacency, within):
        if len(members) > 1 or members[0] in adjacency[members[0]]:
            among = frozenset(members)
            found += ((n, among) for n in members if region is None or n in region.here)
    return sorted(found, key=lambda each: each[0])


def _circle(
    product: Product, among: Collection[int], start: int, end: int
) -> tuple[Sequence[Move], set[int]] | None:
    """The steps of a shortest path from a pair to another or round to the same, and the pairs that
    they begin in."""
    before: dict[int, tuple[int, Move]] = {}
    waiting = deque([start])
    while waiting:
        number = waiting.popleft()
        for target, move in product.following(number):
            if isinstance(move, int) or target in before or target not in among:
                continue
            before[target] = (number, move)
            if target == end:
                return _back(before, start, end)
            waiting.append(target)
    return None


def _back(
    before: dict[int, tuple[int, Move]], start: int, end: int
) -> tuple[Sequence[Move], set[int]]:
    moves: list[Move] = []
    passed: set[int] = set()
    number = end
    while not moves or number != start:
        number, move = before[number]
        passed.add(number)
        moves.append(move)
    return moves[::-1], passed


def _until_the_end(
    runs: Runs, product: Product, prefix: Sequence[Move], circle: Sequence[Move]
) -> Way | None:
    """The run by a way and a circle with its limits, if one of them ends it where it must not."""
    running = _Running(runs, product)
    for move in prefix:
        if not running.go(move):
            return running.way
    known: set[Hashable] = set()
    for _ in range(0, MOST_STEPS, len(circle)):
        if running.here in known:
            return None  # no limit counts what is done
        known.add(running.here)
        for move in circle:
            if not running.go(move):
                return running.way
    return None


class _Running:
    """A run with its limits; `way` is what it did, once that violates the policy."""

    def __init__(self, runs: Runs, product: Product) -> None:
        self._runtime = runs.runtime
        self._tell = telling(runs.runtime, runs.contract)
        self._tracker = product.tracker
        self._state: Any = runs.starts[product.space.setting]
        self._configurations = product.tracker.after(product.tracker.start, product.space.opening)
        self._done: list[Move] = []
        self.way: Way | None = None

    @property
    def here(self) -> Hashable:
        """Where the run is: what it may do from there depends on nothing else."""
        return self._runtime.act_key(self._state), self._configurations

    def go(self, move: Move) -> bool:
        """Make a move; whether the run goes on, and has not violated the policy."""
        tracker = self._tracker
        if isinstance(move, int):
            if tracker.words.acts[move] not in self._runtime.offered(self._state):
                return False
            self._done.append(move)
            return self._come_to(tracker.offered, move)
        choice = self._runtime.with_limits(move.choice)
        question = self._runtime.asks(self._state)
        if question is None or question.channel != choice.channel:
            return False
        after, events = self._runtime.step(self._state, choice)
        acts = acts_of_step(self._runtime, self._tell, choice, events, after)
        self._state = after
        self._done.append(move._replace(choice=choice, acts=acts))
        if not self._come_to(tracker.after, tracker.words.word(acts)):
            return False
        if self._runtime.outcome(after).kind == "running":
            return True
        if any(map(tracker.must_go_on, self._configurations)):
            self.way = Way(tuple(self._done), at_end=True)
        return False

    def _come_to(self, lead: Callable[[int, int], tuple[int, ...]], done: int) -> bool:
        found = dict.fromkeys(each for one in self._configurations for each in lead(one, done))
        if MET in found:
            self.way = Way(tuple(self._done))
        self._configurations = tuple(found)
        return MET not in found
