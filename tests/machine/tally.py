"""Counted graphs for tests, drawn from seeds, and brute force over all their states.

The brute force shares no code with the product but the records of `phaselint.machine.counted`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from phaselint.machine.counted import BoundedGraph, Way

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Used = tuple[int, ...]


class State(NamedTuple):
    """A phase, and the counter of each way; those of parallel ways are always the same."""

    phase: int
    used: Used


def drawn(seed: int) -> BoundedGraph:
    """Draw a graph of up to 5 phases and 8 ways; some ways are parallel, few can never be gone."""
    pick = random.Random(seed)
    phases = pick.randint(1, 5)
    bounded = pick.choice((0.3, 0.6, 0.9))
    ways: list[Way] = []
    for _ in range(pick.randint(1, 8)):
        ends = (pick.randrange(phases), pick.randrange(phases))
        if ways and pick.random() < 0.2:
            ends = pick.choice(ways)[:2]
        most = pick.choice((0, 1, 1, 2, 2, 3)) if pick.random() < bounded else None
        ways.append(Way(*ends, most))
    return BoundedGraph(phases, 0, tuple(ways))


def is_live(counted: BoundedGraph, state: State, number: int) -> bool:
    """Tell whether a way out of the state's phase can be gone."""
    most = counted.ways[number].most
    return most is None or state.used[number] < most


def going_on(counted: BoundedGraph, state: State) -> list[State]:
    """List the states after one."""
    found = []
    for number, way in enumerate(counted.ways):
        if way.source == state.phase and is_live(counted, state, number):
            used = tuple(
                count + (other[:2] == way[:2])
                for count, other in zip(state.used, counted.ways, strict=True)
            )
            found.append(State(way.target, used))
    return found


def fewest(
    counted: BoundedGraph, steps: int, goal: Callable[[int, tuple[bool, ...]], bool]
) -> dict[int, int]:
    """Give for each phase the fewest ways of a run that ends there in a state of the goal.

    `goal` is asked with a phase and the liveness of its ways. Runs visit `steps` phases at most.
    """
    found: dict[int, int] = {}
    layer = [State(counted.entry, (0,) * len(counted.ways))]
    for length in range(steps):
        for state in layer:
            row = tuple(
                is_live(counted, state, number)
                for number, way in enumerate(counted.ways)
                if way.source == state.phase
            )
            if goal(state.phase, row):
                found.setdefault(state.phase, length)
        layer = list(dict.fromkeys(new for old in layer for new in going_on(counted, old)))
    return found


def end(counted: BoundedGraph, run: Iterable[int]) -> State | None:
    """Give the state at the end of a run; none when it goes a way that is not live."""
    state = State(counted.entry, (0,) * len(counted.ways))
    for number in run:
        way = counted.ways[number]
        after = [new for new in going_on(counted, state) if new.phase == way.target]
        if way.source != state.phase or not is_live(counted, state, number):
            return None
        state = after[0]
    return state


def dead(counted: BoundedGraph, state: State) -> tuple[int, ...]:
    """List the ways out of the state's phase that are not live."""
    return tuple(
        number
        for number, way in enumerate(counted.ways)
        if way.source == state.phase and not is_live(counted, state, number)
    )
