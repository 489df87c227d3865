"""One turn after the other (R13 to R19, R40)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.stud.pipelines import Scripted, done, load, pipeline, stage, text, tool

SOLO = pipeline("a")
PROVIDER = ("ProviderRequest", "x-", "StageAssert", "StageExited")


def test_text_is_answered_by_steering_on_the_last_turn_too() -> None:
    run = Scripted(SOLO, {"a": [text(), text(), text()]})
    assert run.only(*PROVIDER) == [
        *("ProviderRequestStarted a 1.1", "ProviderRequestCompleted a calls=0", "x-Steering a"),
        *("ProviderRequestStarted a 1.2", "ProviderRequestCompleted a calls=0", "x-Steering a"),
        *("ProviderRequestStarted a 1.3", "ProviderRequestCompleted a calls=0", "x-Steering a"),
        "x-CapHit a turns=3",
        "StageAssertOutcome a retry attempt=1 capHit=true",
        "x-RetryExhausted a attempts=1",
        "StageExited a fail",
    ]
    assert run.outcome == "failed"
    assert run.results == [
        {
            "stage": "a",
            "verdict": "fail",
            "reason": "retry-exhausted",
            "capHit": True,
            "attemptCount": 1,
        }
    ]
    assert run.lines[-2:] == ["SessionTurnEnd a", "WorkflowExit failed"]


@pytest.mark.parametrize(
    "calls",
    [
        [{"name": "finish", "args": {"n": 1}}, {"name": "read"}],
        [{"name": "finish", "args": {"n": 1}}, {"name": "finish", "args": {"n": 1}}],
    ],
)
def test_a_completion_has_to_stand_alone(calls: Any) -> None:
    run = Scripted(SOLO, {"a": [{"calls": calls}, done()]})
    assert "x-BatchRejected a" in run.lines
    assert not run.only("Tool")
    assert run.outcome == "completed"


@pytest.mark.parametrize("args", [{"n": "1"}, {}, [1], "x", None, {"n": True}])
def test_arguments_that_do_not_fit_are_a_parse_error(args: Any) -> None:
    run = Scripted(SOLO, {"a": [{"calls": [{"name": "finish", "args": args}]}, done(2)]})
    assert run.only("x-") == ["x-CompletionParseError a", "x-CompletionAccepted a"]
    assert run.results[0]["parsed"] == {"n": 2}


@pytest.mark.parametrize("schema", [False, {"type": "array"}, {"type": "objekt"}])
def test_a_dead_schema_accepts_nothing(schema: Any) -> None:
    run = Scripted(pipeline(stage("a", completionSchema=schema, turnCap=1)), {"a": [done()]})
    assert run.only("x-Completion") == ["x-CompletionParseError a"]


def test_a_remote_reference_is_not_fetched() -> None:
    schema = {"$ref": "https://example.invalid/schema.json"}
    assert Scripted(pipeline(stage("a", completionSchema=schema))).outcome == "completed"


def test_the_calls_of_the_last_turn_still_run() -> None:
    run = Scripted(pipeline(stage("a", turnCap=1)), {"a": [tool("read", "read")]})
    assert run.only("ToolInvocationSucceeded", "x-CapHit") == [
        "ToolInvocationSucceeded a read",
        "ToolInvocationSucceeded a read",
        "x-CapHit a turns=1",
    ]


def test_a_cancellation_comes_just_before_its_turn_and_skips_exit() -> None:
    run = Scripted(SOLO, {"a": [text(), done()]}, cancel="a:1.2")
    assert run.lines[-3:] == ["x-Steering a", "StageCancelled a", "WorkflowExit cancelled"]
    assert run.outcome == "cancelled(Cancellation/TurnCancelled)"
    assert run.results == []
    error = {"class": "Cancellation", "code": "TurnCancelled"}
    assert error.items() <= run.summary["error"].items()


def test_a_turn_behind_the_cap_is_never_cancelled() -> None:
    run = Scripted(pipeline(stage("a", turnCap=1)), {"a": [text()]}, cancel="a:1.2")
    assert run.outcome == "failed"


def test_a_long_run_takes_a_moment() -> None:
    contract = load(pipeline(stage("a", turnCap=9_000)))
    run = Scripted(contract, {"a": [tool("read", "write")] * 9_000}, assert_={"a": ["ok"]})
    assert run.outcome == "completed"
    assert run.only("x-CapHit") == ["x-CapHit a turns=9000"]
