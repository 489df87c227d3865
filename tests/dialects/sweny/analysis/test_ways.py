"""The bare graph of a workflow, by the names of its nodes."""

from __future__ import annotations

import pytest

from phaselint.dialects.sweny.analysis import reachability
from phaselint.dialects.sweny.analysis.reachability import Ways
from phaselint.dialects.sweny.model import Edge


def graph(*texts: str) -> Ways:
    """Nodes and edges from words like `ab` for an edge from a to b; the first is the entry."""
    names = dict.fromkeys("".join(texts))
    edges = [Edge(number, *text) for number, text in enumerate(texts) if len(text) == 2]
    return Ways(names, texts[0][0], edges)


DIAMOND = graph("ab", "ac", "bd", "cd", "de", "fe")


def test_a_way_is_a_shortest_one_around_what_it_avoids() -> None:
    assert DIAMOND.way("e") == ("a", "b", "d", "e")
    assert DIAMOND.way("e", avoiding=("b",)) == ("a", "c", "d", "e")
    assert DIAMOND.way("e", start="f") == ("f", "e")


@pytest.mark.parametrize("node", ["a", "d", "e"])
def test_there_is_no_way_around_what_dominates(node: str) -> None:
    assert DIAMOND.dominates(node, "e")
    assert DIAMOND.way("e", avoiding=(node,)) == ()


def test_the_edges_to_a_node_are_those_of_a_shortest_path() -> None:
    assert [edge.number for edge in DIAMOND.edges_to("e")] == [0, 2, 4]
    assert DIAMOND.edges_to("a") == ()
    assert "f" not in DIAMOND.depth


@pytest.mark.parametrize("most", [reachability.MOST_PAIRED, 0])
def test_what_may_have_run_before(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reachability, "MOST_PAIRED", most)
    looped = graph("ab", "bc", "cb", "cd", "ed")
    before = {name: "".join(f for f in "abcde" if looped.precedes(f, name)) for name in "abcde"}
    assert before == {"a": "", "b": "abc", "c": "abc", "d": "abc", "e": ""}


def test_cycles_are_those_of_the_edges_given() -> None:
    looped = graph("aa", "ab", "bc", "ca", "cb")
    edges = [edge for row in looped.out.values() for edge in row]
    assert looped.cycles(edges, 100) == (("b", "c", "b"),)
    assert looped.cycles(edges[:-1], 100) == (("a", "b", "c", "a"),)
    assert looped.cycles(edges[:-2], 100) == ()
