"""What the rules about building and routing say of their fixtures happens in LangGraph itself."""

from __future__ import annotations

import logging
import runpy
from typing import TYPE_CHECKING, Any

import pytest

from cases import FIXTURES, Case, listed
from phaselint_rules import RULES
from rules.conftest import lint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.conftest import Lint

pytest.importorskip("langgraph", reason="langgraph is not installed")
pytestmark = pytest.mark.langgraph

__all__ = ["lint"]

FUNCTIONS = ("create", "compile_graph", "build")
"""What fixtures call the functions that give a compiled graph."""

OLD = "node-named-like-state-key"
"""A rule about releases that are not installed."""

REFUSED = {
    rule.name
    for rule in RULES
    if rule.dialect == "langgraph" and rule.method == "refusal" and rule.name != OLD
}

FAILS: tuple[tuple[str, Mapping[str, Any], str], ...] = (
    ("label-not-in-map/bad", {"question": "refund"}, "KeyError"),
    ("label-not-in-map/bad-list", {"question": "?"}, "KeyError"),
    ("label-not-in-map/bad-literal", {"question": ""}, "KeyError"),
    ("shared-router-mismatch/bad", {"lead": ""}, "KeyError"),
    ("shared-router-mismatch/good", {"lead": ""}, ""),
    ("router-may-return-none/bad", {"mood": "so so"}, "ValueError"),
    ("router-may-return-none/bad-map", {"mood": "so so"}, "KeyError"),
    ("router-may-return-none/good-label", {"mood": "so so"}, ""),
    ("invalid-destination/bad", {"draft": "todo"}, "ValueError"),
    ("invalid-destination/bad-send", {"drafts": []}, "InvalidUpdateError"),
    ("invalid-destination/bad-label", {"draft": "x"}, "TypeError"),
    ("path-map-ignored/bad-outside", {"plan": ""}, ""),
)
"""Case, input, and the error that ends the run; none where it completes."""

DROPPED: tuple[tuple[str, Mapping[str, Any], str], ...] = (
    ("router-unknown-node/bad", {"kind": ""}, "unknown channel branch:to:tecnical"),
    ("unknown-goto/bad", {"text": ""}, "unknown channel branch:to:writter"),
    ("unknown-goto/bad-parent", {"job": ""}, "unknown channel branch:to:accounting"),
    ("unknown-send/bad", {"jokes": []}, "unknown node name jokes in pending sends"),
    ("invalid-destination/bad-goto", {"draft": "todo"}, "unknown channel branch:to:__start__"),
    ("enum-as-name/bad", {}, "unknown channel branch:to:Step.BUILD"),
    ("enum-as-name/bad-node", {}, "unknown channel branch:to:build"),
)
"""Case, input, and what is logged of a name that is dropped."""

RUNS: tuple[tuple[str, Mapping[str, Any], list[set[str]]], ...] = (
    (
        "static-edge-beside-conditional/bad",
        {"docs": "", "error": ""},
        [{"load"}, {"handle_error", "retrieve"}],
    ),
    (
        "static-edge-beside-command/bad",
        {"text": "todo"},
        [{"write"}, {"review"}, {"rewrite", "publish"}],
    ),
    ("enum-as-name/bad", {}, [{"plan"}]),
    ("enum-as-name/good", {}, [{"plan"}, {"build"}]),
    ("change-after-compile/bad", {"page": ""}, [{"review"}]),
    ("goto-not-annotated/bad", {"size": "l"}, [{"triage"}, {"human"}]),
    ("handler-ends-path/bad", {"docs": "no such file"}, [{"__error_handler__fetch"}]),
    ("dead-label/bad", {"essay": "long"}, [{"grade"}]),
)
"""Case, input, and the nodes of the first steps."""


def path_of(case: str) -> str:
    """The program of a case."""
    (program,) = (FIXTURES / "rules" / case).glob("*.py")
    return str(program)


def compiled(case: str) -> Any:
    """The compiled graph of a case, built by LangGraph."""
    names = runpy.run_path(path_of(case))
    if "Rag" in names:
        return names["Rag"]().graph()
    if "graph" in names:
        return names["graph"]
    return next(names[each]() for each in FUNCTIONS if each in names)


REFUSALS = [
    case
    for case in listed()
    if case.rule in REFUSED
    and case.variant.startswith("bad")
    and (FIXTURES / "rules" / str(case))
    and any((FIXTURES / "rules" / str(case)).glob("*.py"))
]


@pytest.mark.parametrize("case", REFUSALS, ids=str)
def test_what_is_refused_is_refused_in_these_words(case: Case, lint: Lint) -> None:
    (finding,) = lint(case).findings
    assert finding.finding.witness is not None
    data = finding.finding.witness.data
    with pytest.raises(Exception) as refused:  # noqa: PT011 - which one the finding says
        compiled(str(case))
    assert type(refused.value).__name__ == data["raises"]
    assert str(refused.value).startswith(data["text"])


@pytest.mark.parametrize(("case", "given", "error"), FAILS)
def test_a_run_fails_as_it_is_said(case: str, given: Mapping[str, Any], error: str) -> None:
    graph = compiled(case)
    ended = ""
    try:
        graph.invoke(dict(given), {"recursion_limit": 12})
    except Exception as raised:
        ended = type(raised).__name__
    assert ended == error


@pytest.mark.parametrize(("case", "given", "logged"), DROPPED)
def test_a_name_is_dropped_with_a_line_in_the_log(
    case: str, given: Mapping[str, Any], logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="langgraph"):
        compiled(case).invoke(dict(given), {"recursion_limit": 12})
    assert logged in caplog.text


@pytest.mark.parametrize(("case", "given", "steps"), RUNS)
def test_a_run_goes_as_it_is_said(
    case: str, given: Mapping[str, Any], steps: list[set[str]]
) -> None:
    made: dict[int, set[str]] = {}
    graph = compiled(case)
    for event in graph.stream(dict(given), {"recursion_limit": 20}, stream_mode="debug"):
        if event["type"] == "task_result" and not event["payload"].get("error"):
            made.setdefault(event["step"], set()).add(event["payload"]["name"])
        if len(made) > len(steps):
            break
    assert [*made.values()][: len(steps)] == steps
    if case.startswith(("enum", "change", "handler", "goto")):
        assert len(made) == len(steps)


def test_a_command_for_a_parent_ends_a_run_that_has_none() -> None:
    with pytest.raises(Exception, match="boss") as ended:
        runpy.run_path(path_of("parent-at-top-level/bad"))
    assert type(ended.value).__name__ == "ParentCommand"
