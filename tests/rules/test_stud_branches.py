"""Conditions of branches, what they leave out, and the context (reference stud §6.10)."""

from __future__ import annotations

from typing import Any

import pytest

from stud import names, of, pipeline, places, schema

KIND = {"enum": ["letter", "parcel"]}
FORM: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["kind"],
    "properties": {
        "kind": KIND,
        "grams": {"type": "integer"},
        "sealed": {"type": "boolean"},
        "marks": {"type": "array", "items": KIND},
        "sender": {"type": "object", "properties": {"town": {"type": "string"}}},
    },
}
END: dict[str, Any] = {"nextStages": []}


def branched(
    *conditions: dict[str, Any], default: bool = True, form: Any = FORM, **change: Any
) -> dict[str, Any]:
    """A pipeline of one stage with these branches."""
    value = pipeline("weigh", stages={"weigh": {"completionSchema": form}}, **change)
    value["next"]["weigh"] = {
        "branches": [{"when": when, "nextStages": []} for when in conditions],
        **({"default": END} if default else {}),
    }
    return value


# --- paths --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *("parsed", "parsed.kind", "parsed.marks.0", "parsed.sender.town", "verdict", "reason"),
        *("output.x", "capHit", "attemptCount"),
    ],
)
def test_paths_that_are_there(path: str) -> None:
    assert names(branched({"path": path, "exists": True})) == []


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


def test_absence_of_what_is_never_there_says_nothing() -> None:
    (found,) = of("branch-path-missing", branched({"path": "kind", "exists": False}))
    assert "says nothing" in found.message


@pytest.mark.parametrize("form", [{"type": "objekt"}, "text"])
def test_paths_are_not_judged_by_a_faulty_schema(form: Any) -> None:
    found = names(branched({"path": "parsed.x", "equals": 1}, form=form))
    assert found in (["completion-schema-invalid"], ["field-type"])


# --- values -------------------------------------------------------------------------------------


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
        ("verdict", "failed", "fail"),
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


# --- what is left out ---------------------------------------------------------------------------


def kind(*values: str, **more: Any) -> dict[str, Any]:
    return {"path": "parsed.kind", "in": list(values), **more}


FAIL = {"verdict": "fail"}


@pytest.mark.parametrize(
    "conditions",
    [
        ({},),
        ({"verdict": "ok"}, FAIL),
        ({"verdict": ["ok", "fail"]},),
        (kind("letter", "parcel"), FAIL),
        (kind("letter"), FAIL, kind("parcel", verdict="ok")),
        (kind("letter", "parcel", capHit=False), FAIL),
        ({"capHit": True}, {"capHit": False}),
        ({"path": "parsed.grams", "exists": True}, {"path": "parsed.grams", "exists": False}),
        ({"path": "verdict", "in": ["ok", "fail"]},),
        ({"path": "parsed.sealed", "equals": True}, kind("letter", "parcel"), FAIL),
    ],
)
def test_branches_that_take_every_result(conditions: tuple[dict[str, Any], ...]) -> None:
    assert names(branched(*conditions, default=False)) == []


@pytest.mark.parametrize(
    ("conditions", "expected", "left"),
    [
        (({"verdict": "ok"},), "branch-not-exhaustive", ["fail"]),
        ((FAIL,), "branch-not-exhaustive", ["ok"]),
        ((kind("letter", verdict="skip"),), "branch-not-exhaustive", ["ok", "fail"]),
        ((kind("letter"), FAIL), "branch-enum-not-exhaustive", ["parcel"]),
        ((kind("letter", verdict="fail"), FAIL), "branch-not-exhaustive", ["ok"]),
        (({"verdict": "ok", "capHit": False}, FAIL), "branch-not-exhaustive", ["ok"]),
        (({"path": "parsed.grams", "equals": 1}, FAIL), "branch-not-exhaustive", ["ok"]),
        ((kind("letter", "parcel"),), "branch-not-exhaustive", ["fail"]),
        (({"path": "capHit", "equals": True}, FAIL), "branch-enum-not-exhaustive", [False]),
        (({"path": "output.x", "equals": 1}, FAIL), "branch-not-exhaustive", ["ok"]),
    ],
)
def test_what_branches_leave_out(
    conditions: tuple[dict[str, Any], ...], expected: str, left: list[Any]
) -> None:
    value = branched(*conditions, default=False)
    assert names(value) == [expected]
    (found,) = of(expected, value, dry_run=True)
    assert places([found]) == ["next.weigh.branches"]
    assert found.witness is not None
    data = found.witness.data
    assert data.get("unhandled", data.get("verdicts")) == left
    assert found.proof is not None
    assert found.proof.status == "proved"


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


# --- order --------------------------------------------------------------------------------------


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
    assert names(branched({"verdict": "ok"}, {"verdict": "ok", "capHit": True})) == []


# --- context ------------------------------------------------------------------------------------


def with_context(body: str, **ctx: Any) -> dict[str, Any]:
    return pipeline("a", stages={"a": {"body": f"{body} Call `submit_a`."}}, ctx=ctx)


def test_reserved_names_in_every_list() -> None:
    value = with_context(
        "{{ctx.task}}", required=["task", "host"], byStage={"a": {"optional": ["upstream"]}}
    )
    assert places(of("ctx-reserved-name", value)) == [
        "ctx.required.1",
        "ctx.byStage.a.optional.0",
    ]
    assert of("ctx-field-unused", value) == ()


def test_unused_field_is_reported_once() -> None:
    value = with_context("Go.", required=["task"], byStage={"a": {"required": ["task"]}})
    (found,) = of("ctx-field-unused", value)
    assert places([found]) == ["ctx.required.0"]
    assert len(found.related) == 1


@pytest.mark.parametrize(
    "use", ["{{ctx.task}}", "{{ ctx.task.title }}", "${ctx.task}", "{{ctx.task | x}}"]
)
def test_used_fields(use: str) -> None:
    assert of("ctx-field-unused", with_context(use, optional=["task"])) == ()


def test_unused_is_not_asked_while_a_body_is_unknown() -> None:
    value = with_context("Go.", required=["task"])
    value["stages"].append("missing.md")
    assert of("ctx-field-unused", value) == ()


def test_schema_of_the_tests_is_sound() -> None:
    assert names(branched({"verdict": "ok"}, form=schema("kind"))) == []


# --- whole numbers ------------------------------------------------------------------------------


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
