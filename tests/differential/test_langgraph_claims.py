"""What the rules about state and interrupts say of their fixtures happens in LangGraph itself."""

from __future__ import annotations

import logging
import runpy
from typing import TYPE_CHECKING, Any

import pytest

from cases import FIXTURES

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.langgraph

THREAD = {"configurable": {"thread_id": "1"}}

ENDS: tuple[tuple[str, Mapping[str, Any], Mapping[str, Any]], ...] = (
    ("unknown-state-key/bad", {"site": "barn"}, {"site": ""}),
    ("unknown-state-key/bad-command", {"site": "barn"}, {"site": "BARN"}),
    ("unknown-state-key/bad-private", {"site": "barn"}, {"site": "barn", "report": "swifts"}),
    ("unknown-state-key/bad-router", {"site": "barn"}, {"site": "BARN"}),
    (
        "unknown-state-key/good-private",
        {"site": "barn"},
        {"site": "barn", "report": "swifts at barn"},
    ),
    ("unknown-input-key/bad", {"quesion": "Why?"}, {"answer": "ecnelis"}),
    (
        "unknown-input-key/bad-schema",
        {"question": "Why?", "answer": "Because: "},
        {"question": "Why?", "answer": "?yhW"},
    ),
    (
        "accumulated-twice/bad",
        {"port": "Kiel"},
        {"port": "Kiel", "log": ["left Kiel", "left Kiel", "arrived"]},
    ),
    (
        "accumulated-twice/bad-unpacked",
        {"port": "Kiel"},
        {"port": "Kiel", "log": ["left Kiel", "left Kiel", "arrived"]},
    ),
    (
        "accumulated-twice/bad-whole",
        {"port": "Kiel"},
        {"port": "Husum", "log": ["left Kiel", "left Kiel"]},
    ),
    ("subgraph-doubles/bad", {}, {"log": ["run", "run", "swim"]}),
    ("subgraph-doubles/good", {}, {"distance": 6, "log": ["run"]}),
    ("subgraph-key-mismatch/bad", {"text": "a"}, {"text": "a", "front": "A"}),
    ("subgraph-key-mismatch/bad-output", {"text": "a"}, {"text": "a", "front": "A"}),
    ("subgraph-key-mismatch/bad-input", {"text": "a"}, {"text": "a", "front": ""}),
    ("state-changed-not-returned/bad", {"turns": 0}, {"turns": 0}),
    ("state-changed-not-returned/bad-router", {"turns": 0}, {"turns": 2}),
    ("state-changed-not-returned/bad-in-place", {"visitors": []}, {"visitors": ["one more"]}),
    ("interrupt-swallowed/bad-bare", {"train": "T1"}, {"train": "T1", "seat": "none"}),
)
"""Case, input, and what is left of the state."""

FAILS: tuple[tuple[str, Mapping[str, Any], str], ...] = (
    ("concurrent-write/bad", {"season": "summer"}, "InvalidUpdateError"),
    ("concurrent-write/bad-sends", {"herbs": ["dill", "mint"]}, "InvalidUpdateError"),
    ("concurrent-write/bad-sometimes", {"season": "summer"}, "InvalidUpdateError"),
    ("concurrent-write/bad-whole", {"season": "summer"}, "InvalidUpdateError"),
    ("node-returns-non-update/bad", {}, "InvalidUpdateError"),
    ("node-returns-non-update/bad-text", {}, "InvalidUpdateError"),
    ("subscript-on-object-state/bad", {"cars": 1}, "TypeError"),
    ("subscript-on-object-state/bad-attribute", {"island": "sylt"}, "AttributeError"),
)
"""Case, input, and the error that ends the run."""

CALLS = (
    ("state-key-never-written/bad", "KeyError", "level"),
    ("state-key-never-written/bad-get", "TypeError", "NoneType"),
    ("resume-without-checkpointer/bad", "RuntimeError", "without checkpointer"),
    ("missing-thread-id/bad", "ValueError", "thread_id"),
    ("missing-thread-id/bad-literal", "KeyError", "thread_id"),
)
"""Case, and the error of its `main`, with words of it."""

RUN = ("unknown-input-key", "state-key-never-written", "resume-without-checkpointer")
"""Rules whose good cases run."""


@pytest.fixture(autouse=True)
def _real() -> None:
    pytest.importorskip("langgraph")
    logging.getLogger("langgraph").setLevel(logging.CRITICAL)


def program(case: str) -> Mapping[str, Any]:
    (path,) = (FIXTURES / "rules" / case).glob("*.py")
    return runpy.run_path(str(path))


@pytest.mark.parametrize(("case", "given", "left"), ENDS, ids=[case for case, *_ in ENDS])
def test_a_run_ends_so(case: str, given: Mapping[str, Any], left: Mapping[str, Any]) -> None:
    assert program(case)["graph"].invoke(given, THREAD) == left


@pytest.mark.parametrize(("case", "given", "error"), FAILS, ids=[case for case, *_ in FAILS])
def test_a_run_fails_so(case: str, given: Mapping[str, Any], error: str) -> None:
    with pytest.raises(Exception) as raised:  # noqa: PT011 - compared by its name
        program(case)["graph"].invoke(given, THREAD)
    assert type(raised.value).__name__ == error


@pytest.mark.parametrize(("case", "error", "words"), CALLS, ids=[case for case, *_ in CALLS])
def test_a_call_fails_so(case: str, error: str, words: str) -> None:
    with pytest.raises(Exception, match=words) as raised:
        program(case)["main"]()
    assert type(raised.value).__name__ == error


@pytest.mark.parametrize("rule", RUN)
def test_a_repaired_program_runs(rule: str) -> None:
    program(f"{rule}/good")["main"]()


@pytest.mark.parametrize(("case", "asked"), [("good", True), ("good-raised", True), ("bad", False)])
def test_an_interrupt_that_is_caught_asks_nobody(case: str, asked: bool) -> None:
    graph = program(f"interrupt-swallowed/{case}")["graph"]
    assert ("__interrupt__" in graph.invoke({"train": "T1"}, THREAD)) is asked


def test_work_before_an_interrupt_is_done_again(capsys: pytest.CaptureFixture[str]) -> None:
    resume = pytest.importorskip("langgraph.types").Command
    graph = program("work-before-interrupt/bad")["graph"]
    graph.invoke({"train": "T1"}, THREAD)
    graph.invoke(resume(resume="5a"), THREAD)
    assert capsys.readouterr().out.count("mail:") == 2
