"""Exploration: few answers that stand for all (reference §6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.climpt.runs import OPEN, RUNTIME, THREE, agent, begin, load, step
from phaselint.dialects.climpt.running.grades import forbidden
from phaselint.dialects.climpt.running.representatives import MOST_CHOICES
from phaselint.dialects.protocol import TooManyChoices
from phaselint.executor.explore import explore
from phaselint.executor.replay import replay
from phaselint.executor.soundness.distance import needs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.running.session import State
    from phaselint.executor.explore import Atlas

BOUND = 2000
CHECKS = {"maxChecks": 3}
VAGUE = {"type": "object", "properties": {"action": {"enum": ["closing"]}}}
"""Accepts an answer that says nothing about the end of a run."""


def atlas(files: Mapping[str, str], *, limited: bool = False) -> Atlas[State]:
    state = begin(files, refuse_invalid=False)
    return explore(RUNTIME, state if limited else RUNTIME.relax(state), BOUND)


def steps(found: Atlas[State]) -> set[str]:
    return {state.step for state in found.states}


def outcomes(found: Atlas[State]) -> set[str]:
    return {str(state.ended) for state in found.states if state.ended is not None}


def test_every_step_that_can_be_reached_is() -> None:
    found = atlas(agent(*THREE, step("continuation.lost", "next>closure.draft")))
    assert found.complete
    assert steps(found) == {each["stepId"] for each in THREE}
    assert outcomes(found) == {"completed"}


def test_answers_satisfy_the_schema_and_lead_where_they_say() -> None:
    found = atlas(agent())
    for edge in found.edges:
        source = found.states[edge.source]
        assert not forbidden(source.law, source.step, edge.choice.value.so)
    index = found.find(lambda state: state.ended is not None)
    assert index is not None
    run = replay(RUNTIME, begin(agent()), found.run_to(index))
    assert str(run.outcome) == "completed"


FIELDS = {"handoffFields": ["state"]}


def conditional(kind: Any) -> Atlas[State]:
    rule = {
        "next": {
            "condition": "state",
            "targets": {"a": "continuation.a", "default": "continuation.b"},
        }
    }
    entry = step("initial.draft", "next", gate=FIELDS, transitions=rule, schema={"state": kind})
    rest = (step(f"continuation.{name}", "handoff>closure.draft") for name in "ab")
    return atlas(agent(entry, *rest, THREE[2]))


def test_every_key_of_a_conditional_rule_is_tried_that_the_schema_allows() -> None:
    assert steps(conditional({"type": "string"})) >= {"continuation.a", "continuation.b"}
    assert "continuation.a" not in steps(conditional({"enum": ["x", "y"]}))


def test_a_free_jump_goes_to_every_step_and_to_none() -> None:
    gate = {"targetField": "next_action.target"}
    found = atlas(agent(step("initial.draft", "jump", gate=gate), *THREE[1:]))
    assert steps(found) == {each["stepId"] for each in THREE}
    assert "failed(SR-TRANS-010)" in outcomes(found)


def test_an_answer_that_may_leave_out_the_intent_does_so() -> None:
    entry = step("initial.draft", "next>closure.draft", gate={"intentField": "stepId"})
    found = atlas(agent(entry, THREE[2]))
    assert "failed(GATE_INTERPRETATION_ERROR)" in outcomes(found)


def test_fields_that_inputs_read_are_handed_off_and_not() -> None:
    entry = step(
        "initial.draft",
        "next>continuation.draft",
        gate={"handoffFields": ["note"]},
        schema={"note": {"type": "string"}},
    )
    note = {"note": {"from": "initial.draft.note", "required": True}}
    going = step("continuation.draft", "handoff>closure.draft", inputs=note)
    found = atlas(agent(entry, going, THREE[2]))
    ends = {"failed(AGENT_QUERY_ERROR)", "failed(PR-C3L-002)"}
    assert outcomes(found) == {"completed", *ends}
    said = [edge.choice.value.so.get("note") for edge in found.edges if edge.source == 0]
    assert said == [None, "x", "", "x|y"]
    grades = [
        RUNTIME.grade(found.states[0], edge.choice) for edge in found.edges if not edge.source
    ]
    assert grades == ["strict", "strict", "hostile", "hostile"]


def test_of_a_list_that_inputs_read_there_is_something_in_it_and_nothing() -> None:
    entry = step(
        "initial.draft",
        "next>continuation.draft",
        gate={"handoffFields": ["notes"]},
        schema={"notes": {"type": "array", "items": {"type": "string"}}},
    )
    notes = {"notes": {"from": "initial.draft.notes"}}
    name = "initial_draft_notes"
    going = step("continuation.draft", "handoff>closure.draft", inputs=notes, uvVariables=[name])
    found = atlas(agent(entry, going, THREE[2]))
    said = [edge.choice.value.so.get("notes") for edge in found.edges if edge.source == 0]
    assert said == [None, [], ["x"], ["x|y"]]
    assert outcomes(found) == {"completed", "failed(PR-C3L-002)", "failed(PR-RESOLVE-003)"}


def test_validators_hold_and_fail_and_fail_once() -> None:
    validator = {
        "type": "command",
        "command": "c",
        "successWhen": "empty",
        "failurePattern": "p",
        "extractParams": {},
    }
    validation = {
        "stepId": "v",
        "name": "V",
        "c2": "retry",
        "c3": "draft",
        "validationConditions": [{"validator": "v"}],
        "onFailure": {"action": "retry", "maxAttempts": 1},
    }
    files = agent(validators={"v": validator}, validationSteps={"closure.iteration": validation})
    found = atlas(files)
    assert found.complete
    assert outcomes(found) == {
        "completed",
        "failed(AGENT_VALIDATION_ABORT)",
        "limit(AGENT_MAX_ITERATIONS)",
    }


@pytest.mark.parametrize(
    ("verdict", "config"),
    [
        ("count:iteration", {}),
        ("count:check", {"maxChecks": 3}),
        ("detect:keyword", {"verdictKeyword": "DONE"}),
        ("detect:structured", {"signalType": "fin"}),
        ("poll:state", {}),
        ("meta:custom", {"handlerPath": "h.ts"}),
    ],
)
def test_every_handler_can_be_satisfied(verdict: str, config: Any) -> None:
    ungated = {"structuredGate": ..., "transitions": ..., "outputSchemaRef": ...}
    entry = {k: v for k, v in THREE[0].items() if k not in ungated}
    found = atlas(agent(entry, verdict=verdict, config=config))
    assert found.complete
    assert "completed" in outcomes(found)


def test_limits_are_lifted_only_where_that_is_asked_for() -> None:
    assert "completed" not in outcomes(atlas(agent(most=2), limited=True))
    assert "completed" in outcomes(atlas(agent(most=2)))


@pytest.mark.parametrize(("verdict", "config"), [("count:iteration", {}), ("count:check", CHECKS)])
def test_a_run_without_limits_goes_on_while_a_count_is_not_reached(
    verdict: str, config: Mapping[str, Any]
) -> None:
    """The closure step can't be prompted again after an answer that leaves an empty note behind,
    which neither ends the run nor repeats the step."""
    closing = step(
        "closure.draft",
        "closing",
        schema={"note": {"enum": ["x", ""]}, "next_action": VAGUE},
        inputs={"note": {"from": "closure.draft.note", "default": "none"}},
        uvVariables=["closure_draft_note"],
    )
    files = agent(
        step("initial.draft", "next>custom.draft"),
        step("custom.draft", "handoff>closure.draft", stepKind="work"),
        closing,
        verdict=verdict,
        config=config,
    )
    ends = {"completed", "failed(PR-RESOLVE-001)"}
    assert outcomes(atlas(files, limited=True)) >= ends
    assert outcomes(atlas(files)) == ends


def test_a_transition_is_taken_before_the_step_that_it_leads_to_fails() -> None:
    """Both are one step of a run, which a limit may end in between."""
    failing = step("custom.draft", "handoff>closure.draft", stepKind="work", uvVariables=["none"])
    found = atlas(agent(step("initial.draft", "next>custom.draft"), failing, THREE[2]))
    amounts = {key: need.amount for key, need in needs(RUNTIME, found, "maxIterations").items()}
    assert amounts["initial.draft", "next", "custom.draft"] == 1
    assert amounts["custom.draft"] == 2
    assert "closure.draft" not in amounts


def test_an_answer_that_comes_before_a_count_is_none_with_limits() -> None:
    closing = step("closure.draft", "closing", schema={"next_action": VAGUE})
    limited = begin(agent(closing, THREE[0]))
    start = RUNTIME.relax(limited)
    early = [each for each in RUNTIME.choices(start) if each.value.early]
    assert early
    said = [RUNTIME.write(each) for each in early]
    assert [RUNTIME.write(RUNTIME.with_limits(each)) for each in early] == said
    assert not any(RUNTIME.with_limits(each).value.early for each in early)
    assert not any(each.value.early for each in RUNTIME.choices(limited))


def test_a_run_without_limits_goes_on_as_long_as_the_world_has_something_new_to_say() -> None:
    validator = {
        "type": "command",
        "command": "c",
        "successWhen": "exitCode:0",
        "failurePattern": "p",
        "extractParams": {},
    }
    validation = {
        "stepId": "v",
        "name": "V",
        "c2": "retry",
        "c3": "draft",
        "validationConditions": [{"validator": "v"}],
    }
    files = agent(
        THREE[2],
        THREE[0],
        validators={"v": validator},
        validationSteps={"closure.iteration": validation},
    )

    def kind(*results: int) -> str:
        world = {"validators": {"v": [{"exit": each} for each in results]}}
        start = RUNTIME.relax(RUNTIME.start(load(files), OPEN, {}, {}))
        answer = RUNTIME.read(start, {"so": {"next_action": {"action": "repeat"}}, **world})
        return str(RUNTIME.step(start, answer)[0].ended)

    assert kind(0, 1, 1, 0) == "None"
    assert kind(0, 1) == "limit(AGENT_MAX_ITERATIONS)"


def test_an_exploration_of_a_closure_step_that_never_says_closing_finds_the_last_iteration() -> (
    None
):
    mute = step("closure.draft", "repeat")
    found = atlas(agent(mute, THREE[0]))
    assert "completed" not in outcomes(found)
    free = step("closure.draft", "closing repeat", outputSchemaRef=...)
    assert "completed" in outcomes(atlas(agent(free, THREE[0])))


def test_too_many_choices_are_said_and_not_taken() -> None:
    gate = {"targetField": "next_action.target"}
    many = (step(f"custom.s{number}", "next>closure.draft") for number in range(MOST_CHOICES))
    state = begin(agent(step("initial.draft", "jump", gate=gate), THREE[2], *many))
    with pytest.raises(TooManyChoices):
        RUNTIME.choices(state)


def test_steps_and_edges_are_what_a_script_covers() -> None:
    state = begin(agent())
    choice = RUNTIME.choices(state)[0]
    after, events = RUNTIME.step(state, choice)
    assert RUNTIME.moves(events) == (
        "initial.draft",
        ("initial.draft", "next"),
        ("initial.draft", "next", "continuation.draft"),
    )
    assert RUNTIME.key(after) != RUNTIME.key(state)
