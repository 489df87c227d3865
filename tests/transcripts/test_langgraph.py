"""Runs of LangGraph itself, recorded by its own stream, conform to the contract that is read from
the same source."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any

import pytest

from laws.test_round_trip import GRAPH
from phaselint.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytest.importorskip("langgraph", reason="langgraph is not installed")
pytestmark = pytest.mark.langgraph

NESTED = """
import operator
from typing import Annotated, TypedDict
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, interrupt


class State(TypedDict):
    notes: Annotated[list, operator.add]


def draft(state):
    return {"notes": ["draft"]}


def check(state):
    return {"notes": [interrupt("ok?")]}


def fan(state):
    return [Send("style", state), Send("style", state)]


inner = StateGraph(State)
inner.add_node("draft", draft)
inner.add_node("check", check)
inner.add_edge(START, "draft")
inner.add_edge("draft", "check")
inner.add_edge("check", END)

builder = StateGraph(State)
builder.add_node("draft", draft)
builder.add_node("review", inner.compile())
builder.add_node("style", draft)
builder.add_edge(START, "draft")
builder.add_edge("draft", "review")
builder.add_conditional_edges("review", fan, ["style"])
builder.add_edge("style", END)
"""
BROKEN = NESTED.replace('return {"notes": [interrupt("ok?")]}', 'raise ValueError("no")')
SIDE_BY_SIDE = NESTED.replace('add_edge("draft", "review")', 'add_edge("draft", "other")').replace(
    'builder.add_node("style", draft)',
    'builder.add_node("style", draft)\nbuilder.add_node("other", check)\n'
    'builder.add_edge("draft", "review")',
)
SOURCES = {
    "side by side": SIDE_BY_SIDE,
    "parallel": GRAPH.replace("graph = builder.compile()\n", ""),
    "nested": NESTED,
    "broken": BROKEN,
}
MODES: dict[str, dict[str, Any]] = {
    "tasks": {"stream_mode": "tasks"},
    "debug": {"stream_mode": "debug"},
    "several": {"stream_mode": ["tasks", "updates"]},
    "subgraphs": {"stream_mode": ["tasks"], "subgraphs": True},
    "version 2": {"stream_mode": ["tasks", "values"], "subgraphs": True, "version": "v2"},
    "updates": {"stream_mode": "updates"},
    "updates and values": {"stream_mode": ["values", "updates"]},
    "updates of subgraphs": {"stream_mode": "updates", "subgraphs": True},
    "updates of version 2": {"stream_mode": "updates", "version": "v2"},
}
RESUMES = 4


def streamed(path: Path, mode: dict[str, Any]) -> Iterator[Any]:
    """What a graph streams until it is over, resumed wherever it waits."""
    saver = pytest.importorskip("langgraph.checkpoint.memory").InMemorySaver
    resume = pytest.importorskip("langgraph.types").Command

    spec = spec_from_file_location("graph", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    graph = module.builder.compile(checkpointer=saver())
    config = {"configurable": {"thread_id": "1"}}
    given: Any = {"notes": []}
    for _ in range(RESUMES):
        try:
            yield from graph.stream(given, config, **mode)
        except ValueError:
            return
        tasks = graph.get_state(config).tasks
        asked = [each for task in tasks for each in task.interrupts]
        if not asked:
            return
        given = resume(resume={each.id: "yes" for each in asked})


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("source", SOURCES)
def test_a_stream_of_the_engine_conforms(
    source: str, mode: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "graph.py"
    path.write_text(SOURCES[source], "utf-8")
    log = tmp_path / "log.jsonl"
    records = [json.dumps(each, default=str) for each in streamed(path, MODES[mode])]
    log.write_text("\n".join(records) + "\n", "utf-8")
    contract = f"{path}::builder"
    main(["conform", "--format", "json", "--contract", contract, str(log)])
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert (run["leaves"], run["undecided"]) == (None, None)
    failed = source == "broken" and "updates" not in mode  # which don't tell of failures
    assert run["end"] == ("failed" if failed else "completed")
    assert len(run["acts"]) > (1 if source == "broken" else 3)
