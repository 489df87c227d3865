"""Dominators against networkx."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.machine.dominators import avoiding_path, dominates, dominators

if TYPE_CHECKING:
    from phaselint.machine.graph import Adjacency

MANY = settings(max_examples=300, deadline=None, derandomize=True)


def drawn(seed: int) -> Adjacency:
    pick = random.Random(seed)
    count = pick.randint(1, 20)
    adj: Adjacency = [[] for _ in range(count)]
    for _ in range(int(count * pick.choice((1, 1.5, 2)))):
        adj[pick.randrange(count)].append(pick.randrange(count))
    return adj


GRAPHS = st.integers(0, 2**32 - 1).map(drawn)


def oracle(adj: Adjacency) -> nx.DiGraph[int]:
    built: nx.DiGraph[int] = nx.DiGraph()
    built.add_nodes_from(range(len(adj)))
    built.add_edges_from((node, target) for node, row in enumerate(adj) for target in row)
    return built


@given(GRAPHS)
@MANY
def test_immediate_dominators(adj: Adjacency) -> None:
    # Whether the entry is its own or has none differs between releases of networkx.
    expected = dict(nx.immediate_dominators(oracle(adj), 0)) | {0: 0}
    assert dominators(adj, 0) == [expected.get(node, -1) for node in range(len(adj))]


@given(GRAPHS, st.data())
@MANY
def test_a_path_avoids_exactly_what_does_not_dominate(adj: Adjacency, data: st.DataObject) -> None:
    node = st.integers(0, len(adj) - 1)
    goal, avoid = data.draw(node), data.draw(node)
    idom = dominators(adj, 0)
    path = avoiding_path(adj, 0, goal, avoid)
    assert (path is not None) == (idom[goal] >= 0 and not dominates(idom, avoid, goal))
    if path is not None:
        without = oracle(adj)
        without.remove_node(avoid)
        assert nx.is_path(without, path)
        assert len(path) - 1 == nx.shortest_path_length(without, 0, goal)
