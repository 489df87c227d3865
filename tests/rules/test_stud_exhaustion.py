"""Results that no branch takes (reference stud §6.2, §6.10)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.stud_branching import FAIL, FORM, KIND, branched, kind
from stud import names, of, pipeline, places, schema


@pytest.mark.parametrize(
    "conditions",
    [
        ({},),
        ({"verdict": "ok"}, FAIL),
        ({"verdict": ["ok", "fail"]},),
        (kind("letter", "parcel"), FAIL),
        (kind("letter"), FAIL, kind("parcel", verdict="ok")),
        (kind("letter", "parcel", capHit=False), FAIL, {"capHit": True}),
        ({"capHit": True}, {"capHit": False}),
        ({"path": "parsed.grams", "exists": True}, {"path": "parsed.grams", "exists": False}),
        ({"path": "verdict", "in": ["ok", "fail"]},),
        ({"path": "parsed.sealed", "equals": True}, kind("letter", "parcel"), FAIL),
    ],
)
def test_branches_that_take_every_result(conditions: tuple[dict[str, Any], ...]) -> None:
    assert names(branched(*conditions, default=False)) == []


@pytest.mark.parametrize(
    ("types", "found"),
    [(["object"], []), (["object", "null"], ["branch-enum-not-exhaustive"])],
)
def test_what_stands_at_a_path_has_what_is_required_below_it(
    types: list[str], found: list[str]
) -> None:
    box = {"type": types, "properties": {"kind": KIND}, "required": ["kind"]}
    form = {"type": "object", "properties": {"box": box}}
    below = {"verdict": "ok", "path": "parsed.box.kind", "in": ["letter", "parcel"]}
    gone = {"verdict": "ok", "path": "parsed.box", "exists": False}
    assert names(branched(below, gone, FAIL, default=False, form=form)) == found


TEXT = {"path": "parsed.text", "equals": "a"}
LOOSE = {"type": "object", "properties": {"kind": KIND, "text": {"type": "string"}}}


def left_out(found: Any) -> list[Any]:
    """What a finding says is left out: values, and `...` for another, `None` for none."""
    told = {"other": ..., "absent": None}
    data = found.witness.data
    if "verdicts" in data:
        return list(data["verdicts"])
    return [part.get("value", told.get(part["is"])) for case in data["left"] for part in case]


@pytest.mark.parametrize(
    ("conditions", "left"),
    [
        (({"verdict": "ok"},), ["fail"]),
        ((FAIL,), ["ok"]),
        ((kind("letter", verdict="fail"), FAIL), ["ok"]),
        (({"verdict": "ok", "capHit": False}, FAIL), ["ok, capHit"]),
        ((kind("letter", "parcel", capHit=False), FAIL), ["ok, capHit"]),
        ((kind("letter", "parcel"),), ["fail"]),
        (({"path": "capHit", "equals": True}, FAIL), ["ok"]),
        (({"verdict": "skip"},), ["ok", "fail"]),
    ],
)
def test_verdicts_that_branches_leave_out(
    conditions: tuple[dict[str, Any], ...], left: list[Any]
) -> None:
    value = branched(*conditions, default=False)
    assert names(value) == ["branch-not-exhaustive"]
    (found,) = of("branch-not-exhaustive", value, dry_run=True)
    assert places([found]) == ["next.weigh.branches"]
    assert left_out(found) == left
    assert found.proof is not None
    assert found.proof.status == "proved"


@pytest.mark.parametrize(
    ("conditions", "form", "left"),
    [
        ((kind("letter"), FAIL), FORM, ["parcel"]),
        ((kind("letter", "parcel"), FAIL), LOOSE, [None]),
        ((kind("letter"), FAIL), LOOSE, ["parcel", None]),
        ((TEXT, FAIL), LOOSE, [..., None]),
        ((TEXT, FAIL), {**LOOSE, "required": ["text"]}, [...]),
        (({"path": "parsed.grams", "equals": 1}, FAIL), FORM, [..., None]),
        (({"path": "output.x", "equals": 1}, FAIL), FORM, [..., None]),
        ((kind("letter"), TEXT, FAIL), LOOSE, ["parcel", None]),
        (({**kind("letter"), "capHit": False}, FAIL, {"capHit": True}), FORM, ["parcel"]),
        (({"path": "parsed.sender.town", "exists": True}, FAIL), FORM, [None]),
    ],
)
def test_values_that_branches_leave_out(
    conditions: tuple[dict[str, Any], ...], form: Any, left: list[Any]
) -> None:
    value = branched(*conditions, default=False, form=form)
    assert names(value) == ["branch-enum-not-exhaustive"]
    (found,) = of("branch-enum-not-exhaustive", value, dry_run=True)
    assert places([found]) == ["next.weigh.branches"]
    assert left_out(found) == left
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_a_case_of_several_paths_is_told_where_no_path_alone_is_left_out() -> None:
    form = schema(a={"type": "boolean"}, b={"type": "boolean"}) | {"required": ["a", "b"]}
    value = branched(
        *({"verdict": "ok", "path": f"parsed.{name}", "equals": True} for name in "ab"),
        FAIL,
        default=False,
        form=form,
    )
    (found,) = of("branch-enum-not-exhaustive", value, dry_run=True)
    assert left_out(found) == [False]
    both = branched(
        {"verdict": "ok", "path": "parsed.a", "equals": True},
        {"verdict": "ok", "path": "parsed.b", "equals": True},
        {"verdict": "ok", "path": "parsed.a", "exists": False},
        FAIL,
        default=False,
        form=schema(a={"type": "boolean"}, b={"type": "boolean"}),
    )
    (found,) = of("branch-enum-not-exhaustive", both, dry_run=True)
    assert str(found.message).endswith(
        "has no branch for results where `parsed.a` is `false`, and no default"
    )


def test_values_that_exclude_each_other_are_not_left_out_together() -> None:
    either = [{"required": [name], "properties": {name: {"const": 1}}} for name in "ab"]
    form = {
        "type": "object",
        "properties": {"a": {"const": 1}, "b": {"const": 1}},
        "anyOf": either,
    }
    takes = ({"path": f"parsed.{name}", "exists": True} for name in "ab")
    assert names(branched(*takes, FAIL, default=False, form=form)) == []


def test_a_finite_number_of_attempts_can_be_listed() -> None:
    once = {"path": "attemptCount", "equals": 1, "verdict": "ok"}
    assert names(branched(once, FAIL, default=False)) == []
    twice = branched(once, FAIL, default=False)
    twice["stages"][0]["retryPolicy"]["maxAttempts"] = 2
    (found,) = of("branch-enum-not-exhaustive", twice, dry_run=True)
    assert left_out(found) == [2]


def test_values_and_failure_are_two_defects() -> None:
    assert names(branched(kind("letter"), default=False)) == [
        "branch-enum-not-exhaustive",
        "branch-not-exhaustive",
    ]


def test_values_of_a_dead_schema_are_taken_to_be_all() -> None:
    value = branched(kind("letter"), FAIL, default=False, form={**FORM, "required": ["x"]})
    assert names(value) == ["completion-schema-unsatisfiable"]


def test_stage_out_of_reach_is_not_proved() -> None:
    value = pipeline("a", "b")
    value["next"]["b"] = {"branches": [{"when": {"verdict": "ok"}, "nextStages": []}]}
    (found,) = of("branch-not-exhaustive", value, dry_run=True)
    assert found.proof is not None
    assert found.proof.status == "unproved"


def test_of_a_stage_that_no_payload_satisfies_results_without_one_are_all_there_are() -> None:
    silent = {"path": "parsed.kind", "exists": False}
    dead = branched(silent, default=False, form={"type": "array"})
    assert of("branch-not-exhaustive", dead) == ()
    (found,) = of("branch-not-exhaustive", branched(silent, default=False, form=FORM))
    assert left_out(found) == ["ok", "fail"]
