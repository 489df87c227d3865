"""Verdict handlers, subprocess closures, tools, and what a run reports (§4.10 to §4.12)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.climpt.runs import (
    CLOSING,
    HANDOFF,
    NEXT,
    PROMPTS,
    REPEAT,
    THREE,
    Scripted,
    agent,
    begin,
    says,
    step,
)

UNCLEAR: dict[str, Any] = {"so": {}}
GIVEN = {"issue": 5}


def closing(verdict: str, config: Any, *answers: Any, **more: Any) -> Scripted:
    """A run whose closure step, which is its entry, gives these answers."""
    files = agent(THREE[2], THREE[0], verdict=verdict, config=config, most=4, **more)
    return Scripted(files, *answers, given=GIVEN)


def finished_in(run: Scripted) -> int | None:
    """The iteration in which the handler was satisfied."""
    return next((each["n"] for each in run.iterations if each.get("handler_verdict")), None)


def test_counting_iterations_lets_a_run_succeed_in_the_last_one() -> None:
    run = closing("count:iteration", {}, UNCLEAR)
    assert (run.outcome, finished_in(run)) == ("completed", 4)


def test_an_iteration_whose_prompt_the_handler_builds_is_not_the_last_one() -> None:
    without = [f"{PROMPTS}/closure/draft/f_default.md"]
    run = Scripted(agent(most=4, without=without), NEXT, HANDOFF, REPEAT, UNCLEAR)
    assert run.iterations[3]["prompt"] == "continuation.draft\n"
    assert (run.outcome, finished_in(run)) == ("limit(AGENT_MAX_ITERATIONS)", None)


def test_counting_checks_counts_unclear_answers() -> None:
    run = closing("count:check", {"maxChecks": 2}, UNCLEAR, REPEAT, UNCLEAR)
    assert finished_in(run) == 3


def test_a_keyword_is_looked_for_in_the_prose() -> None:
    answers = ({**REPEAT, "text": "DONE"}, UNCLEAR, {"so": {}, "text": "all DONE"})
    run = closing("detect:keyword", {"verdictKeyword": "DONE"}, *answers)
    assert finished_in(run) == 3


@pytest.mark.parametrize(
    "answer",
    [
        {"so": {"signal": "fin"}},
        {"so": {"type": "fin"}},
        {"so": {"status": "completed"}},
        {"so": {"result": "complete"}},
        {"so": {}, "text": "```fin\n{}\n```"},
    ],
)
def test_a_structured_signal_comes_in_several_forms(answer: Any) -> None:
    assert finished_in(closing("detect:structured", {"signalType": "fin"}, answer)) == 1


@pytest.mark.parametrize(
    ("required", "holds"),
    [(["a"], True), (["a", "b"], False), ({"a": 1}, True), ({"a": 2}, False), ({"a": True}, False)],
)
def test_fields_may_be_required_of_a_signal(required: Any, holds: bool) -> None:
    config = {"signalType": "fin", "requiredFields": required}
    run = closing("detect:structured", config, {"so": {"signal": "fin", "a": 1}})
    assert (finished_in(run) == 1) is holds


def test_a_graph_goes_by_the_status_of_the_answer() -> None:
    run = closing("detect:graph", {}, {"so": {"complete": True}}, entryStep="closure.draft")
    assert finished_in(run) == 1


def test_a_state_is_that_of_the_issue() -> None:
    files = agent(THREE[2], THREE[0], verdict="poll:state")
    run = Scripted(files, UNCLEAR, given=GIVEN, world={"issue": ["open", "closed"]})
    assert finished_in(run) == 2
    assert finished_in(Scripted(files, {"so": {}, "issue": "closed"}, given=GIVEN)) == 1


@pytest.mark.parametrize(("operator", "turn"), [("or", 1), ("first", 1), ("and", None)])
def test_of_a_composite_only_the_state_works(operator: str, turn: int | None) -> None:
    conditions = [
        {"type": "detect:keyword", "config": {"verdictKeyword": "DONE"}},
        {"type": "poll:state"},
    ]
    config = {"operator": operator, "conditions": conditions}
    said = {"so": {}, "text": "DONE"}
    assert finished_in(closing("meta:composite", config, said)) is None
    assert finished_in(closing("meta:composite", config, {**said, "issue": "closed"})) == turn


def test_a_custom_handler_is_the_world_s() -> None:
    config = {"handlerPath": "handler.ts"}
    run = closing("meta:custom", config, UNCLEAR, {"so": {}, "verdict": True})
    assert finished_in(run) == 2


@pytest.mark.parametrize(
    ("verdict", "told"), [("count:iteration", "good"), ("detect:keyword", None)]
)
def test_some_handlers_report_the_verdict_of_the_closing_answer(verdict: str, told: Any) -> None:
    run = closing(verdict, {"verdictKeyword": "DONE"}, says("closing", verdict="good"))
    assert run.summary["verdict"] == told


# --- subprocess closures ----------------------------------------------------------------------


def ran(result: Any, *args: str, **world: Any) -> Scripted:
    """A run that ends in a command with these arguments, which gives this back."""
    runner = {"command": "merge", "args": list(args)}
    steps = (step("initial.draft", "handoff>closure.draft"), THREE[2] | {"runner": runner})
    supplied = {"subprocess": {"closure.draft": result}} if result else {}
    return Scripted(agent(*steps), HANDOFF, given={"pr": 7}, world={**supplied, **world})


def test_a_command_that_succeeds_ends_the_run_without_the_model() -> None:
    run = ran({"stdout": '{"verdict": "merged"}'}, "--pr", "${context.pr}")
    assert (run.outcome, run.summary["verdict"]) == ("completed", "merged")
    assert run.iterations[1]["prompt"] == "(subprocess)"
    assert run.events("subprocess")[0].data["args"] == ["--pr", "7"]


def test_one_that_fails_once_keeps_the_run_from_succeeding() -> None:
    assert ran([{"exit": 1}, {"exit": 0}]).outcome == "failed(an iteration had an error)"


def test_an_argument_that_nobody_knows_is_an_error_of_the_iteration() -> None:
    assert ran(None, "${context.none}").outcome == "limit(AGENT_MAX_ITERATIONS)"
    assert ran(None, "${context.none}", context={"none": 1}).outcome == "completed"


def test_a_run_of_nothing_but_a_command_is_a_failure() -> None:
    entry = THREE[2] | {"runner": {"command": "merge", "args": []}}
    run = begin(agent(entry, THREE[0]))
    assert str(run.ended) == "failed(no answer from the model)"


def test_a_command_of_another_step_is_ignored() -> None:
    entry = step("initial.draft", "handoff>closure.draft", runner={"command": "x", "args": []})
    assert Scripted(agent(entry, THREE[2]), HANDOFF, CLOSING).outcome == "completed"


# --- tools ------------------------------------------------------------------------------------


def tooled(*calls: Any, entry: Any = THREE[0], **runner: Any) -> Any:
    """The record of an iteration in which the model made these calls."""
    boundaries = {"allowedTools": ["Read", "Bash", "githubIssueClose"], **runner}
    files = agent(entry, *THREE[1:], runner={"boundaries": boundaries})
    return Scripted(files, {**NEXT, "toolCalls": list(calls)}).iterations[0]


def test_a_tool_has_to_be_listed_by_its_name() -> None:
    assert tooled({"tool": "Write"}, {"tool": "Read"})["denied"] == ["Write"]
    assert tooled({"tool": "Read"}, allowedTools=["*"])["denied"] == ["Read"]


def test_boundary_tools_are_taken_from_work_steps_only() -> None:
    assert tooled()["tools"] == ["Read", "Bash"]
    assert "githubIssueClose" in tooled(entry=THREE[2])["tools"]


def test_the_kind_decides_the_permission_mode() -> None:
    check = step("verification.draft", "next>closure.draft")
    assert tooled()["permissionMode"] == "acceptEdits"
    record = tooled({"tool": "Bash"}, entry=check)
    assert (record["permissionMode"], record["denied"]) == ("plan", ["Bash"])
    assert tooled(entry=check | {"permissionMode": "default"})["permissionMode"] == "default"


def test_shell_commands_that_reach_for_the_tracker_are_blocked() -> None:
    bash = {"tool": "Bash", "input": {"command": "gh  issue close 5"}}
    assert tooled(bash)["denied"] == ["Bash"]
    assert "denied" not in tooled({"tool": "Bash", "input": {"command": "gh issue view 5"}})


def test_a_schema_whose_name_cannot_be_resolved_keeps_the_model_from_being_called() -> None:
    closure = THREE[2] | {"outputSchemaRef": {"file": "steps.json", "schema": "nothing"}}
    ungated = {key: part for key, part in closure.items() if key != "structuredGate"}
    run = Scripted(agent(ungated, most=3), CLOSING)
    assert run.summary["model_calls"] == 0
    assert run.outcome == "failed(an iteration had an error)"
    missing = ungated | {"outputSchemaRef": {"file": "none.json", "schema": "nothing"}}
    assert Scripted(agent(missing), CLOSING).outcome == "completed"


def structured(text: str, **config: Any) -> int | None:
    """The iteration in which a signal in prose finished a run."""
    given = {"signalType": "done", **config}
    return finished_in(closing("detect:structured", given, {"text": text}, NOTHING))


NOTHING = {"text": "nothing"}


def test_a_block_of_the_signal_has_the_fields_that_are_needed() -> None:
    assert structured('```done\n{"a": null}\n```', requiredFields=["a"]) == 1
    assert structured("```done\nno JSON\n```", requiredFields=["a"]) is None
    assert structured('```done {"a": 1}```', requiredFields=["a"]) is None
    assert structured("```done```") == 1


def test_the_first_condition_of_a_composite_learns_from_the_prompt_that_it_builds() -> None:
    counted = {"type": "count:iteration", "config": {"maxIterations": 2}}
    without = [f"{PROMPTS}/closure/draft/f_default.md"]
    files = agent(
        *THREE,
        verdict="meta:composite",
        config={"operator": "first", "conditions": [counted]},
        most=4,
        without=without,
        prompts={"continuation/draft/f_default.md": "{uv-remaining} left"},
    )
    run = Scripted(files, NEXT, HANDOFF, UNCLEAR, given=GIVEN)
    assert (run.outcome, finished_in(run)) == ("completed", 3)
    assert run.iterations[2]["prompt"] == "0 left"


def test_one_that_builds_none_learns_nothing() -> None:
    counted = {"type": "count:iteration", "config": {"maxIterations": 1}}
    config = {"operator": "first", "conditions": [counted]}
    assert finished_in(closing("meta:composite", config, UNCLEAR)) is None


def test_the_verdict_of_a_handler_is_that_of_the_latest_answer_it_saw() -> None:
    told = {"so": {"verdict": "approved"}}
    assert closing("count:iteration", {}, UNCLEAR, told).run.summary["verdict"] == "approved"
    assert closing("count:iteration", {}, told, UNCLEAR).run.summary["verdict"] is None
