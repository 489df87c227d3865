"""Paths and values in conditions of branches (reference stud §6.10)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.stud_branching import FORM, KIND, branched
from stud import names, of, places, schema


@pytest.mark.parametrize(
    "path",
    [
        *("parsed", "parsed.kind", "parsed.marks.0", "parsed.sender.town", "verdict", "reason"),
        *("output.x", "capHit", "attemptCount"),
    ],
)
def test_paths_that_are_there(path: str) -> None:
    found = names(branched({"path": path, "exists": True}))
    assert [each for each in found if each != "branch-unreachable"] == []


@pytest.mark.parametrize(
    ("path", "better"),
    [
        ("parsed.kid", "parsed.kind"),
        ("parsed.marks.x", ""),
        ("parsed.kind.x", ""),
        ("kind", "parsed.kind"),
        ("sender.town", "parsed.sender.town"),
        ("verdit", "verdict"),
        ("nothing", ""),
    ],
)
def test_paths_that_are_never_there(path: str, better: str) -> None:
    (found,) = of("branch-path-missing", branched({"path": path, "exists": True}))
    assert found.level == "error"
    assert places([found]) == ["next.weigh.branches.0.when.path"]
    text = found.fix.edits[0].text.strip('"') if found.fix else ""
    assert text == better


def test_path_that_nothing_forbids_is_a_warning() -> None:
    form = {"type": "object", "required": ["kind"], "properties": {"kind": KIND}}
    (found,) = of("branch-path-missing", branched({"path": "parsed.x", "exists": True}, form=form))
    assert found.level == "warning"
    (inner,) = of(
        "branch-path-missing",
        branched({"path": "parsed.sender.x", "exists": True}),
    )
    assert inner.level == "warning"


@pytest.mark.parametrize("path", ["kind", "parsed.nothing"])
def test_absence_of_what_is_never_there_always_holds(path: str) -> None:
    (found,) = of("branch-path-missing", branched({"path": path, "exists": False}))
    assert found.level == "warning"
    assert "always holds" in found.message


@pytest.mark.parametrize("form", [{"type": "objekt"}, "text"])
def test_paths_are_not_judged_by_a_faulty_schema(form: Any) -> None:
    found = names(branched({"path": "parsed.x", "equals": 1}, form=form))
    assert found in (["completion-schema-invalid"], ["field-type"])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("parsed.kind", "parcel"),
        ("parsed.sealed", True),
        ("parsed.grams", 3),
        ("parsed.grams", -1),
        ("parsed.marks.0", "letter"),
        ("verdict", "skip"),
        ("capHit", False),
        ("attemptCount", 0),
        ("output.x", None),
        ("reason", "retry-exhausted"),
    ],
)
def test_values_that_can_be(path: str, value: Any) -> None:
    assert names(branched({"path": path, "equals": value})) == []


@pytest.mark.parametrize(
    ("path", "value", "better"),
    [
        ("parsed.kind", "parcels", "parcel"),
        ("parsed.kind", 1, ""),
        ("parsed.sealed", "true", "true"),
        ("parsed.sealed", 1, ""),
        ("parsed.grams", "3", "3"),
        ("parsed.grams", None, ""),
        ("parsed.marks.0", "box", ""),
        ("parsed", "x", ""),
        ("verdict", "failed", ""),
        ("capHit", "false", "false"),
        ("attemptCount", "1", "1"),
        ("reason", 1, ""),
    ],
)
def test_values_that_cannot_be(path: str, value: Any, better: str) -> None:
    (found,) = of("branch-value-not-in-enum", branched({"path": path, "equals": value}))
    assert places([found]) == ["next.weigh.branches.0.when.equals"]
    assert (found.fix.edits[0].text if found.fix else "") == better


def test_each_value_of_a_list_is_looked_at() -> None:
    value = branched({"path": "parsed.kind", "in": ["box", "parcel", "crate"]})
    assert places(of("branch-value-not-in-enum", value)) == [
        "next.weigh.branches.0.when.in.0",
        "next.weigh.branches.0.when.in.2",
    ]


def test_declared_outputs_have_values() -> None:
    outputs = {"weigh": {"type": "object", "properties": {"lane": {"enum": ["red", "green"]}}}}
    when = {"path": "output.lane", "equals": "blue"}
    assert names(branched(when)) == []
    assert names(branched(when, outputs=outputs)) == ["branch-value-not-in-enum"]


def test_dead_schema_has_no_values() -> None:
    form = {**FORM, "required": ["x"]}
    value = branched({"path": "parsed.kind", "equals": "box"}, {"verdict": "fail"}, form=form)
    assert names(value) == ["completion-schema-unsatisfiable"]


@pytest.mark.parametrize(
    ("form", "path", "value", "said"),
    [
        ({"type": "integer"}, "parsed.grams", 3.5, "`integer`"),
        ({"type": "integer"}, "parsed.grams", 3.0, ""),
        ({"type": "integer"}, "parsed.grams", "3", "`integer`"),
        ({"type": ["integer", "string"]}, "parsed.grams", 3.5, "`string` or `integer`"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "parsed.grams", 0.5, "`integer` or"),
        ({"type": "number"}, "parsed.grams", 3.5, ""),
        ({"type": "number"}, "parsed.grams", "3", "`number`"),
        ({"type": "integer"}, "attemptCount", 1.5, "`integer`"),
        ({"type": "integer"}, "attemptCount", 1, ""),
    ],
)
def test_fractions_where_numbers_are_whole(form: Any, path: str, value: Any, said: str) -> None:
    form = {"type": "object", "required": ["grams"], "properties": {"grams": form}}
    found = of("branch-value-not-in-enum", branched({"path": path, "equals": value}, form=form))
    assert len(found) == bool(said)
    assert all(said in each.message for each in found)


def test_schema_of_the_tests_is_sound() -> None:
    assert names(branched({"verdict": "ok"}, form=schema("kind"))) == []
