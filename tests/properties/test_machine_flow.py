"""Shortest paths and cheapest flows against networkx."""

from __future__ import annotations

import random
from typing import NamedTuple

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.machine.counted import BoundedGraph, Pairs, Way
from phaselint.machine.flow import Network, Transport, between

MANY = settings(max_examples=80)
SEEDS = st.integers(0, 2**32 - 1)
ENOUGH = 10**6


class Case(NamedTuple):
    """Pairs, the same with costs as a network and as a graph, and a balance of zero."""

    pairs: Pairs
    network: Network
    graph: nx.DiGraph[int]
    balance: dict[int, int]


def drawn(seed: int) -> Case:
    pick = random.Random(seed)
    phases = pick.randint(2, 9)
    ends = {(pick.randrange(phases), pick.randrange(phases)) for _ in range(3 * phases)}
    ways = tuple(Way(*pair, pick.randint(1, 3)) for pair in sorted(ends))
    balance = dict.fromkeys(range(phases), 0)
    for _ in range(pick.randint(1, 8)):
        balance[pick.randrange(phases)] += 1
        balance[pick.randrange(phases)] -= 1
    graph: nx.DiGraph[int] = nx.DiGraph()
    for phase, units in balance.items():
        graph.add_node(phase, demand=-units)
    cost = [pick.randint(0, 4) for _ in ways]
    for way, weight in zip(ways, cost, strict=True):
        graph.add_edge(way.source, way.target, capacity=way.most, weight=weight)
    pairs = Pairs(BoundedGraph(phases, 0, ways), 100)
    network = Network(
        source=pairs.source,
        target=pairs.target,
        most=pairs.most,
        cost=cost,
        out=pairs.out,
        into=pairs.into,
    )
    return Case(pairs, network, graph, balance)


def least(case: Case) -> int | None:
    """Give the least cost; none when the units cannot all be brought."""
    try:
        return int(nx.min_cost_flow_cost(case.graph))
    except nx.NetworkXUnfeasible:
        return None


@given(SEEDS)
@MANY
def test_flows_are_cheapest_and_add_up(seed: int) -> None:
    case = drawn(seed)
    transport = Transport(case.network, case.balance)
    assert transport.settle(ENOUGH) >= 0
    expected = least(case)
    assert transport.settled == (expected is not None)
    if expected is None:
        return
    spent = sum(case.network.cost[arc] * units for arc, units in transport.flow.items())
    assert spent == transport.risen == expected
    net = dict(case.balance)
    for pair, units in transport.flow.items():
        assert 0 <= units <= case.pairs.most[pair]
        net[case.pairs.source[pair]] -= units
        net[case.pairs.target[pair]] += units
    assert not any(net.values())


@given(SEEDS, st.integers(0, 20))
@MANY
def test_a_flow_is_broken_off_only_when_it_costs_more(seed: int, dearest: int) -> None:
    case = drawn(seed)
    expected = least(case)
    transport = Transport(case.network, case.balance)
    transport.settle(ENOUGH, dearest)
    assert transport.settled == (expected is not None and expected <= dearest)


@given(SEEDS, st.integers(0, 8))
@MANY
def test_paths_are_shortest(seed: int, furthest: int) -> None:
    pairs, _, graph, balance = drawn(seed)
    start, goal = 0, len(balance) - 1
    path, rest = between(pairs, start, goal, furthest, ENOUGH)
    assert rest >= 0
    lengths = nx.single_source_shortest_path_length(graph, start)
    expected = lengths.get(goal, furthest + 1)
    assert (path is not None) == (expected <= furthest)
    if path is not None:
        assert len(path) == expected
        nodes = [start, *(pairs.target[pair] for pair in path)]
        assert [pairs.source[pair] for pair in path] == nodes[:-1]
        assert nodes[-1] == goal
