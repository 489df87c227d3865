"""Branches that no result takes (reference stud §6.2, §6.10)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.stud_branching import END, FAIL, branched, kind
from stud import names, of, places, schema


def test_branches_after_one_without_a_condition() -> None:
    value = branched({}, {"verdict": "ok"}, {})
    assert places(of("branch-unreachable", value)) == [
        "next.weigh.branches.1.when",
        "next.weigh.branches.2.when",
        "next.weigh.default",
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"verdict": "ok"}, {"verdict": ["ok"]}),
        ({"verdict": ["ok", "fail"]}, {"verdict": ["fail", "ok"]}),
        ({"path": "parsed.kind", "equals": "letter"}, {"path": "parsed.kind", "in": ["letter"]}),
    ],
)
def test_repeated_conditions(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert names(branched(first, second)) == ["branch-unreachable"]


def test_conditions_that_differ() -> None:
    assert names(branched({"verdict": "ok", "capHit": True}, {"verdict": "ok"})) == []


@pytest.mark.parametrize(
    ("conditions", "takers"),
    [
        (({"verdict": "ok"}, {"verdict": "ok", "capHit": True}), [0]),
        (({"verdict": ["ok", "fail"]}, FAIL), [0]),
        ((kind("letter", "parcel"), kind("letter")), [0]),
        ((kind("letter"), kind("parcel"), {"path": "parsed.kind", "exists": True}), [0, 1]),
        ((kind("letter"), {"verdict": ["ok", "fail"]}, FAIL), [1]),
        (({"capHit": True}, {"verdict": ["ok", "fail"]}, FAIL), [1]),
        ((FAIL, {"capHit": False}, {"verdict": ["ok", "fail"], "capHit": False}), [1]),
        ((kind("letter"), {"path": "parsed", "exists": True}, kind("letter", "parcel")), [1]),
        ((kind("letter", verdict="retry"),), []),
        ((kind("letter", capHit=True),), []),
        (({"verdict": "fail", "path": "verdict", "equals": "ok"},), []),
        (({"verdict": "skip", "capHit": True},), []),
        (({"path": "verdict.x", "exists": True},), []),
    ],
)
def test_branches_that_no_result_takes(
    conditions: tuple[dict[str, Any], ...], takers: list[int]
) -> None:
    value = branched(*conditions)
    assert names(value) == ["branch-unreachable"]
    (found,) = of("branch-unreachable", value, dry_run=True)
    assert places([found]) == [f"next.weigh.branches.{len(conditions) - 1}.when"]
    assert found.witness is not None
    assert found.witness.data["takers"] == takers
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_fallbacks_behind_several_branches_are_none() -> None:
    fallback = {"verdict": "ok", "capHit": False}
    assert names(branched(kind("letter"), kind("parcel"), fallback)) == []
    both = {"verdict": "ok", "path": "parsed.kind", "exists": True}
    assert names(branched(kind("letter"), both, fallback)) == []
    rest = {"verdict": ["fail", "skip", "retry"]}
    assert names(branched({"verdict": "ok"}, rest)) == []


VERDICTS = ["ok", "fail", "skip", "retry"]


@pytest.mark.parametrize(
    "conditions",
    [
        ({"verdict": VERDICTS},),
        ({"path": "verdict", "in": VERDICTS},),
        ({"path": "attemptCount", "exists": True},),
        ({"path": "capHit", "in": [True, False]},),
        ({"path": "capHit.x", "exists": False},),
        (kind("letter"), {"path": "verdict", "exists": True}),
    ],
)
def test_defaults_behind_a_branch_that_takes_all(conditions: tuple[dict[str, Any], ...]) -> None:
    (found,) = of("branch-unreachable", branched(*conditions), dry_run=True)
    assert places([found]) == ["next.weigh.default"]
    assert "every result meets the condition of a branch before it" in str(found.message)
    assert found.proof is not None
    assert found.proof.status == "proved"


@pytest.mark.parametrize(
    "conditions",
    [
        ({"verdict": ["ok", "fail"]}, {"verdict": ["skip", "retry"]}),
        ({"capHit": True}, {"capHit": False}),
        ({"path": "verdict", "in": ["ok", "fail", "skip"]},),
        ({"path": "reason", "exists": True},),
        ({"path": "output", "exists": False},),
    ],
)
def test_defaults_behind_what_leaves_some_or_takes_all_together_only(
    conditions: tuple[dict[str, Any], ...],
) -> None:
    assert names(branched(*conditions), dry_run=True) == []


def test_a_default_behind_a_path_that_is_missing_is_said_with_the_path() -> None:
    value = branched({"path": "parsed.kid", "exists": False})
    assert names(value, dry_run=True) == ["branch-path-missing"]
    (found,) = of("branch-path-missing", value)
    assert [each.place.pointer for each in found.related][-1] == ("next", "weigh", "default")


def test_stages_behind_a_dead_branch_are_named() -> None:
    value = branched({"verdict": "ok"}, kind("letter", verdict="ok"))
    value["stages"].append({**value["stages"][0], "id": "stamp"})
    value["next"] |= {"stamp": END}
    value["next"]["weigh"]["branches"][1]["nextStages"] = ["stamp"]
    assert names(value) == ["branch-unreachable"]
    (found,) = of("branch-unreachable", value)
    assert str(found.message).endswith("takes all of its results, so `stamp` never runs")


def test_too_many_results_are_not_looked_at() -> None:
    form = schema(**{f"p{number}": {"enum": [*range(9)]} for number in range(5)})
    takes = [{"path": f"parsed.p{number}", "in": [*range(8)]} for number in range(5)]
    value = branched(*takes, takes[0], default=False, form=form)
    assert names(value) == [
        "branch-enum-not-exhaustive",
        "branch-not-exhaustive",
        "branch-unreachable",
    ]
