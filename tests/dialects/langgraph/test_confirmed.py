"""Findings about programs in which the order of tasks, a command for the parent, an error handler
or what runs never get to decides: whatever is found is what runs do."""

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

SPELLED = """
class Step(str, Enum):
    CHECK = "check"


def ask(state):
    return {"x": "ask"}


def check(state):
    if odds() < 1:
        return {}
    return {"x": "check"}


g = StateGraph(State)
g.add_node("start", does_nothing)
g.add_node("ask", ask)
g.add_node(Step.CHECK, check)
g.add_edge(START, "start")
g.add_edge("start", "ask")
g.add_edge("start", Step.CHECK)
app = g.compile()
"""

NEVER_RETURNED = """
class Own(TypedDict):
    log: Annotated[list, operator.add]


def back(state):
    return Command(goto=%s, graph=Command.PARENT)


def book(state):
    return {"x": "book"}


inner = StateGraph(Own)
inner.add_node("work", does_nothing%s)
inner.add_node("idle", back)
inner.add_edge(START, "work")
inner.add_edge("idle", "work")
g = StateGraph(State)
g.add_node("inner", inner.compile())
g.add_node("book", book)
g.add_node("wait", does_nothing)
g.add_edge(START, "inner")
g.add_edge(START, "book")
g.add_edge("inner", "wait")
app = g.compile()
"""

NAMED_WHERE_IT_FAILS = """
def route(state):
    if odds() < 1:
        return [None, "more"]
    return []


g = StateGraph(State)
g.add_node("grade", does_nothing)
g.add_node("book", does_nothing)
g.add_edge(START, "grade")
g.add_edge(START, "book")
g.add_edge("grade", "book")
g.add_conditional_edges("grade", route, {"more": "grade"})
app = g.compile()
"""

HANDLED_FIRST = """
def grade(state):
    raise ValueError("no")


def rescue(state):
    return Command(goto="book")


g = StateGraph(State)
g.add_node("grade", grade, error_handler=rescue)
g.add_node("ask", does_nothing)
g.add_node("check", does_nothing)
g.add_node("book", does_nothing)
g.add_edge(START, "grade")
g.add_edge(START, "ask")
g.add_edge("ask", "check")
g.add_edge("check", "book")
app = g.compile()
"""

INSIDE = """
class Step(str, Enum):
    CHECK = "check"


def raises(state):
    raise ValueError("no")


def may_raise(state):
    if odds() < 1:
        raise ValueError("no")
    return Command(goto=Send("aside", {}))


def back(state):
    return Command(goto="book", graph=Command.PARENT)


def leave(state):
    return Command(goto="check", graph=Command.PARENT)


def missing(state):
    return "missing"


def rescue(state):
    return Command(goto=Step.CHECK)


def book(state):
    return {"x": "book"}


inner = StateGraph(State)
inner.add_node("first", does_nothing)
inner.add_node("aside", does_nothing)
inner.add_edge(START, "first")
inner.add_node("work", %s)
inner.add_edge("first", "work")
%s
g = StateGraph(State)
g.add_node("sub", inner.compile()%s)
g.add_node("book", book)
g.add_node("check", does_nothing)
g.add_edge(START, "book")
g.add_edge("book", "sub")
%s
app = g.compile()
"""
LOOP = 'inner.add_edge("work", "work")'
MISSPELLED = LOOP + '\ninner.add_node(Step.CHECK, does_nothing)\ninner.add_edge("first", "check")'
ROUTED = 'inner.add_conditional_edges("work", missing, {"yes": END})'
HANDLER = ", error_handler=rescue"
BESIDE = 'g.add_node("late", book)\ng.add_edge("book", "late")'


TWO_VALUES = """
def sort(state):
    return {%s}


def spread(state):
    return [Send("carry", state)]


inner = StateGraph(State)
inner.add_node("weigh", does_nothing)
inner.add_edge(START, "weigh")

g = StateGraph(State)
g.add_node("scales", inner.compile())
g.add_node("sort", sort)
g.add_node("carry", does_nothing)
g.add_node("close", does_nothing, defer=True)
g.add_edge(START, "scales")
g.add_edge(START, "sort")
g.add_edge("scales", "close")
g.add_conditional_edges("sort", spread, ["carry"])
app = g.compile()
"""

UNREACHED_COMMAND = """
def stop(state):
    return Command(goto="run", graph=Command.PARENT)


inner = StateGraph(State)
inner.add_node("swim", does_nothing)
inner.add_node("stop", stop)
inner.add_edge(START, "swim")
%s

g = StateGraph(State)
g.add_node("run", does_nothing)
g.add_node("leg", inner.compile())
g.add_edge(START, "run")
g.add_edge("run", "leg")
app = g.compile()
"""


@pytest.mark.parametrize(
    ("program", "rule", "found"),
    [
        (SENDS_IN_ORDER, "concurrent-write", 1),
        (LEAVES, "deferred-runs-early", 0),
        (HANDLED, "deadlocked-phases", 1),
        (SPELLED, "concurrent-write", 1),
        (NEVER_RETURNED % ('"book"', ""), "double-run", 0),
        (NEVER_RETURNED % ('"book"', ", error_handler=back"), "double-run", 0),
        (NEVER_RETURNED % ('[Send("book", {}), Send("book", {})]', ""), "concurrent-write", 0),
        (NAMED_WHERE_IT_FAILS, "double-run", 0),
        (HANDLED_FIRST, "double-run", 0),
        (INSIDE % ("may_raise", "", "", 'g.add_edge("sub", "sub")'), "deadlocked-phases", 1),
        (INSIDE % ("may_raise", LOOP, "", ""), "subgraph-never-completes", 0),
        (INSIDE % ("does_nothing", LOOP, "", ""), "subgraph-never-completes", 1),
        (INSIDE % ("does_nothing", LOOP, HANDLER, ""), "subgraph-never-completes", 0),
        (
            INSIDE % ("does_nothing, error_handler=back", LOOP, "", ""),
            "subgraph-never-completes",
            0,
        ),
        (INSIDE % ("does_nothing", LOOP, HANDLER, BESIDE), "concurrent-write", 0),
        (INSIDE % ("leave", ROUTED, "", ""), "subgraph-never-completes", 0),
        (INSIDE % ("raises", "", "", ""), "subgraph-doubles", 0),
        (TWO_VALUES % '"x": "sorted"', "deferred-runs-early", 0),
        (TWO_VALUES % '"log": ["sorted"]', "deferred-runs-early", 1),
        (UNREACHED_COMMAND % "", "subgraph-doubles", 1),
        (UNREACHED_COMMAND % 'inner.add_edge("swim", "stop")', "subgraph-doubles", 0),
        (INSIDE % ("does_nothing", "", HANDLER, ""), "enum-as-name", 1),
        (
            INSIDE % ("may_raise", MISSPELLED, "", 'g.add_edge("sub", Step.CHECK)'),
            "enum-as-name",
            2,
        ),
    ],
)
def test_what_is_found_is_not_refuted(program: str, rule: str, found: int) -> None:
    files = {"graph.py": HEAD + program, "services.py": "def odds():\n    return 0\n"}
    hits = [
        hit for _, _, checked in checks(files, bound=5_000, dry_run=True) for hit in checked.hits
    ]
    assert [hit.rule.name for hit in hits if hit.proof and hit.proof.status == "refuted"] == []
    assert sum(hit.rule.name == rule for hit in hits) == found
