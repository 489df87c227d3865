"""What answers take for granted, and which ends are faults (reference §3.3, §4.8)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from dialects.climpt.runs import (
    CLOSING,
    HANDOFF,
    NEXT,
    RUNTIME,
    THREE,
    Scripted,
    agent,
    begin,
    step,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.records import Choice

CHECK: Mapping[str, Any] = {
    "validators": {
        "v": {
            "type": "command",
            "command": "c",
            "successWhen": "exitCode:0",
            "failurePattern": "p",
            "extractParams": {},
        }
    }
}
STEP = {"stepId": "v", "name": "V", "c2": "retry", "c3": "draft"}


def validated(**validation: Any) -> dict[str, str]:
    """An agent with a validation step that is consulted."""
    return agent(THREE[2], THREE[0], **CHECK, validationSteps={"closure.iteration": validation})


def graded(files: Mapping[str, str]) -> list[tuple[Choice, str]]:
    """The choices at the entry of an agent, each with what it takes for granted."""
    state = begin(files, refuse_invalid=False)
    return [(choice, RUNTIME.grade(state, choice)) for choice in RUNTIME.choices(state)]


def grades(files: Mapping[str, str]) -> Counter[str]:
    return Counter(word for _, word in graded(files))


def test_answers_by_the_schema_take_nothing_for_granted() -> None:
    assert {*grades(agent())} == {"strict"}


def test_a_validator_that_fails_once_is_fair_and_one_that_fails_for_ever_hostile() -> None:
    found = graded(validated(**STEP, validationConditions=[{"validator": "v"}]))
    told = {
        tuple(result.exit for result in choice.value.supplies.get(("validator", "v"), ())): word
        for choice, word in found
    }
    assert told == {(): "strict", (1,): "hostile", (1, 0): "fair", (0, 1): "hostile"}


def test_an_empty_text_is_tried_beside_as_much_as_can_be_on_each_way() -> None:
    keyed = {
        "next": {"condition": "flag", "targets": {"open": "closure.a", "default": "closure.b"}}
    }
    handed = {"handoffFields": ["flag", "note"]}
    schema = {"flag": {"type": "boolean"}, "note": {"type": "string"}}
    read = {name: {"from": f"initial.a.{name}"} for name in ("flag", "note")}
    first = step("initial.a", "next>closure.a", gate=handed, transitions=keyed, schema=schema)
    closing = step("closure.a", "closing", inputs=read)
    found = graded(agent(first, closing, step("closure.b", "closing")))
    hostile = [choice.value.so for choice, word in found if word == "hostile"]
    assert {each["note"] for each in hostile} == {"", "x|y"}
    assert all("flag" in each for each in hostile)


def test_a_jump_without_a_target_is_not_only_tried_with_an_empty_text() -> None:
    target = {"type": ["string", "null"]}
    action = {"type": "object", "properties": {"action": {"enum": ["jump"]}, "target": target}}
    schema = {"next_action": {**action, "required": ["action", "target"]}}
    gate = {"targetField": "next_action.target"}
    first = step("initial.a", "jump>closure.a", gate=gate, schema=schema, transitions={"jump": {}})
    found = graded(agent(first, step("closure.a", "closing")))
    told = [(choice.value.so["next_action"]["target"], word) for choice, word in found]
    assert (None, "strict") in told


def test_an_answer_without_the_block_that_is_asked_for_is_fair() -> None:
    wanted = {"type": "object", "required": ["done"], "properties": {"done": {"const": True}}}
    found = graded(validated(**STEP, outputSchema=wanted))
    told = {('"done": true' in choice.value.text, word) for choice, word in found}
    assert told == {(True, "strict"), (False, "fair")}


def test_of_a_schema_that_nothing_satisfies_no_answer_is_strict() -> None:
    ends = step("closure.draft", "closing", schema={"next_action": {"enum": []}})
    assert {*grades(agent(ends, THREE[0]))} <= {"hostile"}
    first = step("initial.draft", "next>continuation.draft", schema={"next_action": False})
    assert not grades(agent(first, *THREE[1:]))


def test_without_a_known_schema_a_model_still_says_an_intent() -> None:
    first = step("initial.draft", "next>continuation.draft", outputSchemaRef=...)
    found = graded(agent(first, *THREE[1:]))
    assert {str(choice.value.so["next_action"]): word for choice, word in found[:2]} == {
        "{'action': 'next'}": "strict",
        "{}": "hostile",
    }
    assert [(choice.value.so, word) for choice, word in found[2:]] == [({}, "hostile")]


def test_no_model_names_a_section_as_the_step_to_jump_to_unless_it_is_told_to() -> None:
    gate = {"targetField": "next_action.target"}
    entry = step("initial.draft", "jump", gate=gate)
    found = graded(agent(entry, *THREE[1:], step("section.notes")))
    told = {choice.value.so["next_action"].get("target"): word for choice, word in found}
    assert told["section.notes"] == "hostile"
    assert told["closure.draft"] == "strict"


def test_the_text_that_a_schema_leaves_open_is_a_word() -> None:
    first = step("initial.draft", "next>closure.draft", schema={"note": {"type": "string"}})
    first["schema"]["note"] |= {"minLength": 0}
    state = begin(agent(first, THREE[2]))
    for choice in RUNTIME.choices(state):
        assert "" not in choice.value.so.values()


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ((NEXT, HANDOFF, CLOSING), None),
        (({"so": {}},), "GATE_INTERPRETATION_ERROR"),
        ((NEXT,), "AGENT_MAX_ITERATIONS"),
        ((NEXT, {"error": "boom"}), "FAILED_STEP_ROUTING"),
    ],
)
def test_runs_that_fail_are_faults_of_the_step_that_they_fail_at(answers: Any, code: Any) -> None:
    run = Scripted(agent(), *answers).run
    fault = RUNTIME.fault(run.last)
    assert (fault and fault.code) == code
    if fault is not None:
        assert fault.phase == RUNTIME.phase(run.last) == run.summary["phases_visited"][-1]


def test_no_fault_is_a_run_that_goes_on_a_start_that_is_refused_and_an_end_that_is_designed() -> (
    None
):
    assert RUNTIME.fault(begin(agent())) is None
    assert RUNTIME.fault(begin(agent(agentId="other"))) is None
    aborting = {
        **STEP,
        "validationConditions": [{"validator": "v"}],
        "onFailure": {"action": "abort"},
    }
    world = {"validators": {"v": [{"exit": 0}, {"exit": 1}]}}
    run = Scripted(validated(**aborting), CLOSING, world=world)
    assert run.outcome == "failed(AGENT_VALIDATION_ABORT)"
    assert RUNTIME.fault(run.run.last) is None


def test_what_validators_say_is_not_the_model_s() -> None:
    found = graded(validated(**STEP, validationConditions=[{"validator": "v"}]))
    assert len({RUNTIME.own(choice) for choice, _ in found}) < len(found)
