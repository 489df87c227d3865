"""Findings about programs in which the order of `Send`s, a command for the parent or an error
handler decides: whatever is found is what runs do."""

from __future__ import annotations

import pytest

from dialects.langgraph.running.graphs import HEAD
from laws.bench import checks

SENDS_IN_ORDER = """
def draft(state):
    if odds() < 1:
        return Command(goto=END)
    return Command(goto=Send("draft", state), update={"x": "draft"})


def file(state):
    return {"x": "file"}


def edit(state):
    return Command(goto=Send("file", state))


g = StateGraph(State)
g.add_node("edit", edit)
g.add_node("draft", draft)
g.add_node("file", file)
g.add_edge(START, "draft")
g.add_edge("draft", "edit")
app = g.compile()
"""

LEAVES = """
def edit(state):
    if odds() < 1:
        return {"log": []}
    return Command(goto="file", update={"log": []})


def draft(state):
    if odds() < 1:
        return Command(goto=Send("edit", state))
    return Command(goto="book", graph=Command.PARENT)


def file(state):
    return Command(goto="draft")


inner = StateGraph(State)
inner.add_node("edit", edit)
inner.add_node("draft", draft)
inner.add_node("check", does_nothing)
inner.add_node("file", file, defer=True)
inner.add_edge(START, "file")
inner.add_edge("check", "draft")
inner.add_edge("edit", "check")
inner.add_edge(["file", "check", "edit"], "check")
g = StateGraph(State)
g.add_node("inner", inner.compile())
g.add_node("book", does_nothing)
g.add_edge(START, "inner")
app = g.compile()
"""

HANDLED = """
def grade(state):
    if odds() < 1:
        return {"log": []}
    raise ValueError("no")


def rescue(state):
    if odds() < 1:
        return {"log": []}
    return Command(goto=["grade", "check"])


g = StateGraph(State)
g.add_node("grade", grade)
g.add_node("check", does_nothing)
g.add_node("draft", does_nothing, error_handler=rescue)
g.add_edge(START, "draft")
g.add_edge("draft", "check")
g.add_edge("grade", "grade")
g.add_edge("check", "check")
app = g.compile()
"""


@pytest.mark.parametrize(
    ("program", "rule", "found"),
    [
        (SENDS_IN_ORDER, "concurrent-write", 1),
        (LEAVES, "deferred-runs-early", 0),
        (HANDLED, "deadlocked-phases", 1),
    ],
)
def test_what_is_found_is_not_refuted(program: str, rule: str, found: int) -> None:
    files = {"graph.py": HEAD + program, "services.py": "def odds():\n    return 0\n"}
    hits = [
        hit for _, _, checked in checks(files, bound=5_000, dry_run=True) for hit in checked.hits
    ]
    assert [hit.rule.name for hit in hits if hit.proof and hit.proof.status == "refuted"] == []
    assert sum(hit.rule.name == rule for hit in hits) == found
