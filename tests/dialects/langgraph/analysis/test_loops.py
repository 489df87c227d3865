"""Loops without an exit: which nodes may run beside them, and raise."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.langgraph.running.graphs import OPTIONS, contract
from phaselint.dialects.langgraph import DIALECT

TEXT = """
def recover(state):
    return Command(goto=%s)

def count(state):
    if odds() > 0.5:
        raise LookupError("no order")
    return Command(goto="count")

g = StateGraph(State)
g.add_node("pack", does_nothing%s)
g.add_node("count", count)
g.add_node("watch", does_nothing)
g.add_edge(START, "pack")
g.add_edge("pack", "watch")
g.add_edge("watch", "watch")
app = g.compile()
"""
HANDLED = ", error_handler=recover"


@pytest.mark.parametrize(
    ("target", "handled", "raising"),
    [
        ('["count", "watch"]', HANDLED, ["count"]),
        ('["count", "watch"]', "", []),
        ('"watch"', HANDLED, []),
        ("odds()", HANDLED, ["count"]),
    ],
)
def test_a_loop_runs_beside_what_error_handlers_go_to(
    target: str, handled: str, raising: list[str]
) -> None:
    found = contract(TEXT % (target, handled), version="1.2")
    facts: Any = DIALECT.study(found, {**OPTIONS, "version": "1.2"}, 1000)
    loops = {each.nodes: [f.name for f in each.raises] for each in facts.ways[0].loops}
    assert loops[("watch",)] == raising
