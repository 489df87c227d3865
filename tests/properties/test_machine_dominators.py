"""Dominators against networkx."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.machine.dominators import dominates, dominators

if TYPE_CHECKING:
    from phaselint.machine.graph import Adjacency

MANY = settings(max_examples=80)


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
def test_what_does_not_dominate_can_be_avoided(adj: Adjacency, data: st.DataObject) -> None:
    node = st.integers(0, len(adj) - 1)
    goal, avoid = data.draw(node), data.draw(node)
    without = oracle(adj)
    without.remove_node(avoid)
    avoidable = avoid not in {0, goal} and nx.has_path(without, 0, goal)
    idom = dominators(adj, 0)
    assert dominates(idom, avoid, goal) == (idom[goal] >= 0 and not avoidable)
