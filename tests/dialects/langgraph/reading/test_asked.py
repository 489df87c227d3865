"""What updates set keys to is found out when somebody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.programs import program
from dialects.langgraph.reading.built import graph
from phaselint.api import builtin_rules
from phaselint.dialects.langgraph.functionmodel import UNKNOWN, Asked, Known, Values, Written
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.vocabulary.finding import Place

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

HERE = Place("main.py", (0, 1))
ONE = Values((Known(1, HERE),), complete=True)


def test_it_is_found_out_once() -> None:
    asked: list[int] = []

    def find() -> Values:
        asked.append(1)
        return ONE

    written = Written("k", HERE, Asked(find))
    assert hash(written) == hash(Written("k", HERE, ONE))
    assert written == written  # noqa: PLR0124 - the same object needs no answer
    assert asked == []
    assert written.values == ONE
    assert written == Written("k", HERE, ONE)
    assert written != Written("k", HERE, UNKNOWN)
    assert written == Written("k", HERE, Asked(lambda: ONE))
    assert repr(written.given) == repr(ONE)
    assert asked == [1]


def test_a_value_is_read_when_it_is_asked_for() -> None:
    read = graph(
        """
def node(state):
    value = "a" if state["x"] else "b"
    return {"x": value}
g = StateGraph(State)
g.add_node(node)
g.add_edge(START, "node")
app = g.compile()
"""
    )
    function = read.nodes[0].function
    assert function is not None
    (written,) = function.returns[0].update.keys
    assert isinstance(written.given, Asked)
    assert written.values.complete
    assert written.values.constants == ("a", "b")


def test_a_clean_lint_asks_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def values(_self: Asked) -> Values:
        raise AssertionError

    (tmp_path / "desk.py").write_text(program(10), "utf-8")
    monkeypatch.setattr(Asked, "values", values)
    found = run(Request((str(tmp_path),), isolated=True, jobs=1), builtin_rules())
    assert (found.summary.contracts, len(found.findings)) == (1, 0)
