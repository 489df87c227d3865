"""What is reported about gates, their schemas and what they hand on or jump to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from climpt import ABSENT, REGISTRY, SCHEMA, contract, findings, names, of, places
from phaselint.project.memory import DictReader
from phaselint_rules.climpt.edits import add_item, add_member, remove

CHECK, CLOSE = "verification.a", "closure.a"
AUDIT = ("verification.a next>closure.a repeat", "closure.a closing repeat")
JUMPING = (
    "verification.a next>continuation.a repeat",
    "continuation.a next>verification.b jump>verification.a repeat",
    "verification.b next>closure.a repeat",
    "closure.a closing repeat",
)
TEXT = {"type": "string"}


def gate(key: str, **change: Any) -> dict[str, Any]:
    """A change of one gate."""
    return {"steps": {key: {"structuredGate": change}}}


def audit(change: Any = None, **schemas: Any) -> dict[str, str]:
    """An agent that checks and closes."""
    return contract(*AUDIT, registry_change=change, schemas=schemas)


# --- where the intent is -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reference", "field", "expected"),
    [
        ("#/properties/next_action/properties/action", "next_action.action", []),
        ("common.json#/x", "next_action.action", ["intent-schema-ref-format"]),
        ("/properties/next_action", "next_action.action", ["intent-schema-ref-format"]),
        ("", "next_action.action", ["intent-schema-ref-format"]),
        ("#/properties/next_action", "next_action.action", ["intent-schema-ref-dangling"]),
        ("#/properties/gone", "nowhere", ["intent-schema-ref-dangling"]),
        (
            "#/definitions/verification.a/properties/next_action/properties/action",
            "next_action.action",
            ["intent-schema-ref-dangling"],
        ),
        (
            "#/properties/next_action/properties/action",
            "next_action.intent",
            ["intent-field-schema-mismatch"],
        ),
        (
            "#/properties/next_action/properties/action",
            "next_action",
            ["intent-field-schema-mismatch"],
        ),
    ],
)
def test_reference_and_field(reference: str, field: str, expected: list[str]) -> None:
    change = gate(CHECK, intentSchemaRef=reference, intentField=field)
    assert names(audit(change)) == expected


def test_pointer_that_leads_from_the_file_is_told_and_mended() -> None:
    reference = "#/definitions/verification.a/properties/next_action/properties/action"
    (finding,) = findings(audit(gate(CHECK, intentSchemaRef=reference)))
    assert finding.message.endswith("but would from the root of the file")
    assert finding.fix is not None
    assert finding.fix.edits[0].text == '"#/properties/next_action/properties/action"'


@pytest.mark.parametrize(
    ("required", "inner", "lacking"),
    [
        (["next_action"], ["action"], ""),
        ([], ["action"], "`next_action`"),
        (["next_action"], [], "`action`"),
        ([], [], "`next_action` and `action`"),
    ],
)
def test_every_property_on_the_way_has_to_be_required(
    required: list[str], inner: list[str], lacking: str
) -> None:
    schema = {"required": required, "properties": {"next_action": {"required": inner}}}
    found = findings(audit(None, **{CHECK: schema}))
    assert [finding.name for finding in found] == (["intent-field-optional"] if lacking else [])
    assert all(lacking in finding.message for finding in found)


def test_default_branches_of_a_schema_may_require_it() -> None:
    schema = {"required": ABSENT, "allOf": [{"required": ["next_action"]}]}
    assert findings(audit(None, **{CHECK: schema})) == ()


# --- schemas that cannot be resolved -----------------------------------------------------------


@pytest.mark.parametrize(
    ("properties", "definitions", "expected"),
    [
        ({"a": {"$ref": "#/definitions/t"}}, {"t": TEXT}, ""),
        (
            {"a": {"$ref": "#/definitions/t"}, "b": {"$ref": "#/definitions/t"}},
            {"t": TEXT},
            "schema-ref-reused",
        ),
        (
            {"a": {"$ref": "#/definitions/t"}, "b": {"$ref": "steps.schema.json#/definitions/t"}},
            {"t": TEXT},
            "",
        ),
        ({"a": {"$ref": "#/definitions/t"}}, {}, "schema-ref-unresolved"),
        ({"a": {"$ref": "gone.json#/t"}}, {}, "schema-ref-unresolved"),
        (
            {"a": {"$ref": "#/definitions/t"}},
            {
                "t": {"items": {"$ref": "#/definitions/u"}},
                "u": {"not": {"$ref": "#/definitions/t"}},
            },
            "schema-ref-circular",
        ),
    ],
)
def test_references(properties: dict[str, Any], definitions: dict[str, Any], expected: str) -> None:
    found = names(audit(None, **{CHECK: {"properties": properties}}, **definitions))
    assert found == ([expected] if expected else [])


def test_fault_of_a_shared_schema_is_reported_once() -> None:
    reference = {"outputSchemaRef": {"schema": CHECK}}
    files = contract(
        "verification.a next>verification.b repeat",
        "verification.b next>closure.a repeat",
        "closure.a closing repeat",
        registry_change={"steps": {"verification.b": reference}},
        schemas={CHECK: {"properties": {"a": {"$ref": "#/gone"}}}},
    )
    (finding,) = of("schema-ref-unresolved", files)
    assert finding.place.file == SCHEMA
    assert len(finding.related) == 2


@pytest.mark.parametrize(
    ("name", "expected", "better"),
    [
        ("verification.a", [], ""),
        ("#/definitions/verification.a", [], ""),
        ("/definitions/verification.a", [], ""),
        (
            "##/definitions/verification.a",
            ["output-schema-unresolved"],
            "#/definitions/verification.a",
        ),
        (
            "definitions//verification.a",
            ["output-schema-unresolved"],
            "#/definitions/verification.a",
        ),
        ("verification.b", ["output-schema-unresolved"], "verification.a"),
        ("audit", ["output-schema-unresolved"], ""),
    ],
)
def test_names_of_schemas(name: str, expected: list[str], better: str) -> None:
    change = {"steps": {CHECK: {"outputSchemaRef": {"schema": name}}}}
    found = findings(audit(change))
    assert [finding.name for finding in found] == expected
    edits = [edit.text for finding in found if finding.fix for edit in finding.fix.edits]
    assert edits == ([json.dumps(better)] if better else [])


def test_missing_file_is_reported_once_for_all_its_steps() -> None:
    change = {"steps": {key: {"outputSchemaRef": {"file": "gone.json"}} for key in (CHECK, CLOSE)}}
    (finding,) = findings(audit(change))
    assert finding.name == "output-schema-file-missing"
    assert len(finding.related) == 1


# --- what an answer can say --------------------------------------------------------------------


def action(**schema: Any) -> dict[str, Any]:
    """A change of `next_action.action`."""
    return {"properties": {"next_action": {"properties": {"action": schema}}}}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (action(enum=["closing", "repeat"]), []),
        (action(enum=["repeat"]), ["enum-transition-mismatch"]),
        (action(enum=["done", "repeat"]), ["intent-alias-in-contract"]),
        (
            {"properties": {"next_action": ABSENT}, "additionalProperties": True},
            ["intent-schema-ref-dangling"],
        ),
    ],
)
def test_closing_step_has_to_be_able_to_say_so(schema: Any, expected: list[str]) -> None:
    assert names(audit(None, **{CLOSE: schema})) == expected


def test_closing_step_whose_list_and_enum_lack_closing() -> None:
    files = audit(gate(CLOSE, allowedIntents=["repeat"]), **{CLOSE: action(enum=["repeat"])})
    assert "closure-signal-field" in names(files)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({"const": CHECK}, []),
        ({"enum": ["x", CHECK]}, []),
        ({"type": "string"}, []),
        ({"const": "verification.b"}, ["step-id-const-mismatch"]),
        ({"enum": ["x", "y"]}, ["step-id-const-mismatch"]),
    ],
)
def test_id_in_the_answer(own: dict[str, Any], expected: list[str]) -> None:
    assert names(audit(None, **{CHECK: {"properties": {"stepId": own}}})) == expected


# --- handing on and jumping --------------------------------------------------------------------

PLAN = {"plan": {"type": "object", "required": ["text"], "properties": {"text": TEXT, "at": TEXT}}}


@pytest.mark.parametrize(
    ("fields", "plan", "expected"),
    [
        (["plan.text"], {}, []),
        (["plan"], {}, []),
        (["plan.text", "plan.text"], {}, []),
        (["plan.tekst"], {}, ["handoff-field-unresolved"]),
        (["plan.text.more"], {}, ["handoff-field-unresolved"]),
        (["text"], {}, ["handoff-field-unresolved"]),
        (["plan.tekst"], {"additionalProperties": True}, []),
        (["plan.tekst"], {"additionalProperties": TEXT}, ["handoff-field-optional"]),
        (["plan.at"], {}, ["handoff-field-optional"]),
        (["plan.text", "text"], {}, ["handoff-field-unresolved", "handoff-key-collision"]),
    ],
)
def test_fields_that_are_handed_on(
    fields: list[str], plan: dict[str, Any], expected: list[str]
) -> None:
    schema = {"required": ["next_action", "plan"], "properties": {"plan": {**PLAN["plan"], **plan}}}
    files = audit(gate(CHECK, handoffFields=fields), **{CHECK: schema})
    assert names(files, opt_in=["handoff-field-optional"]) == expected


def jumping(field: str | None, target: Any = None, **change: Any) -> dict[str, str]:
    """An agent in which `continuation.a` may jump; `target` is what its schema says of it."""
    fields = {"targetField": field} if field else {}
    step = {"structuredGate": fields, **change}
    following = {"required": ["action", "target"], "properties": {"target": target}}
    schemas = {} if target is None else {"properties": {"next_action": following}}
    return contract(
        *JUMPING,
        registry_change={"steps": {"continuation.a": step}},
        schemas={"continuation.a": schemas},
    )


@pytest.mark.parametrize(
    ("field", "target", "expected"),
    [
        (None, None, []),
        ("next_action.target", {"enum": ["verification.a"]}, []),
        ("next_action.target", {"const": "verification.b"}, []),
        ("next_action.target", {"enum": ["verification.a", None]}, []),
        ("next_action.target", {"enum": ["verification.a", ""]}, []),
        ("next_action.goal", {"enum": ["verification.a"]}, ["target-field-unresolved"]),
        ("next_action.target", {"enum": ["verification.c"]}, ["jump-target-unknown"]),
        ("next_action.target", {"const": "closure.a"}, ["jump-target-unknown"]),
        ("next_action.target", {"enum": ["x", "y"]}, ["jump-target-unknown"] * 2),
        ("next_action.target", {"type": "string"}, ["jump-target-unconstrained"]),
        ("next_action.target", {"type": "string", "pattern": "^verification"}, []),
        ("next_action.target", {"type": "number"}, []),
    ],
)
def test_targets_of_jumps(field: str | None, target: Any, expected: list[str]) -> None:
    assert names(jumping(field, target)) == expected


def test_jump_without_a_rule() -> None:
    rules = {"transitions": {"jump": ABSENT}}
    assert names(jumping(None, **rules)) == ["target-field-missing"]
    (finding,) = findings(jumping("next_action.target", {"enum": ["verification.a"]}, **rules))
    assert (finding.name, finding.level) == ("intent-without-transition", "warning")


@pytest.mark.parametrize("blank", [None, ""])
def test_a_jump_whose_target_may_be_blank_goes_on_by_the_name_of_its_step(blank: Any) -> None:
    answer = {
        "required": ["next_action", "to"],
        "properties": {"to": {"enum": ["closure.a", blank]}},
    }
    files = contract(
        "initial.a jump repeat",
        "continuation.a handoff>closure.a",
        "closure.a closing",
        registry_change=gate("initial.a", targetField="to"),
        schemas={"initial.a": answer},
    )
    (finding,) = of("implicit-continuation", files, dry_run=True)
    assert finding.proof is not None
    assert finding.proof.status == "proved"


# --- what a step has to have -------------------------------------------------------------------


@pytest.mark.parametrize("member", ["structuredGate", "transitions", "outputSchemaRef"])
def test_every_step_of_a_gated_registry_is_complete(member: str) -> None:
    change = {"steps": {CLOSE: {member: ABSENT}}}
    (finding,) = of("gate-incomplete", audit(change))
    assert member in finding.message


@pytest.mark.parametrize("member", ["structuredGate", "transitions", "outputSchemaRef"])
def test_a_member_that_is_null_is_missing_and_nothing_else(member: str) -> None:
    found = names(audit({"steps": {CLOSE: {member: None}}}))
    assert "gate-incomplete" in found
    assert "registry-schema" not in found


def test_registry_without_gates_needs_nothing() -> None:
    change = {
        "steps": {
            key: dict.fromkeys(("structuredGate", "transitions", "outputSchemaRef"), ABSENT)
            for key in (CHECK, CLOSE)
        }
    }
    assert of("gate-incomplete", audit(change)) == ()


def test_section_is_left_alone_unless_it_has_parts_of_the_flow() -> None:
    assert of("section-with-flow", contract(*AUDIT, "section.a")) == ()
    change = {"steps": {"section.a": {"stepKind": "work", "transitions": {}}}}
    (finding,) = of("section-with-flow", contract(*AUDIT, "section.a", registry_change=change))
    assert [each.place.pointer[-1] for each in finding.related] == ["transitions", "stepKind"]


def test_sections_are_shown_on_request() -> None:
    files = contract(*AUDIT, "section.a")
    assert places(of("section-step-inert", files)) == ["steps section.a"]
    assert names(files) == []


# --- edits -------------------------------------------------------------------------------------

JSON = '{"a": [1, 2, 3], "b": {\n  "x": 1,\n  "y": {}\n}, "c": []}'


def applied(change: Any) -> Any:
    """The text after an edit, read again."""
    document = DictReader({"a.json": JSON}).document("a.json")
    assert document is not None
    edit = change({"a.json": document})
    spot = edit.place.range
    lines = JSON.split("\n")
    start, end = (
        sum(len(line) + 1 for line in lines[: at.line - 1]) + at.column - 1
        for at in (spot.start, spot.end)
    )
    return json.loads(JSON[:start] + edit.text + JSON[end:])


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        (("a", 0), {"a": [2, 3], "b": {"x": 1, "y": {}}, "c": []}),
        (("a", 2), {"a": [1, 2], "b": {"x": 1, "y": {}}, "c": []}),
        (("b", "x"), {"a": [1, 2, 3], "b": {"y": {}}, "c": []}),
        (("b", "y"), {"a": [1, 2, 3], "b": {"x": 1}, "c": []}),
        (("b",), {"a": [1, 2, 3], "c": []}),
        (("c",), {"a": [1, 2, 3], "b": {"x": 1, "y": {}}}),
    ],
)
def test_removing(pointer: tuple[str | int, ...], expected: Any) -> None:
    assert applied(lambda documents: remove(documents, "a.json", pointer)) == expected


def test_adding() -> None:
    assert applied(lambda docs: add_item(docs, "a.json", ("a",), 4))["a"] == [1, 2, 3, 4]
    assert applied(lambda docs: add_item(docs, "a.json", ("c",), 4))["c"] == [4]
    assert applied(lambda docs: add_member(docs, "a.json", ("b",), "z", 4))["b"]["z"] == 4
    assert applied(lambda docs: add_member(docs, "a.json", ("b", "y"), "z", 4))["b"]["y"] == {
        "z": 4
    }


def test_nothing_is_edited_where_a_key_stands_twice() -> None:
    document = DictReader({"a.json": '{"a": 1, "a": 2}'}).document("a.json")
    assert document is not None
    assert remove({"a.json": document}, "a.json", ("a",)) is None


def test_faults_of_a_registry_alone_need_no_files() -> None:
    change = gate(CHECK, intentSchemaRef="x.json#/y", targetField="next_action.target")
    text = audit(change)[REGISTRY]
    found = findings({"lone.json": text}, main="lone.json")
    assert "intent-schema-ref-format" in {finding.name for finding in found}
    assert not {"output-schema-file-missing", "intent-schema-ref-dangling"} & {
        finding.name for finding in found
    }
