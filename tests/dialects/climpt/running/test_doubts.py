"""What answers aren't decided, and what that leaves open of an agent."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from dialects.climpt.runs import HOME, THREE, agent, step
from laws.bench import benches_of, checks
from phaselint.executor.proof import proof_context
from phaselint.executor.soundness.search import search

if TYPE_CHECKING:
    from phaselint.executor.soundness.search import SearchResult

STRANGE = {"type": "string", "pattern": "^(?=o)(?!x).*$"}
LISTS = {"type": "array", "minItems": 1, "items": {"type": "array", "minItems": 1}}
CLOSE = step("closure.a", "closing")


def chosen(status: Any, default: str = "continuation.a", **more: Any) -> dict[str, Any]:
    """A step that goes to `closure.a` where its status is `open`."""
    return step(
        "initial.a",
        "next>closure.a",
        schema={"status": status},
        gate={"handoffFields": ["status"]},
        transitions={
            "next": {
                "condition": "status",
                "targets": {"open": "closure.a", "default": default, **more},
            }
        },
    )


def found_in(*steps: dict[str, Any]) -> SearchResult:
    (checked,) = checks(agent(*steps), dry_run=True)
    dialect, bound, result = checked
    assert result.facts is not None
    return search(proof_context(dialect, result.facts, bound))


def told(found: SearchResult) -> list[tuple[str, str]]:
    return [(each.rule, str(each.finding.message)) for each in found.told]


@pytest.mark.parametrize("status", [STRANGE, LISTS])
def test_a_key_that_is_not_decided_leaves_open_what_lies_beyond(status: Any) -> None:
    found = found_in(chosen(status), step("continuation.a", "repeat next>continuation.a"), CLOSE)
    (doubt,) = found.doubts
    assert "an answer of `initial.a` with intent `next` has `open` in `status`" in str(doubt.why)
    assert doubt.place.file == f"{HOME}/steps_registry.json"
    assert doubt.place.pointer[-3:] == ("next", "targets", "open")
    assert found.census.undecided == {"closure.a", ("initial.a", "next", "closure.a")}
    assert ("initial.a", "next", "continuation.a") in found.census.used
    assert told(found) == []  # whether a run completes isn't known either


def test_the_construct_is_named() -> None:
    steps = step("continuation.a", "repeat"), CLOSE
    (doubt,) = found_in(chosen(STRANGE), *steps).doubts
    assert str(doubt.why).endswith(
        "the `pattern` `^(?=o)(?!x).*$` of its output schema isn't decided here"
    )
    (doubt,) = found_in(chosen(LISTS), *steps).doubts
    assert str(doubt.why).endswith("its output schema isn't decided here")


def test_nothing_is_left_open_where_other_runs_show_it() -> None:
    onward = step("continuation.a", "handoff>closure.a")
    found = found_in(chosen(STRANGE, default="continuation.a", odd="closure.a"), onward, CLOSE)
    assert ("initial.a", "next", "closure.a") in found.census.undecided
    assert "closure.a" in found.census.used
    whole = found_in(chosen(STRANGE, default="closure.a"), CLOSE)
    assert whole.doubts == ()
    assert whole.census.undecided == frozenset()


def test_steps_that_no_run_enters_leave_nothing_open() -> None:
    alone = step("continuation.a", "repeat")
    found = found_in(THREE[0], *THREE[1:], chosen(STRANGE), alone, CLOSE)
    assert found.doubts == ()
    assert {"initial.a", "continuation.a", "closure.a"} <= found.census.reported


def test_a_key_that_no_value_is_written_as_is_reported() -> None:
    onward = step("continuation.a", "handoff>closure.a")
    found = found_in(chosen({"type": "object"}), onward, CLOSE)
    assert found.doubts == ()
    assert ("initial.a", "next", "closure.a") in found.census.reported


def test_what_is_read_of_a_hand_off_and_of_a_whole_answer_can_be_told_apart() -> None:
    gate = {
        "allowedIntents": ["next"],
        "intentField": "next_action.action",
        "handoffFields": ["analysis.understanding"],
    }
    address = {"c3": "issue", "edition": "default", "uvVariables": [], "usesStdin": False}
    first = {"stepId": "initial.issue", "c2": "initial", **address, "structuredGate": gate}
    inputs = {
        "one": {"from": "initial.issue.understanding", "required": True},
        "other": {"from": "initial.issue.missing", "required": True},
    }
    then = {"stepId": "continuation.issue", "c2": "continuation", **address, "inputs": inputs}
    registry = {
        "agentId": "test",
        "version": "1.0.0",
        "c1": "steps",
        "steps": {"initial.issue": first, "continuation.issue": then},
    }
    [bench] = benches_of({"steps_registry.json": json.dumps(registry)})
    assert list(bench.lab.runtime.doubts(bench.lab.facts.contract)) == []
