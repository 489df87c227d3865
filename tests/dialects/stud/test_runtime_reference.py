"""The semantics of the reference: its schedule in the runtime, and its engines (§5.12)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.stud.pipelines import RUNTIME, Scripted, done, lone, pipeline, stage, text, to
from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.stud.reference import run_case
from phaselint.dialects.stud.reference_approval import wild

REFERENCE = {"options": {"profile": "reference"}}
PHASES = ("Setup", "Init", "CheckGate", "Act", "Assert", "Exit", "Next")


def whole(name: str, turn_end: bool = True, phases: tuple[str, ...] = PHASES) -> list[str]:
    """The lines of a stage that runs to its end."""
    lines: list[str] = []
    for phase in phases:
        lines.append(f"StagePreFired {name} {phase}")
        if phase == "Exit" and turn_end:
            lines.append(f"SessionTurnEnd {name}")
        lines.append(f"StagePostFired {name} {phase}")
    return lines


def of(lines: list[str], name: str) -> list[str]:
    return [line for line in lines if line.split()[1] == name]


def case(engine: str, *stages: Any, **more: Any) -> dict[str, Any]:
    """A case of the reference's kind; a text is a stage without ways on."""
    entries = [stage_object(each) if isinstance(each, str) else each for each in stages]
    return {
        "engine": engine,
        "entry": entries[0]["id"] if entries else "",
        "stages": entries,
        **more,
    }


def stage_object(id: str, *ways: str, body: str = "b", **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "body": body,
        "turnCap": 2,
        "completionTool": "finish",
        "completionSchema": {"type": "object", "required": ["n"]},
        "next": {"execution": "sequential", "nextStages": list(ways), **more},
    }


# --- the runtime ----------------------------------------------------------------------------


def test_the_runtime_writes_the_lines_of_the_reference() -> None:
    run = Scripted(pipeline("a", "b", next={"a": to("b")}, **REFERENCE))
    assert run.lines == whole("a") + whole("b")
    assert run.outcome == "completed"


def test_stages_start_without_a_context_and_the_dollar_form_is_rendered() -> None:
    body = "${ctx.x}|${ctx.y}|{{ctx.y}}|${ctx.upstream}"
    manifest = pipeline(stage("a", body=body), **REFERENCE)
    run = Scripted(manifest, ctx={"x": 1}, setup={"a": [{"write": {"y": 2}}]})
    assert run.summary["renderedBodies"] == {"a": ["|2|{{ctx.y}}|"]}


def test_no_outcome_stops_anything() -> None:
    manifest = pipeline("a", "b", "c", "d", next={"a": to("b", "c", join="d")}, **REFERENCE)
    run = Scripted(manifest, assert_={"a": ["retry"], "b": ["fail"], "d": ["fail"]})
    assert run.visited == ["a", "b", "c", "d"]
    assert run.outcome == "completed"
    assert all(of(run.lines, name) == whole(name) for name in "abcd")


def test_one_sibling_is_enough_and_a_join_among_them_runs_twice() -> None:
    run = Scripted(pipeline("a", "b", next={"a": to("b", join="b")}, **REFERENCE))
    assert run.visited == ["a", "b", "b"]


def test_a_gate_skips_act_and_assert_but_not_their_lines() -> None:
    run = Scripted(pipeline("a", **REFERENCE), {}, gate={"a": ["skip"]})
    assert run.lines == whole("a")
    assert run.results[0]["verdict"] == "skip"
    with pytest.raises(ScriptError):
        RUNTIME.start(
            run.contract, {**_options(), "hooks": "asked"}, {}, {"gate": {"a": ["block"]}}
        )


def _options() -> dict[str, Any]:
    from dialects.stud.pipelines import DEFAULTS

    return dict(DEFAULTS)


def test_the_cap_ends_act_and_nothing_retries() -> None:
    manifest = pipeline(stage("a", turnCap=1), **REFERENCE)
    run = Scripted(manifest, {"a": [text()]})
    assert run.results[0] == {
        "stage": "a",
        "verdict": "retry",
        "capHit": True,
        "attemptCount": 1,
    }


def test_the_option_decides_against_the_contract() -> None:
    manifest = pipeline(stage("a", name=...))
    assert Scripted(manifest, options={"semantics": "reference"}).lines == whole("a")
    run = Scripted(manifest | REFERENCE, options={"semantics": "documented"})
    assert run.outcome == "error(Validation/StageDefinitionInvalid)"


def test_a_stage_object_alone_runs_as_the_reference_runs_it() -> None:
    import json

    contract = lone(json.dumps(stage_object("a")), "a.json")
    assert Scripted(contract).lines == whole("a")


def test_hooks_can_be_asked_here_too() -> None:
    manifest = pipeline("a", **REFERENCE)
    run = Scripted(manifest, {"a": [done()]}, ask=["proceed", "fail"], options={"hooks": "asked"})
    assert run.outcome == "completed"
    assert run.results[0]["verdict"] == "fail"


# --- the engines ----------------------------------------------------------------------------


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


def test_act_ignores_calls_without_the_finish_reason() -> None:
    found = act({**done(), "finishReason": "stop"}, done())
    assert (found["completed"], found["llmTurns"]) == (False, 1)
    assert found["log"][-1] == "StagePreFired a RENDER"


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
        "Execute a read",
        "Approval a write deny guard No",
        "Approval a crane deny sm-grant-token defer",
        "Approval a read approve sm-envelope",
        "Execute a read",
    ]
    assert found["results"] == [
        *("read:ok", "write:ApprovalDenied", "crane:ApprovalDenied", "read:Late"),
    ]


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
