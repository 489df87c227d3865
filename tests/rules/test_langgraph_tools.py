"""Rules about tools, and about what is served (reference langgraph §7.6)."""

from __future__ import annotations

import json

import pytest

from rules.langgraph_programs import FILE, HEAD, graph, hits, told

TOOLS = """
from langchain_core.tools import tool
from langgraph.prebuilt import ToolNode, tools_condition

@tool
def book(day: str) -> str:
    "Book."
    return day

@tool
def cancel(day: str) -> str:
    "Cancel."
    return day

@tool
def more(day: str) -> str:
    "More."
    return day

@tool
def other(day: str) -> str:
    "Other."
    return day

@tool("book")
def reserve(day: str) -> str:
    "Reserve."
    return day

"""
AGENT = """
def a(state: MessagesState):
    return {"messages": [model.bind_tools(%s).invoke(state["messages"])]}
"""
APP = "app = g.compile()\n"
LOOP = 'g.add_conditional_edges("a", tools_condition)\ng.add_edge("tools", "a")\n'


def agent(bound: str, run: str = "", more: str = "") -> str:
    """An agent that binds a list of tools, with a tool node that has another."""
    text = TOOLS + AGENT % bound + more + graph("START a", schema="MessagesState")
    if run:
        text += f'g.add_node("tools", ToolNode({run}))\n' + LOOP
    return text + APP


# --- shadowed-tool --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tools", "found"),
    [
        ("[book, reserve]", ["W"]),
        ("[book, reserve, cancel, cancel]", ["W"]),
        ("[book, cancel]", []),
        ("[book, book]", ["I"]),
        ("[book] + [reserve]", ["W"]),
        ("[book, *load()]", []),
    ],
)
def test_two_tools_of_one_name(tools: str, found: list[str]) -> None:
    program = agent("[book]", tools)
    assert [each[0] for each in told(program, "shadowed-tool")] == found


# --- tools-without-node ---------------------------------------------------------------------------


def unexecuted(program: str) -> list[str]:
    return told(program, "tools-without-node")


def test_nobody_runs_the_tools() -> None:
    assert unexecuted(agent("[book, cancel]")) == [
        (
            'W return {"messages": [model.bind_tools([book, cancel]).invoke(state["messages"])]} | '
            "calls of `book` and `cancel` are never executed: no node runs tools"
        )
    ]


@pytest.mark.parametrize(
    "program",
    [
        agent("[book]", "[book]"),
        agent("load()"),
        agent('[book], tool_choice="book"'),
        agent("[book]", more="def run(message):\n    return message.tool_calls\n"),
        agent("[book]") + "\ndef later(message):\n    return message.tool_calls\n",
    ],
)
def test_somebody_may_run_the_tools(program: str) -> None:
    assert unexecuted(program) == []


def test_a_node_that_never_runs_binds_nothing() -> None:
    text = TOOLS + AGENT % "[book]" + "def b(state):\n    return {}\n"
    program = text + graph("START b END", "a", schema="MessagesState") + APP
    assert unexecuted(program) == []


# --- tools-differ ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bound", "run", "found"),
    [
        ("[book, cancel]", "[book]", ["W"]),
        ("[book, cancel]", "[cancel, book]", []),
        ("[book]", "[book, cancel]", ["I"]),
        ("[book, cancel, more]", "[book, other]", ["W"]),
        ("[book, cancel]", "load()", []),
        ("load()", "[book]", []),
        ("[book, cancel]", "[book, *load()]", []),
    ],
)
def test_a_bound_tool_has_to_be_in_the_tool_node(bound: str, run: str, found: list[str]) -> None:
    assert [each[0] for each in told(agent(bound, run), "tools-differ")] == found


def test_several_tool_nodes_count_together() -> None:
    program = agent("[book, cancel]", "[book]").replace(
        APP, 'g.add_node("more", ToolNode([cancel]))\ng.add_edge("a", "more")\n' + APP
    )
    assert told(program, "tools-differ") == []


def test_a_node_that_reads_the_calls_may_run_them() -> None:
    more = 'def b(state: MessagesState):\n    return run(state["messages"][-1].tool_calls)\n'
    program = agent("[book, cancel]", "[book]", more).replace(
        APP, 'g.add_node("b", b)\ng.add_edge("a", "b")\n' + APP
    )
    assert told(program, "tools-differ") == []


# --- tool-node-without-calls ----------------------------------------------------------------------


def test_a_tool_node_behind_a_model_without_tools() -> None:
    node = (
        'def a(state: MessagesState):\n    return {"messages": [model.invoke(state["messages"])]}\n'
    )
    text = TOOLS + node + graph("START a", schema="MessagesState")
    program = text + 'g.add_node("tools", ToolNode([book]))\n' + LOOP + APP
    assert [each[0] for each in told(program, "tool-node-without-calls")] == ["I"]
    assert told("x.bind_tools([])\n" + program, "tool-node-without-calls") == []


# --- manifest-unknown-graph -----------------------------------------------------------------------

GRAPH = HEAD + "def a(state):\n    return {}\n" + graph("START a END", schema="dict") + APP


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (f"./{FILE}:app", []),
        (f"./{FILE}:apq", ["doesn't define that name"]),
        ("./missing.py:app", ["doesn't exist"]),
        ({"path": f"./{FILE}:apq"}, ["doesn't define that name"]),
        ({"path": f"./{FILE}:app"}, []),
    ],
)
def test_a_manifest_names_what_there_is(value: object, words: list[str]) -> None:
    manifest = json.dumps({"dependencies": ["."], "graphs": {"agent": value}})
    files = {FILE: GRAPH, "langgraph.json": manifest}
    found = [str(hit.finding.message) for hit in hits(files, "manifest-unknown-graph")]
    assert len(found) == len(words)
    assert all(word in text for word, text in zip(words, found, strict=True))


def test_a_manifest_may_name_files_from_a_folder_around_it() -> None:
    manifest = json.dumps({"graphs": {"agent": f"inner/{FILE}:app"}})
    files = {f"inner/{FILE}": GRAPH, "inner/langgraph.json": manifest, "pyproject.toml": ""}
    assert list(hits(files, "manifest-unknown-graph")) == []
