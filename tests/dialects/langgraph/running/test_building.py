"""What LangGraph refuses to build, with its words (reference §4), beside LangGraph itself."""

from __future__ import annotations

import sys
from textwrap import dedent
from types import ModuleType

import pytest

from dialects.langgraph.running.graphs import HEAD, RUNTIME, contract, nodes, played

ENTRY = 'g.add_edge(START, "a")'
A, AB = nodes("a"), nodes("a b")
NO_ENTRY = "Graph must have an entrypoint: add at least one edge from START to another node"
LAMBDAS = """\
g.add_conditional_edges("a", lambda s: END)
g.add_conditional_edges("a", lambda s: "a")"""
CASES = {
    "twice": (f"{A}\n{A}\n{ENTRY}", "duplicate-node", "Node `a` already present."),
    "end": (
        f"{A}\n{nodes('__end__')}\n{ENTRY}",
        "reserved-node-name",
        "Node `__end__` is reserved.",
    ),
    "colon": (
        f"{A}\n{nodes('a:b')}\n{ENTRY}",
        "reserved-node-name",
        "':' is a reserved character and is not allowed in the node names.",
    ),
    "reserved": (
        f"{A}\n{nodes('__interrupt__')}\n{ENTRY}",
        "reserved-node-name",
        "Node name '__interrupt__' is reserved",
    ),
    "no action": (f'{A}\ng.add_node("b")\n{ENTRY}', "node-without-action", ""),
    "from the end": (
        f'{A}\n{ENTRY}\ng.add_edge(END, "a")',
        "reserved-endpoint",
        "END cannot be a start node",
    ),
    "to the start": (
        f'{A}\n{ENTRY}\ng.add_edge("a", START)',
        "reserved-endpoint",
        "START cannot be an end node",
    ),
    "early join": (
        f'{A}\n{ENTRY}\ng.add_edge(["a", "b"], "a")\n{nodes("b")}',
        "join-before-node",
        "Need to add_node `b` first",
    ),
    "unknown member": (
        f'{A}\n{ENTRY}\ng.add_edge(["a", "b"], "a")',
        "unknown-source",
        "Need to add_node `b` first",
    ),
    "unknown join": (
        f'{AB}\n{ENTRY}\ng.add_edge(["a", "b"], "c")',
        "unknown-target",
        "Need to add_node `c` first",
    ),
    "unknown source": (
        f'{A}\n{ENTRY}\ng.add_edge("b", "a")',
        "unknown-source",
        "Found edge starting at unknown node 'b'",
    ),
    "unknown target": (
        f'{A}\n{ENTRY}\ng.add_edge("a", "b")',
        "unknown-target",
        "Found edge ending at unknown node `b`",
    ),
    "unknown entry": (
        f'{A}\ng.add_edge(START, "b")',
        "unknown-entry",
        "Found edge ending at unknown node `b`",
    ),
    "no entry": (f'{AB}\ng.add_edge("a", "b")', "unknown-entry", NO_ENTRY),
    "unknown label": (
        f'{A}\n{ENTRY}\ng.add_conditional_edges("a", route, {{"x": "zz"}})',
        "unknown-target",
        "At 'a' node, 'route' branch found unknown target 'zz'",
    ),
    "one router twice": (
        f'{A}\n{ENTRY}\ng.add_conditional_edges("a", route)\ng.add_conditional_edges("a", route)',
        "duplicate-branch-name",
        "Branch with name `route` already exists for node `a`",
    ),
    "two lambdas": (
        f"{A}\n{ENTRY}\n{LAMBDAS}",
        "duplicate-branch-name",
        "Branch with name `None` already exists for node `a`",
    ),
}
ROUTE = 'def route(state):\n    return "x"\n\n'


def text_of(lines: str, compiled: str = "") -> str:
    return f"{ROUTE}g = StateGraph(State)\n{lines}\napp = g.compile({compiled})\n"


@pytest.mark.parametrize("case", CASES)
def test_what_is_refused(case: str) -> None:
    lines, code, text = CASES[case]
    run = played(contract(text_of(lines))).run
    assert run.outcome.kind == "refused"
    assert run.outcome.detail.split(", ")[0] == code
    assert run.summary["refusal"] == text
    assert RUNTIME.refusal(run.last) == run.outcome.detail
    assert run.summary["steps"] == []


def test_a_breakpoint_at_nothing_is_refused() -> None:
    found = contract(text_of(f"{A}\n{ENTRY}", 'interrupt_before=["b"]'))
    run = played(found).run
    assert str(run.outcome) == "refused(unknown-interrupt-node)"
    assert run.summary["refusal"] == "Interrupt node `b` not found"


def test_all_that_is_refused_is_told_in_order() -> None:
    lines = f'{A}\n{A}\n{ENTRY}\ng.add_edge("a", "b")\ng.add_edge("c", "a")'
    outcome = played(contract(text_of(lines))).run.outcome
    assert outcome.detail == "duplicate-node, unknown-source, unknown-target"


def test_what_may_not_be_there_is_not_refused() -> None:
    """A graph that others go on building, and edges whose ends are not known."""
    lines = f'{A}\n{ENTRY}\ng.add_edge("a", "b")\nodds(g)'
    assert played(contract(text_of(lines))).run.outcome.kind != "refused"


def test_conditions_choose_what_is_built() -> None:
    lines = f'{A}\n{ENTRY}\nif odds():\n    {nodes("b")}\ng.add_edge("a", "b")'
    found = contract(text_of(lines))
    with_b, without = RUNTIME.sample_inputs(found)
    assert played(found, given=with_b).run.outcome.kind == "completed"
    assert str(played(found, given=without).run.outcome) == "refused(unknown-target)"
    # Nothing is said of the condition: what is refused under any is.
    assert str(played(found).run.outcome) == "refused(unknown-target)"


@pytest.mark.langgraph
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", CASES)
def test_the_package_says_the_same(case: str) -> None:
    pytest.importorskip("langgraph", reason="langgraph is not installed")
    services = ModuleType("services")
    services.odds = lambda: 0  # type: ignore[attr-defined]
    sys.modules["services"] = services
    code = compile(HEAD + dedent(text_of(CASES[case][0])), "graph.py", "exec", dont_inherit=True)
    with pytest.raises(Exception) as caught:  # noqa: PT011 - which it is, the package says
        exec(code, {"__name__": "graph"})
    run = played(contract(text_of(CASES[case][0]))).run
    assert type(caught.value).__name__ == run.events[0].data["error"]
    assert str(caught.value).partition("\n")[0] == run.summary["refusal"]
