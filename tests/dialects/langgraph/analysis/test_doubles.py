"""Nodes that run twice: by what an error handler or a graph in a node has run."""

from __future__ import annotations

from typing import Any

from dialects.langgraph.running.graphs import OPTIONS, contract, lines
from phaselint.dialects.langgraph import DIALECT
from phaselint.dialects.langgraph.analysis.doubles import doubles

TEXT = """
def raises(state):
    raise ValueError("no")

def recover(state):
    return Command(goto="b")

def over(state):
    return Command(goto="b", graph=Command.PARENT)

inner = StateGraph(State)
inner.add_node("work", over)
inner.add_edge(START, "work")
g = StateGraph(State)
g.add_node("a", %s)
g.add_node("b", does_nothing)
g.add_edge(START, "a")
g.add_edge(START, "b")
app = g.compile()
"""


def found(action: str) -> list[tuple[str, tuple[tuple[str, ...], tuple[str, ...]]]]:
    loaded = contract(TEXT % action, version="1.2")
    facts: Any = DIALECT.study(loaded, {**OPTIONS, "version": "1.2"}, 1000)
    (ways,) = facts.ways
    return [(each.name, each.wakers) for each in doubles(ways)]


def test_an_error_handler_may_have_a_node_run_again() -> None:
    assert found("raises, error_handler=recover") == []


def test_a_graph_in_a_node_has_a_node_run_again_and_a_run_says_so() -> None:
    assert found("inner.compile()") == [("b", (("__start__",), ("a",)))]
    commanding = {"a/work": [{"goto": ["b"], "parent": True}]}
    told = lines(contract(TEXT % "inner.compile()"), model=commanding)
    assert any("again" in each for each in told), told
