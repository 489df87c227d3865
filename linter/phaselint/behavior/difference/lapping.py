"""Endings that a limit gives runs which repeat a loop as often as it allows.

To look for them state by state takes all choices on the way. A loop is known from the runs without
limits, so its choices alone are made again, with the limits, as long as each is one that a run has.
"""

from __future__ import annotations

from collections import deque

from phaselint.dialects.protocol import TooManyChoices
from phaselint.machine.graph import components
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.behavior.acting import ActAtlas, ActEdge
    from phaselint.behavior.runs import Runs
    from phaselint.dialects.protocol import Runtime


class Loop(NamedTuple):
    """A loop, and a way into it from the first state."""

    way: tuple[ActEdge, ...]
    lap: tuple[ActEdge, ...]

    def steps(self, unit: int, most: int) -> Iterator[ActEdge]:
        """The way and as many laps as spend so much in a unit, and one more."""
        yield from self.way
        spent, each = _cost(self.way, unit), _cost(self.lap, unit)
        for _ in range(2 + max(0, most - spent) // each):
            yield from self.lap

    def length(self, unit: int, most: int) -> int:
        """How many steps that are."""
        laps = 2 + max(0, most - _cost(self.way, unit)) // _cost(self.lap, unit)
        return len(self.way) + laps * len(self.lap)


def lapped(runs: Runs, bound: int) -> frozenset[str]:
    """Some endings that runs have within their limits, each the text of an act; `bound` counts
    steps of a run."""
    runtime = runs.runtime
    found = set()
    for start, atlas in zip(runs.starts, runs.atlases, strict=True):
        for name, most in runtime.cost_limits(start).items():
            unit = runtime.units.index(name)
            loop = loop_of(atlas, unit)
            if loop is not None and loop.length(unit, most) <= bound:
                found.add(_ending(runtime, start, loop.steps(unit, most)))
    return frozenset(found - {""})


def loop_of(atlas: ActAtlas, unit: int) -> Loop | None:
    """A loop that costs something in a unit, given by its number: of the first that is met, a
    shortest one; none where there is none."""
    parts = components([[each.target for each in row] for row in atlas.out])
    part_of = {state: number for number, part in enumerate(parts) for state in part}
    came: dict[int, ActEdge | None] = {0: None}
    waiting = deque([0])
    while waiting:
        state = waiting.popleft()
        for edge in atlas.out[state]:
            if edge.costs[unit] and part_of[edge.target] == part_of[state]:
                return Loop(_unrolled(came, state), (edge, *_between(atlas, edge.target, state)))
            if edge.target not in came:
                came[edge.target] = edge
                waiting.append(edge.target)
    return None


def _between(atlas: ActAtlas, first: int, last: int) -> tuple[ActEdge, ...]:
    """A shortest way between two states of which the second can be reached from the first."""
    came: dict[int, ActEdge | None] = {first: None}
    waiting = deque([first])
    while last not in came:
        for edge in atlas.out[waiting.popleft()]:
            if edge.target not in came:
                came[edge.target] = edge
                waiting.append(edge.target)
    return _unrolled(came, last)


def _unrolled(came: dict[int, ActEdge | None], last: int) -> tuple[ActEdge, ...]:
    edges: list[ActEdge] = []
    edge = came[last]
    while edge is not None:
        edges.append(edge)
        edge = came[edge.source]
    return tuple(reversed(edges))


def _cost(edges: Sequence[ActEdge], unit: int) -> int:
    return sum(each.costs[unit] for each in edges)


def _ending(runtime: Runtime[Any], state: Any, steps: Iterator[ActEdge]) -> str:
    """How a run ends that makes the choices of some steps; empty where it goes on after them, or
    they are not all its own."""
    for edge in steps:
        choice = runtime.with_limits(edge.choice)
        try:
            if choice not in runtime.act_choices(state):
                return ""
        except TooManyChoices:
            return ""
        take(OF_RUN)
        state, _ = runtime.step(state, choice)
        outcome = runtime.outcome(state)
        if outcome.kind != "running":
            return f"end {outcome.kind}"
    return ""
