"""Policies about what only a recursion limit brings about: a graph in a node fails by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.langgraph.running.graphs import OPTIONS, RUNTIME, contract
from laws.bruteforce import DrawnRuns
from phaselint.behavior.product import judge
from phaselint.policies.naming import resolved
from phaselint.policies.reading import read_policies

if TYPE_CHECKING:
    from phaselint.behavior.product import Verdict

LOOPS = """
inner = StateGraph(State)
inner.add_node("work", does_nothing)
inner.add_edge(START, "work")
inner.add_conditional_edges("work", route, {"again": "work", "enough": END})
"""
OUTER = """
def route(state):
    return "again" if odds() > 0.5 else "enough"

%s
def recover(state):
    return Command(goto="file")

g = StateGraph(State)
g.add_node("draft", inner.compile()%s)
g.add_node("file", does_nothing)
g.add_edge(START, "draft")
g.add_edge("draft", "file")
g.add_edge("file", END)
app = g.compile()
"""


def verdict(written: Any, *, limit: int, inner: str = LOOPS, more: str = "") -> Verdict:
    found = contract(OUTER % (inner, more))
    start = RUNTIME.start(found, {**OPTIONS, "recursion-limit": limit}, {}, {})
    runs = DrawnRuns(RUNTIME, found, start)
    policies, flaws = read_policies([written], ("policies",))
    assert not flaws
    return judge(runs, resolved(policies[0], [each.act for each in runs.known]))


@pytest.mark.parametrize(
    ("written", "status"),
    [
        ({"never": "fail draft"}, "violated"),
        ({"some-run": "fail draft"}, "holds"),
        ({"never-both": ["enter file", "fail draft"]}, "holds"),
        ({"never": "fail draft/work"}, "holds"),
        ({"some-run": "fail file"}, "violated"),
    ],
)
def test_a_graph_in_a_node_fails_by_the_limit(written: Any, status: str) -> None:
    assert verdict(written, limit=4).status == status


def test_it_does_not_where_it_has_too_few_steps_for_that() -> None:
    inner = LOOPS.replace('"again": "work"', '"again": END')
    assert verdict({"never": "fail draft"}, limit=4, inner=inner).status == "holds"


def test_a_handler_goes_on_where_the_limit_ends_the_graph_in_the_node() -> None:
    said = verdict(
        {"never": "enter file", "after": "fail draft"}, limit=4, more=", error_handler=recover"
    )
    assert said.status == "violated"
    assert "fail draft" in [each.text for each in said.acts]
