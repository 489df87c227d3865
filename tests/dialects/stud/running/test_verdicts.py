"""Gates, asserts and attempts (R10 to R12, R20 to R26)."""

from __future__ import annotations

import pytest

from dialects.stud.pipelines import Scripted, done, pipeline, stage, text

TWICE = {"maxAttempts": 2, "backoff": "linear"}


@pytest.mark.parametrize(
    ("outcome", "verdict", "ends"),
    [
        ("skip", "skip", "completed"),
        ("retry", "retry", "failed"),
        ("defer", "retry", "failed"),
        ("block", "fail", "failed"),
    ],
)
def test_a_gate_that_does_not_let_pass_makes_the_verdict(
    outcome: str, verdict: str, ends: str
) -> None:
    run = Scripted(pipeline("a"), {}, gate={"a": [outcome]})
    assert run.lines == [
        "SessionTurnStart a",
        "StageEntered a",
        f"StageCheckGateResult a {outcome}",
        f"StageExited a {verdict}",
        "SessionTurnEnd a",
        f"WorkflowExit {ends}",
    ]
    assert run.results[0] == {
        "stage": "a",
        "verdict": verdict,
        "reason": f"gate-{outcome}",
        "capHit": False,
        "attemptCount": 0,
    }


def test_a_retry_starts_the_turns_anew_and_renders_nothing() -> None:
    manifest = pipeline(stage("a", turnCap=2, retryPolicy=TWICE))
    run = Scripted(manifest, {"a": [text(), text(), text(), done(7)]})
    assert run.only("ProviderRequestStarted", "x-Cap", "x-Back", "StageA") == [
        "ProviderRequestStarted a 1.1",
        "ProviderRequestStarted a 1.2",
        "x-CapHit a turns=2",
        "StageAssertOutcome a retry attempt=1 capHit=true",
        "x-Backoff a linear",
        "ProviderRequestStarted a 2.1",
        "ProviderRequestStarted a 2.2",
        "StageAssertOutcome a ok attempt=2 capHit=false",
    ]
    assert len(run.summary["renderedBodies"]["a"]) == 1
    assert run.results[0]["attemptCount"] == 2


def test_a_retry_forgets_what_the_attempt_before_completed() -> None:
    manifest = pipeline(stage("a", turnCap=1, retryPolicy=TWICE))
    run = Scripted(manifest, {"a": [done(), text()]}, assert_={"a": ["retry", "ok"]})
    assert "parsed" not in run.results[0]
    assert run.results[0]["capHit"] is True


def test_no_backoff_is_no_event() -> None:
    manifest = pipeline(stage("a", retryPolicy={"maxAttempts": 2, "backoff": "none"}))
    run = Scripted(manifest, assert_={"a": ["retry", "ok"]})
    assert not run.only("x-Backoff")
    assert run.outcome == "completed"


def test_the_last_attempt_fails_when_it_is_to_be_retried() -> None:
    manifest = pipeline(stage("a", retryPolicy=TWICE))
    run = Scripted(manifest, assert_={"a": ["retry"]})
    assert run.only("x-RetryExhausted") == ["x-RetryExhausted a attempts=2"]
    assert run.results[0]["reason"] == "retry-exhausted"
    assert run.results[0]["parsed"] == {"n": 1}


def test_verdicts_gates_and_outputs_are_per_visit() -> None:
    ways = {"a": {"branches": [], "default": {"nextStages": ["a"]}}}
    run = Scripted(
        pipeline(stage("a", retryPolicy=TWICE), next=ways),
        assert_={"a": [["retry", "ok"], ["fail"]]},
        gate={"a": ["proceed", "proceed", "skip"]},
        output={"a": [{"digest": 1}, None, 3]},
        slots={"a": ["x"]},
        options={"max-stage-executions": 3},
    )
    verdicts = [(each["verdict"], each["attemptCount"]) for each in run.results]
    assert verdicts == [("ok", 2), ("fail", 1), ("skip", 0)]
    assert [each["output"] for each in run.results] == [{"digest": 1}, None, 3]
    assert run.summary["slots"] == [{"stage": "a", "value": "x"}] * 3
