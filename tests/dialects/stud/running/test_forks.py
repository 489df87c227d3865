"""Fan-outs and joins (R35 to R39)."""

from __future__ import annotations

import pytest

from dialects.stud.pipelines import Scripted, done, pipeline, stage, text, to

TWICE = {"maxAttempts": 2, "backoff": "fixed"}
JOINED = pipeline(
    "a",
    stage("b", body="{{ctx.upstream[0].verdict}}"),
    stage("c", turnCap=2, retryPolicy=TWICE),
    stage("d", body="{{ctx.upstream[0].parsed.n}},{{ctx.upstream[1].parsed.n}}"),
    "e",
    next={"a": to("b", "c", join="d"), "b": to("e"), "d": to("e")},
)


def turns(**more: list[dict[str, object]]) -> dict[str, list[dict[str, object]]]:
    return {each: [done(n)] for n, each in enumerate("abcde")} | more


def test_siblings_take_turns_and_the_join_runs_in_the_same_session_turn() -> None:
    run = Scripted(JOINED, turns(b=[text(), done(1)], c=[done(2)]))
    assert run.only("Session", "StageEntered", "StageExited", "Workflow", "ProviderRequestS") == [
        "SessionTurnStart a",
        "StageEntered a",
        "ProviderRequestStarted a 1.1",
        "StageExited a ok",
        "SessionTurnEnd a",
        "SessionTurnStart [b,c]",
        "StageEntered b",
        "StageEntered c",
        "ProviderRequestStarted b 1.1",
        "ProviderRequestStarted c 1.1",
        "StageExited c ok",
        "ProviderRequestStarted b 1.2",
        "StageExited b ok",
        "StageEntered d",
        "ProviderRequestStarted d 1.1",
        "StageExited d ok",
        "SessionTurnEnd [b,c]",
        "SessionTurnStart e",
        "StageEntered e",
        "ProviderRequestStarted e 1.1",
        "StageExited e ok",
        "SessionTurnEnd e",
        "WorkflowExit completed",
    ]
    assert run.summary["renderedBodies"]["d"] == ["1,2"]
    assert run.summary["renderedBodies"]["b"] == [""]


def test_a_cap_is_noticed_in_the_next_step_and_a_retry_ends_it() -> None:
    run = Scripted(JOINED, turns(b=[text(), text(), done(1)], c=[text(), text(), done(2)]))
    lines = run.only("ProviderRequestS", "x-CapHit", "x-Backoff", "StageAssert")
    assert lines[2:] == [
        "ProviderRequestStarted b 1.1",
        "ProviderRequestStarted c 1.1",
        "ProviderRequestStarted b 1.2",
        "ProviderRequestStarted c 1.2",
        "ProviderRequestStarted b 1.3",
        "StageAssertOutcome b ok attempt=1 capHit=false",
        "x-CapHit c turns=2",
        "StageAssertOutcome c retry attempt=1 capHit=true",
        "x-Backoff c fixed",
        "ProviderRequestStarted c 2.1",
        "StageAssertOutcome c ok attempt=2 capHit=false",
        "ProviderRequestStarted d 1.1",
        "StageAssertOutcome d ok attempt=1 capHit=false",
        "ProviderRequestStarted e 1.1",
        "StageAssertOutcome e ok attempt=1 capHit=false",
    ]


@pytest.mark.parametrize("verdict", ["fail", "skip", "retry"])
def test_a_sibling_that_is_not_ok_aborts_the_others(verdict: str) -> None:
    run = Scripted(JOINED, turns(), gate={"c": [{"fail": "block"}.get(verdict, verdict)]})
    assert run.lines[-3:] == [
        f"StageExited c {verdict}",
        "x-ParallelSiblingFailure c",
        "WorkflowExit failed",
    ]
    assert run.summary["error"] == {
        "class": "ExtensionHost",
        "code": "ParallelSiblingFailure",
        "failedSibling": "c",
    }


def test_the_unfinished_siblings_are_cancelled_in_order() -> None:
    run = Scripted(JOINED, turns(b=[done(1)]), assert_={"b": ["fail"]})
    assert run.lines[-4:] == [
        "StageExited b fail",
        "StageCancelled c",
        "x-ParallelSiblingFailure b",
        "WorkflowExit failed",
    ]


def test_a_cancellation_cancels_every_sibling_that_runs() -> None:
    run = Scripted(JOINED, turns(b=[text(), done(1)], c=[text(), done(1)]), cancel="c:1.2")
    assert run.lines[-2:] == ["StageCancelled c", "WorkflowExit cancelled"]
    run = Scripted(JOINED, turns(b=[text(), done(1)], c=[text(), done(1)]), cancel="b:1.2")
    assert run.lines[-3:] == ["StageCancelled b", "StageCancelled c", "WorkflowExit cancelled"]


def test_a_fan_out_without_a_join_is_the_end() -> None:
    run = Scripted(pipeline("a", "b", "c", next={"a": to("b", "c", parallel=True)}))
    assert run.lines[-2:] == ["SessionTurnEnd [b,c]", "WorkflowExit completed"]


def test_one_sibling_is_no_plan() -> None:
    run = Scripted(pipeline("a", "b", "c", next={"a": to("b", join="c")}))
    assert run.outcome == "error(ExtensionHost/InvalidParallelPlan)"
    assert run.lines[-2:] == ["SessionTurnEnd a", "WorkflowExit failed"]


def test_a_join_among_its_siblings_runs_twice_or_once_by_the_policy() -> None:
    manifest = pipeline("a", "b", "c", next={"a": to("b", "c", join="c")})
    assert Scripted(manifest).visited == ["a", "b", "c", "c"]
    run = Scripted(manifest, options={"join-policy": "sibling"})
    assert run.visited == ["a", "b", "c"]
    assert "SessionTurnEnd [b]" in run.lines


def test_a_sibling_that_cannot_begin_ends_the_run() -> None:
    bad = stage("c", completionTool="read", allowedTools=[])
    manifest = pipeline("a", "b", bad, next={"a": to("b", "c", parallel=True)})
    run = Scripted(manifest | {"tools": {"bundled": ["read"]}})
    assert run.lines[-2:] == ["StageInitFailed c CompletionToolCollision", "WorkflowExit failed"]


def test_unknown_siblings_and_joins_end_the_run_where_they_are_met() -> None:
    run = Scripted(pipeline("a", "b", next={"a": to("b", "gone", parallel=True)}))
    assert run.visited == ["a"]
    run = Scripted(pipeline("a", "b", "c", next={"a": to("b", "c", join="gone")}))
    assert run.visited == ["a", "b", "c"]
    assert run.summary["error"]["stage"] == "gone"


def test_the_limit_counts_siblings_too() -> None:
    run = Scripted(JOINED, options={"max-stage-executions": 2})
    assert run.outcome == "limit(x-Harness/LimitExceeded)"
    assert run.visited == ["a", "b"]


def test_many_siblings_take_a_moment() -> None:
    names = [f"s{number}" for number in range(2_000)]
    manifest = pipeline("a", *names, "z", next={"a": to(*names, join="z")})
    run = Scripted(manifest, options={"max-stage-executions": 5_000})
    assert run.outcome == "completed"
    assert len(run.results) == 2_002
