"""The loop: which step runs when, and how a run ends (reference §4.1, §4.2)."""

from __future__ import annotations

import pytest

from dialects.climpt.runs import (
    CLOSING,
    HANDOFF,
    NEXT,
    REPEAT,
    THREE,
    Scripted,
    agent,
    bare,
    begin,
    says,
    step,
)


def test_a_run_goes_from_the_entry_to_a_closing_closure_step() -> None:
    run = Scripted(agent(), NEXT, HANDOFF, CLOSING)
    assert run.outcome == "completed"
    assert run.visited == "initial.draft continuation.draft closure.draft"
    assert run.summary["success"] is True
    assert run.summary["model_calls"] == run.summary["iterations"] == len(THREE)


def test_an_iteration_is_told_as_one_event() -> None:
    first, _, last = Scripted(agent(), NEXT, HANDOFF, CLOSING).iterations
    assert (first["n"], first["step"], first["loop"]) == (1, "initial.draft", "flow")
    assert (first["intent"], first["next"]) == ("next", "continuation.draft")
    assert (first["prompt"], first["complete"]) == ("initial.draft\n", False)
    assert (last["loop"], last["closure_signal"], last["complete"]) == ("closure", "closing", True)


def test_exactly_as_many_iterations_run_as_the_limit_says() -> None:
    assert Scripted(agent(most=3), NEXT, HANDOFF, CLOSING).outcome == "completed"
    short = Scripted(agent(most=2), NEXT, HANDOFF, CLOSING)
    assert short.outcome == "limit(AGENT_MAX_ITERATIONS)"
    assert short.summary["error_code"] == "AGENT_MAX_ITERATIONS"
    assert short.visited == "initial.draft continuation.draft"


def test_a_closure_step_never_leaves() -> None:
    run = Scripted(agent(), NEXT, HANDOFF, REPEAT, says("next"), CLOSING)
    assert run.visited.split()[2:] == ["closure.draft"] * 3


def test_an_entry_may_be_a_closure_step() -> None:
    run = Scripted(agent(step("closure.draft", "closing repeat")), CLOSING)
    assert (run.outcome, run.visited) == ("completed", "closure.draft")


def test_a_first_iteration_without_structured_output_is_run_again() -> None:
    run = Scripted(agent(), {"text": "hello"}, NEXT, HANDOFF, CLOSING)
    assert run.visited.split()[:2] == ["initial.draft"] * 2
    assert run.outcome == "completed"


def test_a_later_one_ends_the_run() -> None:
    run = Scripted(agent(), NEXT, {"text": "hello"})
    assert run.outcome == "failed(FAILED_STEP_ROUTING)"
    assert "complete" not in run.iterations[-1]


def test_structured_output_is_fished_out_of_prose() -> None:
    fenced = {"text": 'Here:\n```json\n{"next_action": {"action": "next"}}\n```\nDone.'}
    tail = {"text": 'Well, {not this} but {"next_action": {"action": "handoff"}}'}
    whole = {"text": '{"next_action": {"action": "closing"}}'}
    assert Scripted(agent(), fenced, tail, whole).outcome == "completed"


@pytest.mark.parametrize(
    "text",
    [
        '{"cut": {"off": {"next_action": {"action": "next"}}',
        '{"next_action": {"action": "handoff"}} {"next_action": {"action": "next"}}',
        '```\nno JSON\n``` {"next_action": {"action": "next"}}',
        '```json {"next_action": {"action": "next"}} ``` and so on',
    ],
)
def test_prose_that_does_not_parse_is_searched_on(text: str) -> None:
    assert Scripted(agent(), {"text": text}, HANDOFF).iterations[0]["intent"] == "next"


@pytest.mark.parametrize("text", ['{"a": 1} {"next_action": NaN}', '{"a": {"b": {}}', "{}]"])
def test_what_is_no_json_anywhere_is_no_answer(text: str) -> None:
    assert "intent" not in Scripted(agent(), {"text": text}, HANDOFF).iterations[0]


@pytest.mark.parametrize("default", [{}, {"default": "none"}])
@pytest.mark.parametrize("required", [True, False])
def test_null_is_a_value_of_an_input(default: dict[str, str], required: bool) -> None:
    reads = {"note": {"from": "initial.draft.note", "required": required, **default}}
    later = step("continuation.draft", "repeat", inputs=reads, uvVariables=["initial_draft_note"])
    files = agent(
        step("initial.draft", "next>continuation.draft", gate={"handoffFields": ["note"]}),
        later,
        THREE[2],
        prompts={"continuation/draft/f_default.md": "Note: {uv-initial_draft_note}"},
    )
    run = Scripted(files, says("next", note=None), REPEAT)
    assert run.iterations[1]["prompt"] == "Note: null"


LIMITED = {"error": "429: rate limit"}


def test_a_call_that_a_rate_limit_refuses_is_made_again() -> None:
    run = Scripted(agent(most=2), LIMITED, LIMITED, NEXT, NEXT)
    assert [each["step"] for each in run.iterations] == ["initial.draft"] * 3
    assert "complete" not in run.iterations[0]
    assert run.outcome == "limit(AGENT_MAX_ITERATIONS)"
    run = Scripted(agent(), NEXT, HANDOFF, LIMITED, CLOSING)
    assert (run.outcome, len(run.iterations)) == ("failed(an iteration had an error)", 3)


def test_the_fifth_call_that_a_rate_limit_refuses_ends_the_run() -> None:
    run = Scripted(agent(most=9), *[LIMITED] * 4, NEXT, LIMITED)
    assert run.outcome == "failed(AGENT_RATE_LIMIT)"
    other = {"error": "boom"}
    run = Scripted(agent(bare("closure.draft"), most=4), *[LIMITED] * 4, other, LIMITED, NEXT)
    assert run.outcome != "failed(AGENT_RATE_LIMIT)"


def test_a_call_that_fails_keeps_a_run_from_succeeding() -> None:
    run = Scripted(agent(), {"error": "boom"}, NEXT, HANDOFF, CLOSING)
    assert run.outcome == "failed(an iteration had an error)"
    assert run.iterations[-1]["complete"] is True
    assert run.iterations[0]["errors"] == ["boom"]


def test_a_step_id_that_is_another_is_corrected() -> None:
    first = Scripted(agent(), says("next", stepId="other"), HANDOFF).iterations[0]
    assert first["step_id_corrected"] is True


def test_a_flow_step_that_says_closing_is_refused_whatever_its_gate_makes_of_it() -> None:
    steps = (
        step("initial.draft", "next>closure.draft", gate={"intentField": "intent"}),
        step("closure.draft", "closing repeat"),
    )
    run = Scripted(agent(*steps), {"so": {"intent": "next", "next_action": {"action": "closing"}}})
    assert run.outcome == "failed(FAILED_STEP_ROUTING)"
    assert run.iterations[0]["next"] == "closure.draft"


def test_without_gates_the_entry_step_runs_until_the_handler_is_satisfied() -> None:
    steps = (bare("initial.draft"), bare("continuation.draft"))
    run = Scripted(agent(*steps, most=3), {"text": "working"})
    assert (run.outcome, run.visited) == ("completed", " ".join(["initial.draft"] * 3))
    closing = Scripted(agent(*steps), CLOSING)
    assert closing.outcome == "failed(FAILED_STEP_ROUTING)"


def test_a_kindless_step_can_end_the_run_by_closing_and_by_abort() -> None:
    steps = (step("custom.draft", "next>closure.draft closing abort", stepKind=...), THREE[2])
    for word in ("closing", "abort"):
        run = Scripted(agent(*steps, THREE[0]), says(word))
        assert run.outcome == "completed"
        assert run.iterations[0]["signal_closing"] is True


def test_a_section_step_ends_the_run_in_the_next_iteration() -> None:
    section = bare("section.note", stepKind="work")
    first = step(
        "initial.draft", "next>closure.draft jump", gate={"targetField": "next_action.target"}
    )
    files = agent(first, THREE[2], section)
    run = Scripted(files, {"so": {"next_action": {"action": "jump", "target": "section.note"}}})
    assert run.visited == "initial.draft section.note"
    assert run.outcome == "failed(FAILED_STEP_ROUTING)"


def test_a_run_that_has_ended_takes_no_further_answer() -> None:
    run = Scripted(agent(), NEXT, HANDOFF, CLOSING)
    assert run.played.run.last.waiting is False


@pytest.mark.parametrize("most", [6, 10**9])
def test_iterations_without_the_model_come_to_an_end(most: int) -> None:
    closing = step("closure.draft", "closing", runner={"command": "false", "args": []})
    world = {"subprocess": {"closure.draft": {"exit": 1}}}
    run = Scripted(agent(closing, THREE[0], most=most), world=world)
    assert run.outcome == "limit(AGENT_MAX_ITERATIONS)"
    assert run.summary["iterations"] == most


def test_nothing_of_a_run_changes_the_state_before() -> None:
    state = begin(agent())
    assert begin(agent()) == state
