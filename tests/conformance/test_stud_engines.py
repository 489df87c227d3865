"""The engines of the reference, as far as no case of the corpus goes (§5.12, §5.13)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from conformance.stud_reference.approval import wild
from conformance.stud_reference.cases import UnknownKey
from conformance.stud_reference.engines import run_case
from conformance.stud_reference.written import PHASES, of, stage_object, whole
from dialects.stud.pipelines import done


def case(engine: str, *stages: Any, **more: Any) -> dict[str, Any]:
    """A case of the reference's kind; a text is a stage without ways on, and the first one is the
    entry where the engine has one."""
    entries = [stage_object(each) if isinstance(each, str) else each for each in stages]
    entry = {"entry": entries[0]["id"]} if engine in ("stage", "schedule", "act") else {}
    return {"engine": engine, **entry, "stages": entries, **more}


def test_a_thrown_error_ends_a_stage_after_its_post_line() -> None:
    thrown = {"act": {"a": [{"throw": {"class": "Validation", "code": "X"}}]}}
    found = run_case(case("stage", "a", script=thrown))
    assert found["events"] == whole("a", phases=PHASES[:4])
    assert found["error"] == {"class": "Validation", "code": "X"}
    assert found["outcome"] == "error"


@pytest.mark.parametrize("error", [{"class": "ToolTransient", "code": "X"}, "boom", {}])
def test_an_error_that_phases_do_not_know_is_wrapped(error: Any) -> None:
    found = run_case(case("stage", "a", script={"gate": {"a": {"throw": error}}}))
    assert found["error"] == {"class": "ExtensionHost", "code": "LifecycleFailure"}
    assert found["events"] == whole("a", phases=PHASES[:3])


def test_an_aborted_signal_lets_setup_begin() -> None:
    found = run_case(case("stage", "a", aborted=True))
    assert found["events"] == whole("a", phases=PHASES[:1])
    assert found["error"] == {"class": "Cancellation", "code": "StageCancelled"}
    assert found["outcome"] == "cancelled"


@pytest.mark.parametrize("engine", ["stage", "schedule"])
def test_an_aborted_signal_counts_more_than_what_setup_throws(engine: str) -> None:
    script = {"setup": {"a": [{"throw": "boom"}]}}
    found = run_case(case(engine, "a", aborted=True, script=script))
    assert found["events"] == whole("a", phases=PHASES[:1])
    assert found["error"] == {"class": "Cancellation", "code": "StageCancelled"}


def test_a_defect_of_an_engine_is_no_error_of_the_reference() -> None:
    with pytest.raises(KeyError):
        run_case({"engine": "stage", "stages": []})


def test_an_abort_in_act_cancels_the_turn() -> None:
    script = {"act": {"a": [{"abortRun": True}]}}
    found = run_case(case("sequential", stage_object("a", "b"), "b", script=script))
    assert found["error"]["code"] == "TurnCancelled"
    assert found["events"] == ["SessionTurnStart a", *whole("a", phases=PHASES[:4])]


def test_a_sequence_hands_on_the_execution_and_stops_at_its_end() -> None:
    second = stage_object("b", body="${ctx.x} ${ctx.upstream}")
    found = run_case(case("sequential", stage_object("a", "b"), second, "c", ctx={"x": 1}))
    assert found["events"] == [
        *("SessionTurnStart a", *whole("a", turn_end=False), "SessionTurnEnd a"),
        *("SessionTurnStart b", *whole("b", turn_end=False), "SessionTurnEnd b"),
    ]
    (act,) = found["acts"]["b"]
    assert act["renderedBody"].startswith('1 [{"id":{"sessionId":"session-1","stageId":"a"')


def test_a_schedule_follows_the_join_only() -> None:
    stages = [
        stage_object("a", "b", "c", execution="parallel", join="d"),
        stage_object("b", "x"),
        "c",
        stage_object("d", "e"),
        "e",
        "x",
    ]
    found = run_case(case("schedule", *stages, script={"assert": {"b": ["fail"]}}))
    assert [each["stageId"] for each in found["executions"]] == ["a", "b", "c", "d", "e"]
    assert "parent" not in found["executions"][4]


def test_a_sibling_that_throws_fails_the_schedule() -> None:
    stages = [stage_object("a", "b", "c", execution="parallel", join="d"), "b", "c", "d"]
    found = run_case(case("schedule", *stages, script={"act": {"b": [{"throw": {}}]}}))
    assert found["error"] == {"class": "ExtensionHost", "code": "ParallelSiblingFailure"}
    assert not of(found["events"], "d")


def test_a_schedule_that_never_ends_is_ended() -> None:
    found = run_case(case("schedule", stage_object("a", "a"), maxStageExecutions=3))
    assert found["error"] == {"class": "x-Harness", "code": "LimitExceeded"}
    assert found["events"] == whole("a") * 3


def joining(**more: Any) -> dict[str, Any]:
    return run_case(case("parallel-join", "a", "b", "j", siblings=["a", "b"], join="j", **more))


def test_a_sibling_that_fails_aborts_the_others_where_they_are() -> None:
    found = joining(script={"act": {"a": [{"delayMs": 9}]}, "assert": {"b": ["fail"]}})
    assert found["error"] == {
        "class": "ExtensionHost",
        "code": "ParallelSiblingFailure",
        "failedSibling": "b",
    }
    assert found["joinReady"] is False
    assert of(found["events"], "a") == whole("a", phases=PHASES[:4])
    assert of(found["events"], "b") == whole("b", turn_end=False)


def test_a_faster_sibling_is_done_before_a_slow_one_fails() -> None:
    script = {"act": {"a": [{"delayMs": 2}], "b": [{"delayMs": 9, "throw": {}}]}}
    found = joining(script=script)
    assert of(found["events"], "a") == whole("a", turn_end=False)
    assert found["error"]["failedSibling"] == "b"


def test_a_capped_sibling_keeps_the_join_from_running() -> None:
    found = joining(script={"act": {"b": [{"capHit": True}]}})
    assert found["error"] == {"class": "ExtensionHost", "code": "JoinPreconditionViolated"}
    assert found["joinReady"] is True
    assert not of(found["events"], "j")


def test_results_come_in_the_order_of_completion() -> None:
    found = joining(script={"act": {"a": [{"delayMs": 9}], "b": [{"delayMs": 2}]}})
    assert [each["stageId"] for each in found["executions"]] == ["b", "a", "j"]
    assert found["joinSiblings"] == ["b", "a"]
    assert of(found["events"], "j") == whole("j")


def test_a_join_that_fails_is_a_failure() -> None:
    assert joining(script={"assert": {"j": ["fail"]}})["error"]["code"] == "LifecycleFailure"
    found = joining(script={"act": {"a": [{"abortRun": True}]}})
    assert found["error"] == {"class": "Cancellation", "code": "TurnCancelled"}
    found = run_case(case("parallel-join", "a", siblings=["a"]))
    assert found["error"]["code"] == "InvalidParallelPlan"


def act(*turns: Any, **script: Any) -> dict[str, Any]:
    first = stage_object("a") | {"allowedTools": ["read"]}
    found: dict[str, Any] = run_case(
        case("act", first, script={"turns": {"a": [*turns]}, **script})
    )
    return dict(found["act"])


def test_act_ends_with_a_completion_and_renders() -> None:
    found = act({"calls": [{"name": "finish", "args": {}}]}, done())
    assert (found["completed"], found["capHit"], found["llmTurns"]) == (True, False, 2)
    assert found["results"] == ["finish:error", "finish:ok"]
    assert found["log"][-1] == "StagePreFired a RENDER"


@pytest.mark.parametrize("turn", [{**done(), "finishReason": "stop"}, {"text": "Done."}])
def test_act_goes_on_after_a_text(turn: dict[str, Any]) -> None:
    found = act(turn, done())
    assert (found["completed"], found["llmTurns"], found["results"]) == (True, 2, ["finish:ok"])
    assert found["log"].count("StagePreFired a TOOL_CALL") == 1
    assert found["log"].count("StagePreFired a RENDER") == 1
    found = act(turn, turn, done())
    assert (found["completed"], found["capHit"], found["llmTurns"]) == (False, True, 2)
    assert found["log"][-1] == "StagePreFired a STREAM_RESPONSE"


def test_act_asks_for_leave_and_runs_what_has_it() -> None:
    calls: dict[str, Any] = {
        "calls": [{"name": name, "args": {}} for name in ("read", "write", "crane", "read")]
    }
    found = act(
        calls,
        grants={"a": {"write": ["approve"]}},
        guards=[{"tool": "write", "deny": "No"}],
        toolResults={"read": [1, {"error": {"class": "ToolTransient", "code": "Late"}}]},
    )
    assert [line for line in found["log"] if not line.startswith("Stage")] == [
        "Approval a read approve sm-envelope",
        "Approval a write deny guard No",
        "Approval a crane deny sm-grant-token defer",
        "Approval a read approve sm-envelope",
        "Execute a read",
        "Execute a read",
    ]
    assert found["results"] == [
        "read:ok",
        "write:ToolTerminal/ApprovalDenied",
        "crane:ToolTerminal/ApprovalDenied",
        "read:ToolTransient/Late",
    ]


@pytest.mark.parametrize("error", ["boom", {}, {"code": "Late"}, {"class": "Session"}])
def test_a_call_that_fails_without_class_or_code_is_untyped(error: Any) -> None:
    read = {"calls": [{"name": "read"}]}
    found = act(read, toolResults={"read": {"error": error}})
    assert found["results"] == ["read:ToolTerminal/ToolExecutionFailed"]


def test_calls_of_one_response_have_a_grant_each() -> None:
    calls = {"calls": [{"name": "write", "args": {}}, {"name": "write", "args": {}}]}
    found = act(calls, grants={"a": {"write": ["approve"]}})
    assert found["results"] == ["write:ok", "write:ok"]


@pytest.mark.parametrize(
    ("pattern", "subject", "holds"),
    [
        ("read", "read", True),
        ("read", "reads", False),
        ("read:*", "read:/a", True),
        ("*", "", True),
        ("a*b*c", "a-b-c", True),
        ("a*b*c", "a-c-b", False),
        ("ab*ba", "aba", False),
        ("*x*", "yyy", False),
    ],
)
def test_a_pattern_matches_the_whole_key(pattern: str, subject: str, holds: bool) -> None:
    assert wild(pattern, subject) is holds


@pytest.mark.parametrize(
    ("change", "unknown"),
    [
        ({"semantic": "reference"}, "`semantic`"),
        ({"calls": []}, "`calls`"),
        ({"script": {"asserts": {}}}, "`script.asserts`"),
        ({"script": {"turns": {}}}, "`script.turns`"),
        ({"script": {"act": {"a": [{"capHit": True, "delay": 3}]}}}, "`script.act.a.0.delay`"),
        ({"script": {"act": {"a": {"throws": {}}}}}, "`script.act.a.throws`"),
        ({"stages": [stage_object("a") | {"cap": 1}]}, "`stages.0.cap`"),
    ],
)
def test_a_case_with_keys_that_no_engine_reads_is_refused(
    change: dict[str, Any], unknown: str
) -> None:
    with pytest.raises(UnknownKey, match=f"^{re.escape(unknown)} is read by no part"):
        run_case(case("stage", "a") | change)


@pytest.mark.parametrize(
    ("engine", "change", "unknown"),
    [
        ("act", {"script": {"gate": {}}}, "`script.gate`"),
        ("act", {"script": {"turns": {"a": [{"call": []}]}}}, "`script.turns.a.0.call`"),
        ("act", {"script": {"turns": {"a": [[{"call": []}]]}}}, "`script.turns.a.0.0.call`"),
        (
            "act",
            {"script": {"turns": {"a": [{"calls": [{"name": "x", "arg": 1}]}]}}},
            "`script.turns.a.0.calls.0.arg`",
        ),
        (
            "act",
            {"script": {"guards": [{"tool": "x", "deny": "No", "why": 1}]}},
            "`script.guards.0.why`",
        ),
        ("schedule", {"ctx": {}}, "`ctx`"),
        ("sequential", {"entry": "a"}, "`entry`"),
        ("parallel-join", {"order": []}, "`order`"),
        ("approval", {"calls": [{"tool": "x", "name": "x"}]}, "`calls.0.name`"),
    ],
)
def test_each_engine_knows_its_own_keys(engine: str, change: dict[str, Any], unknown: str) -> None:
    base = {"engine": "approval"} if engine == "approval" else case(engine, "a")
    with pytest.raises(UnknownKey, match=f"^{re.escape(unknown)} is read by no part"):
        run_case(base | change)


def test_an_engine_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownKey, match="names no engine: `replay`"):
        run_case(case("replay", "a"))
