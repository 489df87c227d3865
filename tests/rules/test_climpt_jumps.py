"""Conditions of jumps of the climpt dialect, looked at only where an answer names no target."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import contract, findings, schema

A, B = "verification.x", "verification.y"
STEPS = (
    "work.x next>verification.x handoff>closure.x jump",
    "verification.x next>closure.x escalate>work.x repeat",
    "verification.y next>closure.x escalate>work.x repeat",
    "closure.x closing repeat",
)


@pytest.mark.parametrize(
    ("target", "gate", "expected"),
    [
        ({"enum": [A]}, {}, ["jump-condition-ignored"]),
        # what is no intent is taken for `next`, so that each jump names its target
        ({"enum": [A]}, {"failFast": False, "fallbackIntent": "next"}, ["jump-condition-ignored"]),
        ({"enum": [A]}, {"failFast": False, "fallbackIntent": "jump"}, []),
        # an empty target is none, and the condition is looked at
        ({"enum": [A, ""]}, {}, []),
        ({"type": "string", "minLength": 1}, {}, ["jump-condition-ignored"]),
        ({"type": "string"}, {}, []),
    ],
)
def test_the_condition_of_a_jump_that_names_its_target_is_ignored(
    target: Any, gate: dict[str, Any], expected: list[str]
) -> None:
    action = {"type": "string", "enum": ["next", "handoff", "jump"]}
    said = {"required": ["action", "target"], "properties": {"action": action, "target": target}}
    whole = schema(["next", "handoff", "jump"], state={"type": "string", "enum": ["a", "b"]})
    whole["properties"]["next_action"] |= said
    whole["required"] = ["state"]
    rule = {"condition": "state", "targets": {"a": A, "default": B}}
    gated = {"handoffFields": ["state"], "targetField": "next_action.target", **gate}
    change = {"steps": {"work.x": {"structuredGate": gated, "transitions": {"jump": rule}}}}
    files = contract(*STEPS, registry_change=change, schemas={"work.x": whole})
    found = findings(files, dry_run=True)
    assert [each.name for each in found if each.name == "jump-condition-ignored"] == expected
    assert "refuted-finding" not in {each.name for each in found}


@pytest.mark.parametrize(
    ("target", "asked"),
    [
        ({"type": "string"}, False),
        ({"type": ["string", "null"]}, True),
        ({"enum": [A]}, False),
        ({"enum": [A, None]}, True),
        ({"type": ["string", "integer"]}, True),
    ],
)
def test_a_target_that_is_no_text_leaves_a_jump_to_its_transition(target: Any, asked: bool) -> None:
    action = {"type": "string", "enum": ["next", "handoff", "jump"]}
    said = {"required": ["action", "target"], "properties": {"action": action, "target": target}}
    whole = schema(["next", "handoff", "jump"])
    whole["properties"]["next_action"] |= said
    gated = {"targetField": "next_action.target"}
    change = {"steps": {"work.x": {"structuredGate": gated, "transitions": {"jump": {}}}}}
    files = contract(*STEPS, registry_change=change, schemas={"work.x": whole})
    found = findings(files, dry_run=True)
    (told,) = (str(each.message) for each in found if each.name == "transition-rule-ambiguous")
    assert told.endswith("because every jump names its target") is not asked
    assert "refuted-finding" not in {each.name for each in found}
