"""The bare graph passes against networkx."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.machine import graph

SLOW = settings(max_examples=150)


@st.composite
def graphs(draw: st.DrawFn) -> graph.Adjacency:
    count = draw(st.integers(1, 9))
    row = st.lists(st.integers(0, count - 1), max_size=4)
    return draw(st.lists(row, min_size=count, max_size=count))


def oracle(adj: graph.Adjacency) -> nx.DiGraph[int]:
    built: nx.DiGraph[int] = nx.DiGraph()
    built.add_nodes_from(range(len(adj)))
    built.add_edges_from((node, target) for node, row in enumerate(adj) for target in row)
    return built


@given(graphs())
@SLOW
def test_reachability_and_distances(adj: graph.Adjacency) -> None:
    lengths = nx.single_source_shortest_path_length(oracle(adj), 0)
    expected = [lengths.get(node, -1) for node in range(len(adj))]
    assert graph.distances(adj, [0]) == expected
    assert graph.reachable(adj, [0]) == [far >= 0 for far in expected]
    back = graph.reverse(adj)
    upstream = nx.ancestors(oracle(adj), 0) | {0}
    assert graph.reachable(back, [0]) == [node in upstream for node in range(len(adj))]


@given(graphs(), st.data())
@SLOW
def test_shortest_paths(adj: graph.Adjacency, data: st.DataObject) -> None:
    goals = data.draw(st.sets(st.integers(0, len(adj) - 1), max_size=3))
    found = graph.shortest_path(adj, [0], goals)
    lengths = nx.single_source_shortest_path_length(oracle(adj), 0)
    expected = min((lengths[goal] for goal in goals if goal in lengths), default=None)
    if found is None:
        assert expected is None
        return
    assert len(found) - 1 == expected
    assert found[0] == 0
    assert found[-1] in goals
    assert all(b in adj[a] for a, b in pairwise(found))


@given(graphs(), st.data())
@SLOW
def test_components(adj: graph.Adjacency, data: st.DataObject) -> None:
    size = len(adj)
    within = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    part = oracle(adj).subgraph([node for node in range(size) if within[node]])
    expected = [sorted(members) for members in nx.strongly_connected_components(part)]
    found = graph.components(adj, within)
    assert sorted(found) == sorted(expected)
    place = {member: k for k, members in enumerate(found) for member in members}
    assert all(place[target] <= place[node] for node, target in part.edges)
    assert sorted(graph.components(adj)) == sorted(
        sorted(members) for members in nx.strongly_connected_components(oracle(adj))
    )
    bottoms = [sorted(members) for members in nx.attracting_components(part)]
    assert graph.bottom_components(adj, within) == sorted(bottoms)


@given(graphs())
@SLOW
def test_laps(adj: graph.Adjacency) -> None:
    for members in graph.components(adj):
        walk = graph.find_cycle(adj, members)
        cycles = [
            cycle
            for cycle in nx.simple_cycles(oracle(adj).subgraph(members))
            if members[0] in cycle
        ]
        if not cycles:
            assert walk == []
            continue
        assert walk[0] == walk[-1] == members[0]
        assert len(walk) - 1 == min(map(len, cycles))
        assert all(b in adj[a] for a, b in pairwise(walk))


@given(graphs())
@SLOW
def test_shortest_laps(adj: graph.Adjacency) -> None:
    for members in graph.components(adj):
        cycles = list(nx.simple_cycles(oracle(adj).subgraph(members)))
        walk = graph.shortest_cycle(adj, members, 1_000)
        assert max(len(walk) - 1, 0) == min(map(len, cycles), default=0)
        assert all(b in adj[a] for a, b in pairwise(walk))
        assert graph.shortest_cycle(adj, members, 0) == graph.find_cycle(adj, members)
