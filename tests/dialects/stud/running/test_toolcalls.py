"""Who may call what (R27 to R31), and the grants."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.stud.pipelines import Scripted, done, pipeline, stage, tool
from phaselint.dialects.stud.running.grants import Grant, Ledger, digest

SOLO = pipeline(stage("a", turnCap=4), tools={"bundled": ["read", "write"]})
GRANT = Grant("a#0", 1, "1.1.0", "write", digest({"path": "x"}))


def test_all_calls_are_judged_before_the_first_one_runs() -> None:
    run = Scripted(SOLO, {"a": [tool("read", "crane", "write", "read"), done()]})
    assert run.only("Tool", "StageGranted") == [
        "ToolInvocationProposed a read",
        "ToolCallApproved a read sm-envelope",
        "ToolInvocationProposed a crane",
        "ToolInvocationCancelled a crane tool-not-available",
        "ToolInvocationProposed a write",
        "ToolCallDenied a write GrantDenied",
        "ToolInvocationProposed a read",
        "ToolCallApproved a read sm-envelope",
        "ToolInvocationStarted a read",
        "ToolInvocationSucceeded a read",
        "ToolInvocationStarted a read",
        "ToolInvocationSucceeded a read",
    ]


def test_without_a_registry_no_name_is_unknown() -> None:
    run = Scripted(pipeline("a"), {"a": [tool("crane"), done()]})
    assert run.only("ToolCall") == ["ToolCallDenied a crane GrantDenied"]


def test_grant_questions_are_counted_within_a_visit_and_the_last_answer_repeats() -> None:
    ways = {"a": {"branches": [], "default": {"nextStages": ["a"]}}}
    turns = [tool("write"), tool("write"), tool("write"), done()]
    run = Scripted(
        SOLO | {"next": ways},
        {"a": [turns, turns]},
        grants={"a": {"write": ["approve", "defer"]}},
        options={"max-stage-executions": 2},
    )
    once = [
        "ToolCallApproved a write sm-grant-token",
        "ToolCallDenied a write GrantDenied",
        "ToolCallDenied a write GrantDenied",
    ]
    assert run.only("ToolCall") == once * 2


def test_guards_are_heard_on_every_approved_call() -> None:
    run = Scripted(
        SOLO,
        {"a": [tool("read", "write"), done()]},
        grants={"a": {"write": ["approve"]}},
        guards=[
            {"tool": "read", "deny": "First"},
            {"tool": "read", "deny": "Second"},
            {"tool": "write", "deny": "Third"},
        ],
    )
    assert run.only("ToolCall", "StageGranted") == [
        "ToolCallDenied a read First",
        "StageGranted a write",
        "ToolCallDenied a write Third",
    ]


@pytest.mark.parametrize(
    ("result", "line"),
    [
        ({"error": {"class": "ToolTransient", "code": "Late"}}, "Failed a read ToolTransient/Late"),
        ({"error": "boom"}, "Failed a read ToolTerminal/ToolExecutionFailed"),
        ({"ok": 1}, "Succeeded a read"),
        ("text", "Succeeded a read"),
    ],
)
def test_a_call_fails_where_the_world_has_an_error(result: Any, line: str) -> None:
    run = Scripted(SOLO, {"a": [tool("read"), done()]}, toolResults={"read": result})
    assert run.only("ToolInvocation")[-1] == f"ToolInvocation{line}"
    assert run.outcome == "completed"


def test_listed_results_are_for_one_call_each() -> None:
    listed = [1, {"error": {"class": "ToolTransient", "code": "Late"}}]
    run = Scripted(
        SOLO, {"a": [tool("read", "read", "read"), done()]}, toolResults={"read": listed}
    )
    ends = [line.split()[0] for line in run.only("ToolInvocationS", "ToolInvocationF")]
    assert ends[1::2] == [
        "ToolInvocationSucceeded",
        "ToolInvocationFailed",
        "ToolInvocationFailed",
    ]


def test_the_completion_channel_needs_no_leave() -> None:
    run = Scripted(pipeline(stage("a", allowedTools=[])), {"a": [done()]})
    assert not run.only("Tool")
    assert run.outcome == "completed"
    started = next(event for event in run.run.events if event.kind == "ProviderRequestStarted")
    assert started.data["tools"] == ["finish"]


def test_a_grant_is_for_one_call() -> None:
    ledger = Ledger().issue(GRANT)
    assert ledger.consume(GRANT._replace(digest=digest({})))[1] == "GrantNotFound"
    ledger, wrong = ledger.consume(GRANT)
    assert wrong == ""
    assert ledger.consume(GRANT)[1] == "GrantAlreadyConsumed"
    assert ledger.close().consume(GRANT)[1] == "GrantStageExpired"


def test_the_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 1})
