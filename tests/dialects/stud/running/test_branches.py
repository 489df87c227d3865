"""Ways on: branches, depth first, and the end (R32 to R34)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.stud.pipelines import END, Scripted, done, pipeline, stage, text, to

OPEN_SCHEMA = {"type": "object"}


def branched(when: Any, **more: Any) -> dict[str, Any]:
    """A pipeline that goes to `yes` where a condition holds of `a`, else to `no`."""
    ways = {"a": {"branches": [{"when": when, **to("yes")}], "default": to("no")}}
    first = stage("a", completionSchema=OPEN_SCHEMA, turnCap=1, **more)
    return pipeline(first, "yes", "no", next=ways)


@pytest.mark.parametrize(
    ("when", "taken"),
    [
        ({}, "yes"),
        ({"verdict": "ok"}, "yes"),
        ({"verdict": ["fail", "ok"]}, "yes"),
        ({"verdict": "fail"}, "no"),
        ({"capHit": False}, "yes"),
        ({"capHit": True}, "no"),
        ({"path": "parsed.n", "equals": 1}, "yes"),
        ({"path": "parsed.n", "equals": "1"}, "no"),
        ({"path": "parsed.n", "equals": True}, "no"),
        ({"path": "parsed.n", "in": [0, 1]}, "yes"),
        ({"path": "parsed.n", "exists": True}, "yes"),
        ({"path": "parsed.m", "exists": True}, "no"),
        ({"path": "parsed.m", "exists": False}, "yes"),
        ({"path": "parsed.list.1", "equals": "b"}, "yes"),
        ({"path": "parsed.list.2", "equals": "b"}, "no"),
        ({"path": "parsed.flag", "equals": True}, "yes"),
        ({"path": "parsed.flag", "equals": 1}, "no"),
        ({"path": "parsed.none", "exists": True}, "yes"),
        ({"path": "parsed.large", "equals": 2**53}, "yes"),
        ({"path": "parsed.m", "equals": None}, "no"),
        ({"path": "attemptCount", "equals": 1}, "yes"),
        ({"path": "output.kind", "equals": "x"}, "yes"),
        ({"verdict": "ok", "path": "parsed.n", "equals": 2}, "no"),
    ],
)
def test_a_branch_is_taken_where_its_condition_holds(when: Any, taken: str) -> None:
    turn = done(1, list=["a", "b"], flag=True, none=None, large=2**53 + 1)
    turns = {"a": [turn], "yes": [done()], "no": [done()]}
    run = Scripted(branched(when), turns, output={"a": [{"kind": "x"}]})
    assert run.visited == ["a", taken]


def test_the_first_branch_wins_and_a_cap_can_be_asked_for() -> None:
    ways = {
        "a": {
            "branches": [{"when": {"capHit": True}, **to("b")}, {"when": {}, **to("c")}],
            "default": to(),
        }
    }
    manifest = pipeline(stage("a", turnCap=1), "b", "c", next=ways)
    run = Scripted(manifest, {"a": [text()], "b": [done()]})
    assert run.visited == ["a", "b"]


def test_no_branch_and_no_default_is_a_failure() -> None:
    ways = {"a": {"branches": [{"when": {"verdict": "fail"}, **END}]}}
    run = Scripted(pipeline("a", next=ways))
    assert run.outcome == "error(ExtensionHost/LifecycleFailure)"
    assert run.summary["error"] == {
        "class": "ExtensionHost",
        "code": "LifecycleFailure",
        "stage": "a",
        "why": "no-branch",
    }
    assert run.lines[-1] == "WorkflowExit failed"


def test_a_list_is_gone_through_depth_first_with_the_same_predecessor() -> None:
    body = "{{ctx.upstream[0].parsed.n}}{{ctx.upstream[1].verdict}}"
    ways = {"a": to("b", "c"), "b": to("d")}
    stages = [stage(each, body=body) for each in "abcd"]
    manifest = pipeline(*stages, next=ways)
    run = Scripted(manifest, {each: [done(n)] for n, each in enumerate("abcd", 1)})
    assert run.visited == ["a", "b", "d", "c"]
    assert run.summary["renderedBodies"] == {"a": [""], "b": ["1"], "d": ["2"], "c": ["1"]}
    assert run.outcome == "completed"


def test_a_failed_stage_may_be_followed_and_the_last_verdict_counts() -> None:
    manifest = pipeline("a", "b", next={"a": to("b")})
    assert Scripted(manifest, assert_={"a": ["fail"]}).outcome == "completed"
    assert Scripted(manifest, assert_={"b": ["fail"]}).outcome == "failed"


def test_a_stage_that_is_not_there_ends_the_run() -> None:
    run = Scripted(pipeline("a", next={"a": to("gone")}))
    assert run.summary["error"]["stage"] == "gone"
    assert run.lines[-2:] == ["SessionTurnEnd a", "WorkflowExit failed"]


def test_terminating_and_saying_nothing_are_ends() -> None:
    terminate = {"execution": "terminate", "nextStages": ["b"]}
    assert Scripted(pipeline("a", "b", next={"a": terminate})).visited == ["a"]
    assert Scripted(pipeline("a") | {"next": {}}).outcome == "completed"
