"""Prompts: which file, which variables, and what is sent when there is none (§4.6, §4.7)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.climpt.runs import (
    CLOSING,
    HANDOFF,
    HOME,
    NEXT,
    PROMPTS,
    THREE,
    Scripted,
    agent,
    step,
)

ISSUE = {"issue": {"type": "number", "description": "d", "cli": "--issue"}}
FIRST = "initial/draft/f_default.md"


def first_prompt(text: str, given: Any = None, *, declared: Any = (), **fields: Any) -> Any:
    """The first prompt of a run whose entry's file has this text, or the code it dies of."""
    entry = step("initial.draft", "next>continuation.draft", uvVariables=list(declared))
    files = agent(entry, *THREE[1:], prompts={FIRST: text}, parameters=ISSUE, **fields)
    run = Scripted(files, NEXT, given=given)
    return run.prompts[0] if run.prompts else run.summary["error_code"]


def test_variables_are_filled_in_wherever_they_have_a_value() -> None:
    text = "{uv-issue} {uv-iteration} {uv-max_iterations} {uv-remaining} {issue}"
    assert first_prompt(text, {"issue": 5}) == "5 1 6 5 {issue}"
    assert first_prompt("{uv-flag} {uv-list}", {"flag": False, "list": [1, "b"]}) == "false 1,b"


def test_a_word_without_a_value_is_an_error_and_one_with_a_hyphen_stays() -> None:
    assert first_prompt("{uv-nothing}") == "PR-RESOLVE-005"
    assert first_prompt("{uv-no-thing}") == "{uv-no-thing}"
    assert first_prompt("{uv-my-own}", {"my-own": "mine"}) == "mine"


@pytest.mark.parametrize("value", [None, ""])
def test_a_declared_variable_needs_a_text(value: Any) -> None:
    assert first_prompt("x", {"issue": value}, declared=["issue"]) == "PR-RESOLVE-003"
    assert first_prompt("x", {"issue": 5}, declared=["uv-issue"]) == "x"


@pytest.mark.parametrize("letter", ";|&<>")
def test_a_value_with_a_shell_character_ends_the_run_even_if_it_is_not_used(letter: str) -> None:
    assert first_prompt("x", {"title": f"a {letter} b"}) == "PR-C3L-002"


def test_input_text_is_empty_and_the_front_matter_is_left_out() -> None:
    assert first_prompt("---\ntitle: t\n---\n[{input_text}]") == "[]"
    assert first_prompt("") == ""


def test_stdin_is_never_supplied() -> None:
    entry = step("initial.draft", "next>continuation.draft", usesStdin=True)
    assert Scripted(agent(entry, *THREE[1:])).outcome == "failed(PR-RESOLVE-004)"


def test_later_iterations_know_more() -> None:
    text = "{uv-completed_iterations} [{uv-previous_summary}]"
    files = agent(prompts={"continuation/draft/f_default.md": text})
    run = Scripted(files, {**NEXT, "text": "a | b"}, HANDOFF)
    assert run.prompts[1].startswith("1 [a ｜ b")
    assert first_prompt("{uv-completed_iterations}") == "PR-RESOLVE-005"
    assert first_prompt("[{uv-previous_summary}]") == "[]"
    assert first_prompt("x", declared=["previous_summary"]) == "PR-RESOLVE-003"


def test_a_summary_without_prose_has_values_as_the_reference_writes_them() -> None:
    files = agent(prompts={"continuation/draft/f_default.md": "[{uv-previous_summary}]"})
    run = Scripted(files, {"so": {**NEXT["so"], "sure": True, "share": 1e-6}}, HANDOFF)
    assert "sure: true； share: 0.000001； " in run.prompts[1]


def test_keyword_and_checks_are_known_where_they_are_configured() -> None:
    config = {"verdictKeyword": "DONE", "maxChecks": 4}
    text = "{uv-completion_keyword} {uv-max_checks} {uv-check_count}"
    assert first_prompt(text, verdict="detect:keyword", config=config) == "DONE 4 1"
    assert first_prompt("{uv-max_checks}") == "PR-RESOLVE-005"


def test_a_file_for_the_adaptation_comes_before_that_of_the_edition() -> None:
    entry = step("initial.draft", "next>continuation.draft", adaptation="short")
    files = agent(entry, *THREE[1:], prompts={"initial/draft/f_default_short.md": "short"})
    assert Scripted(files, NEXT).prompts[0] == "short"
    assert Scripted(agent(entry, *THREE[1:]), NEXT).prompts[0] == "initial.draft\n"


def test_without_a_file_the_run_ends_before_the_model_is_called() -> None:
    run = Scripted(agent(without=[f"{PROMPTS}/{FIRST}"]))
    assert run.outcome == "failed(PR-C3L-002)"
    assert run.summary["model_calls"] == 0
    assert run.iterations[0]["prompt"] is None


@pytest.mark.parametrize("name", ["app", "user"])
def test_without_the_yml_files_as_well(name: str) -> None:
    missing = f".agent/climpt/config/writer-steps-{name}.yml"
    assert Scripted(agent(without=[missing])).outcome == "failed(PR-C3L-002)"


def test_addresses_have_to_match_the_patterns_of_the_yml() -> None:
    odd = step("odd.draft", "next>closure.draft", stepKind="work")
    assert Scripted(agent(odd, THREE[2])).outcome == "failed(PR-C3L-002)"


def test_some_step_has_to_say_its_kind() -> None:
    steps = [{key: part for key, part in each.items() if key != "stepKind"} for each in THREE]
    assert Scripted(agent(*steps)).outcome == "failed(PR-C3L-003)"


def test_the_system_prompt_has_to_be_there() -> None:
    run = Scripted(agent(without=[f"{HOME}/prompts/system.md"]))
    assert run.outcome == "failed(PR-SYSTEM-002)"


def test_only_two_placeholders_of_the_system_prompt_are_filled() -> None:
    files = agent() | {f"{HOME}/prompts/system.md": "{uv-agent_name} {uv-issue}"}
    assert Scripted(files, given={"issue": 1}).iterations[0]["system"] == "writer {uv-issue}"


# --- inputs -----------------------------------------------------------------------------------


def second_prompt(inputs: Any, so: Any, *, fields: Any = None) -> Any:
    """The second prompt, with inputs from what the first step said."""
    gate = {} if fields is None else {"handoffFields": fields}
    entry = step("initial.draft", "next>continuation.draft", gate=gate)
    going = step("continuation.draft", "handoff>closure.draft", inputs=inputs)
    text = "[{uv-initial_draft_note}]"
    files = agent(entry, going, THREE[2], prompts={"continuation/draft/f_default.md": text})
    run = Scripted(files, {"so": {"next_action": {"action": "next"}, **so}}, HANDOFF)
    return run.prompts[1] if len(run.prompts) > 1 else run.summary["error_code"]


NOTE = {"note": {"from": "initial.draft.note"}}


def test_an_input_is_what_an_earlier_step_said() -> None:
    assert second_prompt(NOTE, {"note": "n"}) == "[n]"
    assert second_prompt(NOTE, {"deep": {"note": 3}}, fields=["deep.note"]) == "[3]"


def test_a_handoff_takes_the_place_of_all_that_was_said() -> None:
    said = {"note": "n", "other": 1}
    assert second_prompt(NOTE, said, fields=["other"]) == "PR-RESOLVE-005"
    assert second_prompt(NOTE, said, fields=["absent"]) == "[n]"


def test_an_input_that_is_missing_has_its_default_or_is_no_error_unless_required() -> None:
    assert second_prompt({"note": {**NOTE["note"], "default": "d"}}, {}) == "[d]"
    required = {"note": {**NOTE["note"], "required": True}}
    assert second_prompt(required, {}) == "AGENT_QUERY_ERROR"
    assert second_prompt({"note": {"from": "note"}}, {}) == "AGENT_QUERY_ERROR"


def test_of_two_fields_with_one_name_the_later_one_counts() -> None:
    said = {"a": {"note": "A"}, "b": {"note": "B"}}
    assert second_prompt(NOTE, said, fields=["a.note", "b.note"]) == "[B]"


# --- closure steps ----------------------------------------------------------------------------


def test_a_closure_step_without_a_prompt_is_sent_the_continuation() -> None:
    run = Scripted(agent(without=[f"{PROMPTS}/closure/draft/f_default.md"]), NEXT, HANDOFF, CLOSING)
    assert run.prompts[2] == "continuation.draft\n"
    assert run.iterations[2]["closure_prompt_failed"] is True
    assert run.outcome == "completed"


def test_and_without_a_continuation_the_run_ends() -> None:
    steps = (step("initial.draft", "handoff>closure.draft"), THREE[2])
    files = agent(*steps, without=[f"{PROMPTS}/closure/draft/f_default.md"])
    run = Scripted(files, HANDOFF, CLOSING)
    assert run.outcome == "failed(PR-RESOLVE-001)"
    assert run.iterations[1]["prompt"] is None


def test_the_continuation_is_told_by_the_mapping_alone() -> None:
    without = [f"{PROMPTS}/closure/draft/f_default.md"]
    files = agent(without=without, entryStep="initial.draft", entryStepMapping={})
    assert Scripted(files, NEXT, HANDOFF, CLOSING).outcome == "failed(PR-RESOLVE-001)"


def test_inputs_of_a_closure_step_are_read_before_its_prompt_is_looked_for() -> None:
    ends = step("closure.draft", "closing", inputs={"note": {**NOTE["note"], "required": True}})
    files = agent(*THREE[:2], ends)
    assert Scripted(files, NEXT, HANDOFF, CLOSING).outcome == "failed(AGENT_QUERY_ERROR)"
    lenient = Scripted(files, NEXT, HANDOFF, CLOSING, world={"prompts": "stand-in"})
    assert lenient.outcome == "completed"


def test_a_closure_prompt_does_not_know_what_only_the_flow_loop_knows() -> None:
    prompts = {"closure/draft/f_default.md": "{uv-remaining}"}
    run = Scripted(agent(prompts=prompts), NEXT, HANDOFF, CLOSING)
    assert run.iterations[2]["closure_prompt_failed"] is True


def test_the_closing_action_asks_for_its_own_form() -> None:
    prompts = {"closure/draft/f_default_label-only.md": "label"}
    github = {"integrations": {"github": {"defaultClosureAction": "label-only"}}}
    run = Scripted(agent(prompts=prompts, runner=github), NEXT, HANDOFF, CLOSING)
    assert run.prompts[2] == "label"
    off = {"integrations": {"github": {**github["integrations"]["github"], "enabled": False}}}
    run = Scripted(agent(prompts=prompts, runner=off), NEXT, HANDOFF, CLOSING)
    assert run.prompts[2] == "closure.draft\n"


def test_prompt_files_of_the_world_are_over_those_of_the_project() -> None:
    world = {"files": {f"{PROMPTS}/{FIRST}": "mine"}}
    assert Scripted(agent(), NEXT, world=world).prompts[0] == "mine"


def test_prompts_that_cannot_be_built_can_be_tolerated() -> None:
    files = agent(without=[f"{PROMPTS}/{FIRST}", f"{HOME}/prompts/system.md"])
    run = Scripted(files, NEXT, HANDOFF, CLOSING, world={"prompts": "stand-in"})
    assert run.outcome == "completed"
    assert run.prompts[0] == "(no prompt: PR-C3L-002)"
