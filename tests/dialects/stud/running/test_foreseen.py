"""Runs that only a gate or a cap ends: planned where a condition names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stud import of, pipeline

if TYPE_CHECKING:
    from collections.abc import Mapping

UNLESS = "no run of this contract completes unless a gate or a cap steps in"
END: dict[str, Any] = {"nextStages": []}
ON: dict[str, Any] = {"nextStages": ["review"]}
ORDERLY = {"path": "verdict", "in": ["ok", "fail"]}


def said(spec: Any, **stages: Any) -> list[str]:
    """What is found of a pipeline that goes round unless its first stage ends it."""
    value = pipeline("draft -> review", "review -> draft", stages=stages)
    value["next"]["draft"] = spec
    return [each.message for each in of("no-way-to-complete", value, dry_run=True, verify=True)]


@pytest.mark.parametrize(
    "when",
    [
        {"verdict": "skip"},
        {"verdict": ["skip", "retry"]},
        {"path": "verdict", "equals": "skip"},
        {"capHit": True, "verdict": "ok"},
        {"path": "capHit", "equals": True},
        {"path": "attemptCount", "equals": 0},
        {"path": "parsed", "exists": False},
        {"path": "reason", "equals": "busy"},
    ],
    ids=str,
)
def test_a_branch_that_names_what_steps_in_is_a_plan(when: Mapping[str, Any]) -> None:
    assert said({"branches": [{"when": when, **END}], "default": ON}) == []


@pytest.mark.parametrize(
    "draft",
    [
        {"branches": [{"when": ORDERLY, **ON}], "default": END},
        {"branches": [{"when": ORDERLY, **ON}, {"when": {}, **END}]},
        {"branches": [{"when": ORDERLY, **ON}, {"when": {"verdict": ["ok", "skip"]}, **END}]},
        {"branches": [{"when": {"capHit": False, **ORDERLY}, **ON}], "default": END},
    ],
    ids=str,
)
def test_a_way_that_nobody_names_is_none(draft: Any) -> None:
    assert said(draft) == [UNLESS]


def test_an_ordinary_result_that_ends_it_is_enough() -> None:
    failing = {"branches": [{"when": {"verdict": "ok"}, **ON}], "default": END}
    assert said(failing) == [UNLESS]  # a run that a failure ends does not complete
    ways = {"branches": [{"when": {"path": "parsed.kind", "equals": "ink"}, **END}], "default": ON}
    kinds = {"type": "object", "properties": {"kind": {"enum": ["oil", "ink"]}}}
    assert said(ways, draft={"completionSchema": kinds}) == []


def test_a_choice_after_which_only_a_gate_ends_a_run_is_told() -> None:
    value = pipeline("draft", "review", "print")
    value["next"] = {
        "draft": {
            "branches": [{"when": {"verdict": "ok"}, "nextStages": ["print"]}],
            "default": ON,
        },
        "review": {"branches": [{"when": ORDERLY, **ON}], "default": END},
        "print": END,
    }
    (found,) = of("no-way-to-complete", value, dry_run=True)
    assert found.message.startswith("after ")
    assert found.message.endswith("no run completes unless a gate or a cap steps in")
    assert found.level == "warning"
