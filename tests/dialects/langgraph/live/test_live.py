"""`phaselint.check_graph` on objects that have what graphs of LangGraph have; it is not needed."""

from __future__ import annotations

import importlib
import sys
from collections import defaultdict
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import phaselint
from phaselint.dialects.langgraph.live.functions import function_of
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCE = """\
def work(state):
    return {"n": 1}


def choose(state):
    return "again" if state["n"] else "stop"


def leading(name):
    return lambda state: name


class Worker:
    def __call__(self, state):
        return {"n": 2}

    def run(self, state):
        return {"n": 3}


def decorated(function):
    def wrapper(state):
        return function(state)

    wrapper.__wrapped__ = function
    return wrapper


wrapped = decorated(work)
"""


class State:
    """The state of the graphs of these tests."""


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A module with functions for nodes and routers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "live_parts.py").write_text(SOURCE, "utf-8")
    yield importlib.import_module("live_parts")
    del sys.modules["live_parts"]


def graph(
    nodes: dict[str, Any],
    edges: set[tuple[str, str]],
    branches: dict[str, tuple[Any, dict[Any, str] | None]] | None = None,
    joins: set[tuple[tuple[str, ...], str]] | None = None,
) -> Any:
    """What has the parts of a builder."""
    some: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for source, (router, ends) in (branches or {}).items():
        some[source][router.__name__] = SimpleNamespace(path=router, ends=ends)
    return SimpleNamespace(
        nodes={name: SimpleNamespace(runnable=action) for name, action in nodes.items()},
        edges=edges,
        branches=some,
        waiting_edges=joins or set(),
        channels={"n": object()},
        managed={},
        schemas={State: {"n": object()}},
        state_schema=State,
        input_schema=State,
        output_schema=State,
    )


def names(built: Any, **options: Any) -> list[str]:
    return [each.name for each in phaselint.check_graph(built, isolated=True, **options).findings]


def test_a_sound_graph_has_no_findings(parts: Any) -> None:
    ends = {"again": "a", "stop": "__end__"}
    built = graph({"a": parts.work}, {("__start__", "a")}, {"a": (parts.choose, ends)})
    assert names(built, dry_run=True) == []


def test_labels_that_the_live_map_lacks_are_found_where_the_router_is_defined(parts: Any) -> None:
    built = graph({"a": parts.work}, {("__start__", "a")}, {"a": (parts.choose, {"again": "a"})})
    (found,) = phaselint.check_graph(built, isolated=True, select=["label-not-in-map"]).findings
    assert found.place.file == "live_parts.py"
    assert "stop" in found.message


def test_what_a_factory_was_given_is_known(parts: Any) -> None:
    lost = parts.leading("nowhere")
    lost.__name__ = "leading"
    built = graph({"a": parts.work}, {("__start__", "a")}, {"a": (lost, None)})
    assert names(built, select=["router-unknown-node"]) == ["router-unknown-node"]
    kept = parts.leading("a")
    kept.__name__ = "leading"
    sound = graph({"a": parts.work}, {("__start__", "a")}, {"a": (kept, None)})
    assert names(sound, select=["router-unknown-node"]) == []


def test_a_node_that_nothing_leads_to_is_found(parts: Any) -> None:
    built = graph({"a": parts.work, "b": parts.work}, {("__start__", "a"), ("a", "__end__")})
    assert names(built, select=["unreachable-phase"]) == ["unreachable-phase"]


def test_a_compiled_graph_is_known_by_its_builder(parts: Any) -> None:
    builder = graph({"a": parts.work, "b": parts.work}, {("__start__", "a")})
    compiled = SimpleNamespace(builder=builder, checkpointer=None, name="LangGraph")
    assert names(compiled, select=["unreachable-phase"]) == ["unreachable-phase"]


def test_functions_are_found_through_what_wraps_them(parts: Any) -> None:
    worker = parts.Worker()
    shown = [parts.work, partial(parts.work), parts.wrapped, worker, worker.run]
    found = [function_of(each) for each in shown]
    assert [each and each[0].__qualname__ for each in found] == [
        "work",
        "work",
        "work",
        "Worker.__call__",
        "Worker.run",
    ]
    assert function_of(SimpleNamespace(func=parts.work))
    assert [function_of(each) for each in (3, len, None, SimpleNamespace())] == [None] * 4


@pytest.mark.parametrize("value", [3, None, "graph.py", SimpleNamespace(nodes={})])
def test_what_is_no_graph_is_said_in_one_line(value: Any) -> None:
    with pytest.raises(UsageError, match=f"a {type(value).__name__} is neither a `StateGraph`"):
        phaselint.check_graph(value)


def test_langgraph_is_not_imported(parts: Any) -> None:
    names(graph({"a": parts.work}, {("__start__", "a")}))
    assert not any(name.partition(".")[0] == "langgraph" for name in sys.modules)
