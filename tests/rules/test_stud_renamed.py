"""A stage that is declared under another id than it is named by: one finding (stud §6.10)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaselint.document.changes import apply, changes_of
from phaselint.document.reader import read_text
from stud import FILE, findings, names, of, pipeline, places, stage

RULE = "next-missing"


def with_id(value: dict[str, Any], number: int, name: str) -> dict[str, Any]:
    """A pipeline in which one stage has another id, and all else is as it was."""
    stages = [*value["stages"]]
    stages[number] = {**stages[number], "id": name}
    return {**value, "stages": stages}


LINE = pipeline("plan -> drafts", "drafts -> print", "print")
LOOP = pipeline("plan -> drafts", "drafts -> print", "print -> drafts")


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (with_id(LINE, 1, "draft"), 2),
        (with_id(LOOP, 1, "draft"), 3),
        (with_id(LINE, 1, "Drafts"), 2),
        (with_id(LINE, 2, "prints"), 2),
    ],
)
def test_one_finding_with_all_that_names_it(value: dict[str, Any], count: int) -> None:
    assert names(value, dry_run=True) in ([RULE], ["id-not-kebab-case", RULE])
    (found,) = of(RULE, value)
    assert len(found.related) == count
    assert "is never named and has no `next`" in found.message
    assert found.fix is not None
    documents = {FILE: read_text(FILE, json.dumps(value))}
    changes = changes_of(found.fix, documents)
    assert changes is not None
    assert RULE not in names(apply(documents[FILE].text, changes[FILE]))


def test_what_the_slip_keeps_from_running_is_not_reported_besides() -> None:
    ways = ("plan -> drafts", "drafts -> print", "print -> sell", "sell", "lost -> gone", "gone")
    value = with_id(pipeline(*ways), 1, "draft")
    assert names(value) == [RULE, "unreachable-phase", "unreachable-phase"]
    assert places(of("unreachable-phase", value)) == ["stages.4.id", "stages.5.id"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        # far from the name
        (
            with_id(LINE, 1, "write"),
            ["next-for-unknown-stage", RULE, "unknown-target", *["unreachable-phase"] * 2],
        ),
        # the id is named: the slip is in the key
        (
            {**LINE, "next": {**LINE["next"], "plan": {"nextStages": ["print"]}, "drafs": {}}},
            ["next-for-unknown-stage", "unreachable-phase"],
        ),
        # the entry is named by it
        (
            with_id(LINE, 0, "plans"),
            [RULE, "unknown-entry"],
        ),
    ],
)
def test_what_is_no_such_slip(value: dict[str, Any], found: list[str]) -> None:
    assert names(value) == found


def test_two_names_that_are_near_are_told_one_by_one() -> None:
    value = pipeline("plan -> draft1 draft2", "draft1", "draft2")
    value["stages"] = [value["stages"][0], stage("draft")]
    assert names(value) == [
        *["next-for-unknown-stage"] * 2,
        RULE,
        *["unknown-target"] * 2,
        "unreachable-phase",
    ]


def test_two_slips_are_two_findings() -> None:
    value = with_id(with_id(LINE, 1, "draft"), 2, "prints")
    assert names(value) == [RULE, RULE]


def test_many_names_are_not_compared() -> None:
    ids = [f"stage{number:03}x" for number in range(150)]
    value = pipeline(*(f"{name} -> {name}y" for name in ids))
    assert all(found.fix is None for found in findings(value) if found.name == "unknown-target")
