"""What an agent declares for runs to use, and what runs of it use and spend (reference §4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialects.climpt.runs import (
    CLOSING,
    HANDOFF,
    HOME,
    NEXT,
    RUNTIME,
    THREE,
    Scripted,
    agent,
    begin,
    load,
    step,
)

if TYPE_CHECKING:
    from phaselint.dialects.records import Element


def declared(*steps: dict[str, Any]) -> dict[Any, Element]:
    """The elements of an agent by their ids."""
    return {each.id: each for each in RUNTIME.elements(load(agent(*steps)))}


def test_steps_are_elements_and_the_ways_of_their_intents() -> None:
    found = declared(*THREE)
    assert [*found] == [
        "initial.draft",
        ("initial.draft", "next", "continuation.draft"),
        ("initial.draft", "repeat"),
        "continuation.draft",
        ("continuation.draft", "next", "continuation.draft"),
        ("continuation.draft", "repeat"),
        ("continuation.draft", "handoff", "closure.draft"),
        "closure.draft",
    ]
    way = found["initial.draft", "next", "continuation.draft"]
    assert way.label == "`next` from `initial.draft` to `continuation.draft`"
    assert way.targets == ("continuation.draft",)
    assert way.place.pointer == ("steps", "initial.draft", "transitions", "next", "target")
    assert found["initial.draft"].is_phase
    assert not way.is_phase


def test_sections_are_no_elements_and_neither_are_intents_that_a_kind_may_not_have() -> None:
    found = declared(step("initial.draft", "next>closure.draft closing"), THREE[2])
    assert ("initial.draft", "closing") not in found
    assert "section.notes" not in declared(*THREE, step("section.notes"))


def test_of_a_conditional_rule_each_step_is_one_and_no_null() -> None:
    targets = {"a": "closure.draft", "b": "closure.draft", "c": None, "default": "initial.draft"}
    rule = {"next": {"condition": "state", "targets": targets}}
    found = declared(step("initial.draft", "next", transitions=rule), THREE[2])
    ways = [each for each in found if isinstance(each, tuple)]
    assert ways == [
        ("initial.draft", "next", "closure.draft"),
        ("initial.draft", "next", "initial.draft"),
    ]
    assert found[ways[0]].place.pointer[-2:] == ("targets", "a")


def test_a_jump_to_a_step_that_the_answer_names_is_one_whatever_its_rule_says() -> None:
    jump = step("initial.draft", "jump>closure.draft", gate={"targetField": "next_action.target"})
    assert ("initial.draft", "jump") in declared(jump, THREE[2])
    assert ("initial.draft", "jump", "closure.draft") not in declared(jump, THREE[2])


def test_a_continuation_that_no_rule_names_is_one() -> None:
    found = declared(step("initial.draft", "next"), *THREE[1:])
    way = found["initial.draft", "next", "continuation.draft"]
    assert way.place.pointer[-2:] == ("allowedIntents", 0)


def test_runs_use_steps_and_ways_and_spend_iterations() -> None:
    run = Scripted(agent(), NEXT, HANDOFF, CLOSING).run
    used = set(RUNTIME.moves(run.events))
    found = declared(*THREE)
    assert {each for each in found if each not in used} == {
        ("initial.draft", "repeat"),
        ("continuation.draft", "next", "continuation.draft"),
        ("continuation.draft", "repeat"),
    }
    assert RUNTIME.spent(run.events) == {"maxIterations": 3}
    assert RUNTIME.spent(()) == {}


def test_iterations_are_limited_where_agent_json_says_so() -> None:
    (limit,) = RUNTIME.limits(load(agent(most=3)))
    assert (limit.name, limit.most, limit.unit) == ("maxIterations", 3, "iterations")
    assert limit.place.file == f"{HOME}/agent.json"
    assert limit.place.pointer == ("runner", "verdict", "config", "maxIterations")


def test_an_intent_that_no_answer_can_say_is_withheld() -> None:
    schema = {"type": "object", "properties": {"action": {"const": "next"}}, "required": ["action"]}
    first = step("initial.draft", "next>continuation.draft repeat", schema={"next_action": schema})
    state = begin(agent(first, *THREE[1:]), refuse_invalid=False)
    assert RUNTIME.withheld(state) == {
        ("initial.draft", "repeat"): "no answer that the schema allows has intent `repeat`"
    }
    assert RUNTIME.demands(state) == "the output schema of `initial.draft`"
