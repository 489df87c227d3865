"""Branches that meet again, and islands of unreachable nodes (reference sweny §7.2, §8.2)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.dialects.sweny.analysis.branches import Meeting, islands, meetings
from phaselint.dialects.sweny.model import Edge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MODEST = settings(max_examples=150)


def out(pairs: Sequence[tuple[int, int]], size: int) -> Mapping[str, list[Edge]]:
    found: dict[str, list[Edge]] = {str(node): [] for node in range(size)}
    for number, (source, target) in enumerate(pairs):
        found[str(source)].append(Edge(number, str(source), str(target)))
    return found


@st.composite
def graphs(draw: st.DrawFn) -> Mapping[str, list[Edge]]:
    size = draw(st.integers(1, 7))
    node = st.integers(0, size - 1)
    return out(draw(st.lists(st.tuples(node, node), max_size=14)), size)


def oracle(graph: Mapping[str, Sequence[Edge]]) -> nx.DiGraph[str]:
    made: nx.DiGraph[str] = nx.DiGraph()
    made.add_nodes_from(graph)
    made.add_edges_from(edge.pair for edges in graph.values() for edge in edges)
    return made


@given(graphs())
@MODEST
def test_branches_meet_where_both_lead(graph: Mapping[str, list[Edge]]) -> None:
    forks = {name: edges for name, edges in graph.items() if len(edges) > 1}
    found = meetings(graph, forks, 10_000)
    assert found.complete
    for name, edges in forks.items():
        rest = oracle(graph)
        rest.remove_node(name)
        starts = {edge.target for edge in edges} - {name}
        reach = {start: {start} | nx.descendants(rest, start) for start in starts}
        meeting = found.found[name]
        if meeting is None:
            assert all(reach[a].isdisjoint(reach[b]) for a, b in combinations(starts, 2))
        else:
            assert meeting.first != meeting.second
            assert meeting.node in reach[meeting.first] & reach[meeting.second]


def test_the_first_branches_in_the_file_come_first() -> None:
    graph = out([(0, 2), (0, 1), (1, 3), (2, 3)], 4)
    assert meetings(graph, {"0": graph["0"]}, 9).found == {"0": Meeting("3", "2", "1")}


def test_what_the_bound_keeps_open_is_not_there() -> None:
    graph = out([(0, 1), (0, 2), (1, 3), (2, 3)], 4)
    assert meetings(graph, {"0": graph["0"]}, 1) == ({}, False)


@given(graphs(), st.data())
@MODEST
def test_islands_are_weak_components_of_what_is_out_of_reach(
    graph: Mapping[str, list[Edge]], data: st.DataObject
) -> None:
    reach = data.draw(st.sets(st.sampled_from(sorted(graph))))
    rest = oracle(graph).subgraph(set(graph) - reach)
    expected = {
        name: tuple(sorted(members))
        for members in nx.weakly_connected_components(rest)
        for name in members
    }
    assert islands(graph, reach) == expected
