"""What answers take for granted, and the ends that a pipeline is to blame for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.stud.pipelines import (
    DEFAULTS,
    END,
    OPEN,
    RUNTIME,
    Scripted,
    load,
    pipeline,
    stage,
    text,
    to,
)
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from collections.abc import Mapping

REFUSED = "its `inputsSchema` refuses the {} of `a`: {}"
ONLY_OK = {"branches": [{"when": {"verdict": "ok"}, **END}]}


def grades(manifest: Any) -> Mapping[str, set[str]]:
    """The grades of answers in all states of a pipeline; those in states after a cap hit have a
    star."""
    start = RUNTIME.relax(RUNTIME.start(load(manifest), OPEN, {}, {}))
    atlas = explore(RUNTIME, start, 2_000)
    found: dict[str, set[str]] = {}
    for edge in atlas.edges:
        state = atlas.states[edge.source]
        answer = RUNTIME.write(edge.choice)
        word = answer if isinstance(answer, str) else "calls" if "calls" in answer else "text"
        word += "*" if state.current.cap_hit else ""
        found.setdefault(word, set()).add(RUNTIME.grade(state, edge.choice))
    return found


def test_an_orderly_run_is_strict() -> None:
    assert grades(pipeline("a")) == {
        "proceed": {"strict"},
        "calls": {"strict"},
        "ok": {"strict"},
        "fail": {"strict"},
    }


def test_gates_that_hold_back_are_hostile_and_further_attempts_fair() -> None:
    patient = stage("a", retryPolicy={"maxAttempts": 2, "backoff": "none"})
    spec = {"branches": [{"when": {"verdict": "ok"}, **END}], "default": END}
    found = grades(pipeline(patient, next={"a": spec}))
    assert {word: found[word] for word in ("skip", "retry", "block")} == {
        "skip": {"hostile"},
        "retry": {"fair", "hostile"},  # of the gate, and of Assert
        "block": {"hostile"},
    }


def test_a_retry_without_a_further_attempt_is_hostile() -> None:
    when = {"verdict": "fail", "path": "reason", "exists": True}
    found = grades(pipeline("a", next={"a": {"branches": [{"when": when, **END}], "default": END}}))
    assert found["retry"] == {"hostile"}


@pytest.mark.parametrize(("spec", "grade"), [(ONLY_OK, "fair"), (END, "hostile")])
def test_a_failure_after_a_cap_hit_is_fair_where_no_branch_takes_it(spec: Any, grade: str) -> None:
    dead = stage("a", completionSchema={"type": "array"})
    found = grades(pipeline(dead, next={"a": spec}))
    assert found["text"] == {"fair"}
    assert found["ok*"] == {"hostile"}
    assert found["fail*"] == {grade}


def fault(manifest: Any, **more: Any) -> tuple[str, ...] | None:
    """How a run fails: where, the code, and why."""
    found = RUNTIME.fault(Scripted(manifest, **more).state)
    return found and found[:3]


def test_no_branch_is_a_fault_of_the_stage() -> None:
    spec = {"branches": [{"when": {"verdict": "fail"}, **END}]}
    found = fault(pipeline("a", "b", next={"a": to("b"), "b": spec}))
    assert found == ("b", "LifecycleFailure", "no branch matches")


def test_an_unknown_stage_and_a_small_fan_out_are_faults() -> None:
    assert fault(pipeline("a", next={"a": to("gone")})) == (
        *("gone", "LifecycleFailure", "this stage doesn't exist"),
    )
    small = fault(pipeline("a", "b", next={"a": to("b", parallel=True)}))
    assert small == ("a", "InvalidParallelPlan", "a fan-out has fewer than two stages")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        (
            {"inputsSchema": {"required": ["output"]}},
            REFUSED.format("result", "`result` lacks `output` (`required`)"),
        ),
        (
            {"inputsSchema": {"properties": {"attemptCount": {"minimum": 2}}}},
            REFUSED.format("result", "`attemptCount` is `1`, but must be at least 2 (`minimum`)"),
        ),
        (
            {"inputsSchema": {"properties": {"parsed": {"required": ["title"]}}}},
            REFUSED.format('payload `{"n":1}`', "`parsed` lacks `title` (`required`)"),
        ),
        (
            {"inputsSchema": {"properties": {"parsed": {"properties": {"n": {"const": 2}}}}}},
            REFUSED.format('payload `{"n":1}`', "`parsed.n` is `1`; expected `2` (`const`)"),
        ),
        (
            {"completionTool": "read"},
            "its completion tool has the name of a registered tool",
        ),
        ({"allowedTools": ["crane"]}, "it allows a tool that isn't registered"),
    ],
)
def test_a_stage_that_cannot_begin_is_a_fault(fields: Any, why: str) -> None:
    manifest = pipeline("a", stage("b", **fields), next={"a": to("b")}, tools={"bundled": ["read"]})
    assert fault(manifest) == ("b", "StageInitFailed", why)


def test_designed_ends_are_none() -> None:
    fan = pipeline("a", "b", "c", next={"a": to("b", "c", parallel=True)})
    assert fault(fan, assert_={"b": ["fail"]}) is None
    assert fault(pipeline("a"), assert_={"a": ["fail"]}) is None
    assert fault(pipeline("a"), cancel="a:1.1") is None
    assert fault(pipeline("a", next={"a": to("a")})) is None
    assert fault(pipeline("a")) is None
    assert fault(pipeline("a"), turns={"a": []}) is None


@pytest.mark.parametrize(
    ("manifest", "reason"),
    [
        (pipeline(stage("a", turnCap=0)), "Validation/StageTurnCapTooLow"),
        (pipeline(stage("a", turnCap=...)), "Validation/StageDefinitionInvalid"),
        (pipeline("a", entryStage="b"), "Validation/StageDefinitionInvalid"),
        (pipeline("a", studPipeline=2), "manifest-invalid"),
        (pipeline("a"), ""),
    ],
)
def test_runs_that_are_not_begun(manifest: Any, reason: str) -> None:
    state = RUNTIME.start(load(manifest), DEFAULTS, {}, {})
    assert RUNTIME.refusal(state) == reason
    assert RUNTIME.fault(state) is None
    assert RUNTIME.refusal(Scripted(pipeline("a"), {"a": [text()] * 3}).state) == ""
