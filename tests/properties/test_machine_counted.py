"""Counted graphs against brute force over all their states."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machine.tally import State, dead, drawn, end, fewest, going_on
from phaselint.machine.counted import BoundedGraph, Way, visits
from phaselint.machine.longest import longest
from phaselint.machine.spending import Ground, Spending, dead_ends, forced

if TYPE_CHECKING:
    from collections.abc import Sequence

MANY = settings(max_examples=90)
STEPS = 9
SEEDS = st.integers(0, 2**32 - 1)


def check(counted: BoundedGraph, found: Spending, expected: dict[int, int]) -> None:
    """Check that the runs are real, that they are the shortest, and that none is missing."""
    assert found.unknown == ()
    assert {row.phase: len(row.run) for row in found.found} == expected
    for row in found.found:
        state = end(counted, row.run)
        assert state is not None
        assert state.phase == row.phase
        assert row.spent == dead(counted, state)


@given(SEEDS)
@MANY
def test_dead_ends(seed: int) -> None:
    counted = drawn(seed)
    expected = fewest(counted, STEPS, lambda _, row: bool(row) and not any(row))
    check(counted, dead_ends(Ground(counted, STEPS)), expected)


@given(SEEDS)
@MANY
def test_forced_branches(seed: int) -> None:
    counted = drawn(seed)
    pick = random.Random(seed)
    conditional = [pick.random() < 0.8 for _ in counted.ways]
    flags: list[list[bool]] = [[] for _ in range(counted.phases)]
    for flag, way in zip(conditional, counted.ways, strict=True):
        flags[way.source].append(flag)

    def is_forced(phase: int, row: Sequence[bool]) -> bool:
        left = [flag for flag, is_live in zip(flags[phase], row, strict=True) if is_live]
        return bool(left) and all(left) and len(left) < len(row)

    expected = fewest(counted, STEPS, is_forced)
    check(counted, forced(Ground(counted, STEPS), conditional), expected)


@given(SEEDS, st.integers(1, STEPS))
@MANY
def test_longest_runs(seed: int, more_than: int) -> None:
    counted = drawn(seed)
    found = longest(counted, more_than)
    assert found.complete
    lengths = fewest(counted, more_than + 1, lambda *_: True)
    layer = {State(counted.entry, (0,) * len(counted.ways))}
    for _ in range(more_than):
        layer = {new for old in layer for new in going_on(counted, old)}
    assert lengths
    assert (found.run is not None) == bool(layer)
    if found.run is not None:
        assert len(found.run) == more_than
        assert end(counted, found.run) is not None


@given(SEEDS)
@MANY
def test_visits_bound_what_runs_do(seed: int) -> None:
    counted = drawn(seed)
    bounds = visits(counted, cap=STEPS + 1)
    layer = {(State(counted.entry, (0,) * len(counted.ways)), _once(counted, counted.entry))}
    for _ in range(STEPS):
        for _, tally in layer:
            assert all(have <= most for have, most in zip(tally, bounds, strict=True))
        layer = {
            (new, _more(tally, new.phase)) for old, tally in layer for new in going_on(counted, old)
        }


def _once(counted: BoundedGraph, phase: int) -> tuple[int, ...]:
    return tuple(int(number == phase) for number in range(counted.phases))


def _more(tally: tuple[int, ...], phase: int) -> tuple[int, ...]:
    return tuple(count + (number == phase) for number, count in enumerate(tally))


def looping(seed: int) -> BoundedGraph:
    """Draw a graph of 15 phases in which every way back has a maximum, as have many others."""
    pick = random.Random(seed)
    share = pick.choice((0, 0.5, 0.9))
    ways = [Way(phase, phase + 1) for phase in range(14)]
    for _ in range(20):
        source, target = pick.randrange(15), pick.randrange(15)
        limited = source >= target or pick.random() < share
        ways.append(Way(source, target, pick.randint(1, 8) if limited else None))
    return BoundedGraph(15, 0, tuple(ways))


def most_visits(counted: BoundedGraph) -> int:
    """Bound the visits of runs from above by the dearest flow."""
    most: dict[tuple[int, int], int] = {}
    for way in counted.ways:
        limit = 1_000 if way.most is None else way.most
        most[way.source, way.target] = max(limit, most.get((way.source, way.target), 0))
    built: nx.DiGraph[object] = nx.DiGraph()
    for (source, target), limit in most.items():
        built.add_edge(source, ("to", source, target), capacity=limit, weight=-1)
        built.add_edge(("to", source, target), target, capacity=limit, weight=0)
    for phase in range(counted.phases):
        built.add_edge(phase, "end", capacity=1, weight=0)
    built.nodes[counted.entry]["demand"] = -1
    built.nodes["end"]["demand"] = 1
    return 1 - int(nx.network_simplex(built)[0])


@pytest.mark.parametrize("seed", range(40))
def test_what_no_flow_allows_no_run_does(seed: int) -> None:
    """Far too many states for a search: the bound from above has to be as good as a flow's."""
    counted = looping(seed)
    limit = most_visits(counted)
    assert longest(counted, limit, bound=1500) == (None, True)
    found = longest(counted, limit // 2)
    assert found.run is not None
    assert end(counted, found.run) is not None
