"""From an answer to the next step: gates, aliases, handoffs, rules (reference §4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.climpt.runs import HANDOFF, NEXT, OPEN, THREE, Scripted, agent, says, step

CLOSURE = THREE[2]


def first(words: str, *answers: Any, **fields: Any) -> Scripted:
    """A run whose entry may do what the words say."""
    return Scripted(agent(step("initial.draft", words, **fields), *THREE[1:]), *answers)


@pytest.mark.parametrize("word", ["next", "NEXT", "continue", "Pass"])
def test_aliases_and_capitals_are_read_as_the_intent(word: str) -> None:
    run = first("next>continuation.draft repeat", says(word))
    assert run.iterations[0]["intent"] == "next"


@pytest.mark.parametrize(
    ("so", "why"),
    [
        ({}, "No value at path"),
        ({"next_action": {"action": None}}, "No value at path"),
        ({"next_action": {"action": {"deep": 1}}}, "Unknown intent value: [object object]"),
        ({"next_action": {"action": "fly"}}, "Unknown intent value: fly"),
        ({"next_action": {"action": "handoff"}}, "Intent 'handoff' not in allowedIntents"),
    ],
)
def test_an_answer_without_a_usable_intent_ends_the_run(so: Any, why: str) -> None:
    run = first("next>continuation.draft", {"so": so})
    assert run.outcome == "failed(GATE_INTERPRETATION_ERROR)"
    assert why in run.summary["reason"]


@pytest.mark.parametrize(
    ("words", "fallback", "taken"),
    [
        ("next>continuation.draft handoff>closure.draft", "handoff", "handoff"),
        ("handoff>closure.draft next>continuation.draft", "jump", "next"),
        ("handoff>closure.draft repeat", "", "handoff"),
    ],
)
def test_without_fail_fast_another_intent_is_taken(words: str, fallback: str, taken: str) -> None:
    gate = {"failFast": False} | ({"fallbackIntent": fallback} if fallback else {})
    run = first(words, says("nonsense"), gate=gate)
    assert run.iterations[0]["intent"] == taken
    assert run.iterations[0]["used_fallback"] is True


def test_repeat_stays_whatever_its_rule_says() -> None:
    run = first("next>continuation.draft repeat>closure.draft", says("repeat"))
    assert run.iterations[0]["next"] == "initial.draft"


JUMP = {"targetField": "next_action.target"}


def jumps(target: Any) -> dict[str, Any]:
    return {"so": {"next_action": {"action": "jump", "target": target}}}


def test_a_jump_goes_to_the_step_that_the_answer_names() -> None:
    words = "jump next>continuation.draft"
    assert first(words, jumps("closure.draft"), gate=JUMP).iterations[0]["next"] == "closure.draft"
    assert first(words, jumps("nowhere"), gate=JUMP).outcome == "failed(SR-TRANS-010)"


def test_a_jump_without_a_target_goes_by_its_rule() -> None:
    for none in (7, ""):
        run = first("jump>closure.draft", jumps(none), gate=JUMP)
        assert run.iterations[0]["next"] == "closure.draft"
    other = Scripted(agent(step("initial.other", "jump"), *THREE[1:]), says("jump"))
    assert other.outcome == "failed(SR-TRANS-003)"


@pytest.mark.parametrize(
    ("intent", "rule", "code"),
    [
        ("next", {"target": None}, "SR-TRANS-002"),
        ("next", {"target": "nowhere"}, "SR-TRANS-001"),
        ("handoff", ..., "SR-TRANS-004"),
        ("handoff", {"condition": "c", "targets": {"default": "closure.draft"}}, "SR-TRANS-004"),
        ("handoff", {"target": None}, "SR-TRANS-005"),
        ("handoff", {"target": "nowhere"}, "SR-TRANS-006"),
        ("escalate", ..., "SR-TRANS-007"),
        ("escalate", {"target": "nowhere"}, "SR-TRANS-008"),
        ("escalate", {"condition": "c", "targets": {"default": "closure.draft"}}, "SR-TRANS-009"),
        ("escalate", {"target": None}, "SR-TRANS-009"),
    ],
)
def test_a_rule_that_leads_nowhere_ends_the_run(intent: str, rule: Any, code: str) -> None:
    key = "verification.draft" if intent == "escalate" else "initial.other"
    transitions = {} if rule is ... else {intent: rule}
    files = agent(step(key, f"{intent} repeat", transitions=transitions), CLOSURE)
    run = Scripted(files, says(intent))
    assert run.outcome == f"failed({code})"
    assert run.iterations[0]["intent"] == intent
    assert "next" not in run.iterations[0]


def test_next_without_a_rule_goes_to_the_continuation_of_an_initial_step() -> None:
    assert first("next", NEXT).iterations[0]["next"] == "continuation.draft"
    empty = first("next", NEXT, transitions={"next": {}})
    assert empty.iterations[0]["next"] == "continuation.draft"


FIELDS = {"handoffFields": ["analysis.state"]}
BY_STATE = {
    "next": {
        "condition": "state",
        "targets": dict.fromkeys(
            ("ready", "true", "3", "0.000001", "12345678901234567000"), "closure.draft"
        ),
    }
}


def by_state(value: Any, default: Any = "continuation.draft") -> Scripted:
    targets = BY_STATE["next"]["targets"] | ({} if default is ... else {"default": default})  # type: ignore[operator]
    rule = {"next": {"condition": "state", "targets": targets}}
    answer = says("next", analysis={} if value is ... else {"state": value})
    return first("next repeat", answer, gate=FIELDS, transitions=rule)


@pytest.mark.parametrize("value", ["ready", True, 3, 3.0, 1e-6, 12345678901234567890])
def test_a_conditional_rule_goes_by_the_text_of_what_is_handed_off(value: Any) -> None:
    assert by_state(value).iterations[0]["next"] == "closure.draft"


@pytest.mark.parametrize("value", ["other", None, ..., {"deep": 1}])
def test_and_by_default_where_no_key_fits(value: Any) -> None:
    assert by_state(value).iterations[0]["next"] == "continuation.draft"
    assert by_state(value, ...).outcome == "failed(SR-TRANS-002)"
    assert by_state(value, None).outcome == "failed(SR-TRANS-002)"


def test_a_condition_with_a_dot_never_fits() -> None:
    rule = {"next": {"condition": "analysis.state", "targets": {"ready": "closure.draft"}}}
    answer = says("next", analysis={"state": "ready"})
    assert first("next", answer, gate=FIELDS, transitions=rule).outcome == "failed(SR-TRANS-002)"


def test_of_a_rule_with_both_forms_the_target_counts() -> None:
    both = {"next": {**BY_STATE["next"], "target": "continuation.draft"}}
    answer = says("next", analysis={"state": "ready"})
    run = first("next", answer, gate=FIELDS, transitions=both)
    assert run.iterations[0]["next"] == "continuation.draft"


def test_an_intent_that_the_kind_forbids_ends_a_run_that_was_started_all_the_same() -> None:
    files = agent(step("initial.draft", "closing>closure.draft"), *THREE[1:])
    assert Scripted(files, says("closing")).outcome == "refused(SR-VALID-001)"
    assert Scripted(files, says("closing"), **OPEN).outcome == "failed(SR-INTENT-001)"


def test_kinds_of_targets_do_not_matter() -> None:
    run = first("next>closure.draft handoff>continuation.draft", NEXT)
    assert run.iterations[0]["next"] == "closure.draft"
    other = first("next>closure.draft handoff>continuation.draft", HANDOFF)
    assert other.iterations[0]["next"] == "continuation.draft"
