"""`phaselint.check_graph` on graphs that LangGraph itself has built."""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import phaselint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.result import Result

pytest.importorskip("langgraph", reason="langgraph is not installed")
pytestmark = pytest.mark.langgraph

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
_LIVE = ("LG1", "LG2", "LG3", "PL")
"""Codes of what a live graph shows too: how it is built, where it leads, in which steps."""

_NOT_LIVE = frozenset({"change-after-compile"})

SHAPES = """
from typing import TypedDict
from langgraph.graph import END, START, StateGraph


class State(TypedDict, total=False):
    n: int


def work(state):
    return {"n": 1}


def choose(state):
    return "again" if state["n"] else "stop"


def build(names, targets):
    graph = StateGraph(State)
    for name in names:
        graph.add_node(name, work)
    graph.add_edge(START, names[0])
    graph.add_conditional_edges(names[0], choose, targets)
    for name in names[1:]:
        graph.add_edge(name, END)
    return graph
"""


@pytest.fixture
def importing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that is imported from, and whose modules are forgotten in the end."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if not file or "site-packages" not in file:
            del sys.modules[name]


def told(result: Result) -> list[tuple[str, str, int]]:
    """Errors and warnings about how a graph is built, where it leads and what its steps are."""
    return sorted(
        (each.name, each.place.file, each.place.range.start.line if each.place.range else 0)
        for each in result.findings
        if each.level != "info" and each.code.startswith(_LIVE) and each.name not in _NOT_LIVE
    )


def test_what_only_a_run_of_the_program_tells_is_checked(importing: Path) -> None:
    (importing / "shapes.py").write_text(SHAPES, "utf-8")
    shapes = importlib.import_module("shapes")
    sound = shapes.build(["a", "b"], {"again": "a", "stop": "b"}).compile()
    assert told(phaselint.check_graph(sound)) == []
    missing = shapes.build(["a", "b", "c"], {"again": "a"})
    names = {name for name, _, _ in told(phaselint.check_graph(missing))}
    assert names == {"label-not-in-map", "unreachable-phase"}


def test_a_graph_is_proved_like_one_in_a_file(importing: Path) -> None:
    (importing / "shapes.py").write_text(SHAPES, "utf-8")
    shapes = importlib.import_module("shapes")
    graph = shapes.build(["a", "b"], {"again": "a"}).compile()
    result = phaselint.check_graph(graph, dry_run=True)
    assert {each.proof.status for each in result.findings if each.proof} == {"proved"}


def _cases() -> list[str]:
    folder = Path(CORPUS) / "langgraph" / "runs"
    return sorted(path.stem for path in folder.glob("*.json")) if CORPUS else []


@pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS is not set")
@pytest.mark.parametrize("case", _cases())
def test_live_graphs_of_the_corpus_have_the_findings_of_their_files(
    case: str, importing: Path
) -> None:
    source = Path(CORPUS) / "langgraph"
    for path in sorted((source / case).rglob("*.py")):
        target = importing / path.relative_to(source / case)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    (importing / "pyproject.toml").write_text("[tool.phaselint]\n", "utf-8")
    file, expression = json.loads((source / "runs" / f"{case}.json").read_text("utf-8"))[
        "app"
    ].split(":")
    graph = _built(file.removesuffix(".py"), expression)
    linted = phaselint.lint(["."])
    assert told(phaselint.check_graph(graph)) == told(linted)


def _built(module: str, expression: str) -> Any:
    """The graph that a case builds; the test is skipped where LangGraph refuses it."""
    try:
        loaded = importlib.import_module(module.replace("/", "."))
        return eval(expression, vars(loaded))
    except Exception as error:  # whatever building raises
        pytest.skip(f"LangGraph refuses it: {error}")
