"""What findings of agents explain of what exploration finds, and what they do not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dialects.climpt.later import REGISTRY, later
from dialects.climpt.runs import agent, put, step
from laws.bench import checks

if TYPE_CHECKING:
    from collections.abc import Mapping

CLOSING = step("closure.a", "closing")


def errors(files: Mapping[str, str]) -> dict[str, str]:
    """The errors of a dry run, by rule, and what they say."""
    hits = [hit for _, _, checked in checks(files, dry_run=True) for hit in checked.hits]
    return {hit.rule.name: str(hit.finding.message) for hit in hits if hit.is_error}


def test_a_finding_that_no_run_shows_does_not_explain_a_run_that_fails_first() -> None:
    """An empty default counts as none, so no prompt can be built."""
    files = agent(
        step(
            "initial.a",
            "next>closure.a",
            inputs={"note": {"from": "closure.a.note", "default": ""}},
            uvVariables=["closure_a_note"],
        ),
        step("closure.a", "closing", schema={"note": {"type": "string"}}),
    )
    found = errors(files)
    assert set(found) == {"failing-run", "kind-boundary-crossing"}
    assert "PR-RESOLVE-003" in found["failing-run"]


def test_a_broken_transition_does_not_hide_that_there_is_no_closure_step() -> None:
    def broken(registry: dict[str, Any]) -> None:
        put(registry, ("steps", "continuation.a", "transitions", "next", "target"), None)

    steps = (step("initial.a", "next>continuation.a"), step("continuation.a", "next>initial.a"))
    files = later(agent(*steps), change=broken)
    assert "closure.a" not in json.loads(files[REGISTRY])["steps"]
    found = errors(files)
    assert "refused-without-reason" not in found
    assert found["no-path-to-closure"].endswith("the start ends with S5")
    closed = agent(*steps, CLOSING)
    assert "S5" not in errors(later(closed, change=broken)).get("no-path-to-closure", "")
