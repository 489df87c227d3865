"""Endings that a limit gives runs which repeat a loop as often as it allows.

To look for them state by state takes all choices on the way. A loop is known from the runs without
limits, so its choices alone are made again, with the limits, as long as each is one that a run has.
"""

from __future__ import annotations

from itertools import chain, repeat

from phaselint.dialects.protocol import TooManyChoices
from phaselint.machine.heaviest import Arc, heaviest
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaselint.behavior.acting import ActAtlas, ActEdge
    from phaselint.behavior.runs import Runs
    from phaselint.dialects.protocol import Runtime
    from phaselint.machine.heaviest import Step


def lapped(runs: Runs, bound: int) -> frozenset[str]:
    """Some endings that runs have within their limits, each the text of an act; `bound` counts
    steps of a run."""
    runtime = runs.runtime
    found = set()
    for start, atlas in zip(runs.starts, runs.atlases, strict=True):
        for name, most in runtime.cost_limits(start).items():
            steps = _round(atlas, runtime.units.index(name), most, bound)
            found.add(_ending(runtime, start, steps))
    return frozenset(found - {""})


def _round(atlas: ActAtlas, unit: int, most: int, bound: int) -> Iterable[ActEdge]:
    """The steps of a run that repeats a loop until it has spent so much in a unit, given by its
    number, and once more; none where no loop costs something in it, or there are too many."""
    found = heaviest([[Arc(edge.target, edge.costs[unit]) for edge in row] for row in atlas.out])
    if not found.loop:
        return ()
    way, lap = _edges(atlas, found.walk), _edges(atlas, found.loop)
    left = most - sum(each.costs[unit] for each in way)
    laps = 2 + max(0, left) // sum(each.costs[unit] for each in lap)
    if len(way) + laps * len(lap) > bound:
        return ()
    return chain(way, chain.from_iterable(repeat(lap, laps)))


def _edges(atlas: ActAtlas, walk: Iterable[Step]) -> Sequence[ActEdge]:
    return [atlas.out[node][number] for node, number in walk]


def _ending(runtime: Runtime[Any], state: Any, steps: Iterable[ActEdge]) -> str:
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
