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
        (kind("letter", "parcel", capHit=False), FAIL, {"capHit": True}),
        ({"capHit": True}, {"capHit": False}),
        ({"path": "parsed.grams", "exists": True}, {"path": "parsed.grams", "exists": False}),
        ({"path": "verdict", "in": ["ok", "fail"]},),
        ({"path": "parsed.sealed", "equals": True}, kind("letter", "parcel"), FAIL),
    ],
)
def test_branches_that_take_every_result(conditions: tuple[dict[str, Any], ...]) -> None:
    assert names(branched(*conditions, default=False)) == []


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
        "is taken when `parsed.a` is `false`, and there is no default"
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
    assert names(branched({"verdict": "ok", "capHit": True}, {"verdict": "ok"})) == []


@pytest.mark.parametrize(
    ("conditions", "takers"),
    [
        (({"verdict": "ok"}, {"verdict": "ok", "capHit": True}), [0]),
        (({"verdict": ["ok", "fail"]}, FAIL), [0]),
        ((kind("letter", "parcel"), kind("letter")), [0]),
        ((kind("letter"), kind("parcel"), {"path": "parsed.kind", "exists": True}), [0, 1]),
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
    rest = {"verdict": ["fail", "skip", "retry"]}
    assert names(branched({"verdict": "ok"}, rest)) == []


def test_stages_behind_a_dead_branch_are_named() -> None:
    value = branched({"verdict": "ok"}, kind("letter", verdict="ok"))
    value["stages"].append({**value["stages"][0], "id": "stamp"})
    value["next"] |= {"stamp": END}
    value["next"]["weigh"]["branches"][1]["nextStages"] = ["stamp"]
    assert names(value) == ["branch-unreachable"]
    (found,) = of("branch-unreachable", value)
    assert str(found.message).endswith("takes all that it would, so `stamp` never runs")


def test_too_many_results_are_not_looked_at() -> None:
    form = schema(**{f"p{number}": {"enum": [*range(9)]} for number in range(5)})
    takes = [{"path": f"parsed.p{number}", "in": [*range(8)]} for number in range(5)]
    value = branched(*takes, takes[0], default=False, form=form)
    assert names(value) == [
        "branch-enum-not-exhaustive",
        "branch-not-exhaustive",
        "branch-unreachable",
    ]


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
