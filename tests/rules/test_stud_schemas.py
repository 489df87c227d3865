"""Rules on completion schemas: everything that is surely unsatisfiable, and near misses."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.schema import Typed, satisfiable
from stud import STAGE, findings, markdown, names, of, pipeline, stage

UNSATISFIABLE = "completion-schema-unsatisfiable"
UNDECLARED = "completion-required-undeclared"
NOT_OBJECT = "completion-schema-not-object"
INVALID = "completion-schema-invalid"
INPUTS_INVALID = "inputs-schema-invalid"
DIALECT = "completion-schema-dialect"
UNCONSTRAINED = "completion-schema-unconstrained"
LATEST = "https://json-schema.org/draft/2020-12/schema"

FALSE: Any = False
NEVER: Any = {"not": {}}


def objects(**keywords: Any) -> dict[str, Any]:
    return {"type": "object", **keywords}


def of_a(schema: Any) -> dict[str, Any]:
    """A payload that needs a field."""
    return objects(required=["a"], properties={"a": schema})


def lone(schema: Any) -> str:
    return markdown(stage("draft", completionSchema=schema))


SURELY = [
    objects(**{"not": {}}),
    objects(**{"not": True}),
    of_a(False),
    of_a({"type": "integer", "minimum": 3, "maximum": 2}),
    of_a({"type": "number", "minimum": 3, "maximum": 2}),
    of_a({"type": "string", "minLength": 3, "maxLength": 2}),
    of_a({"type": "array", "minItems": 3, "maxItems": 2}),
    objects(minProperties=3, maxProperties=2),
    objects(const=3),
    objects(const={}, required=["a"]),
    objects(enum=[1, {"b": 1}], required=["a"], additionalProperties=False),
    of_a({"type": "string", "const": 3}),
    of_a({"enum": [1, 2], "minimum": 3}),
    of_a({"type": "integer", "enum": ["low", "high"]}),
    objects(allOf=[False]),
    objects(allOf=[{}, of_a(False)]),
    objects(allOf=[{"type": "string"}]),
    objects(allOf=[{"type": ["string", "object"]}, {"type": ["string", "null"]}]),
    objects(anyOf=[False, of_a(NEVER)]),
    objects(oneOf=[NEVER, False]),
    objects(required=["a"], additionalProperties=False),
    objects(required=["a"], properties={"b": True}, additionalProperties=False),
    objects(required=["a"], patternProperties={"^b": True}, additionalProperties=False),
    of_a(of_a(of_a({"type": "string", "enum": [1]}))),
    of_a({"type": "array", "minItems": 1, "items": False}),
    of_a({"type": "array", "minItems": 2, "items": {"type": "null", "const": 1}}),
]
"""The list of §6.2, each item at least once."""

BEYOND = [
    {"required": ["a"], "properties": {"a": False}},
    of_a({"type": "integer", "minimum": 1.2, "maximum": 1.8}),
    of_a({"$ref": "#"}),
    of_a({"$ref": "#/definitions/none"}) | {"definitions": {"none": False}},
    {"properties": {"a": {"$ref": "#/$defs/x"}}, "required": ["a"], "$defs": {"x": NEVER}},
    objects(allOf=[of_a({"type": "string"}), of_a({"type": "integer"})]),
    objects(allOf=[of_a({"enum": [1]}), of_a({"const": 2})]),
    objects(required=["a", "b"], maxProperties=1),
    of_a({"type": "array", "contains": False}),
]
"""What is found besides, each of them sure."""

PERHAPS = [
    of_a({"minimum": 3, "maximum": 2}),
    of_a({"type": ["integer", "null"], "minimum": 3, "maximum": 2}),
    objects(properties={"a": False}),
    of_a({"type": "array", "items": False}),
    objects(required=["a"], patternProperties={"^a": True}, additionalProperties=False),
    objects(anyOf=[False, {}]),
    of_a({"$ref": "https://example.org/x.json"}),
    of_a({"type": "string", "pattern": "(?<!x)y\\1"}),
    objects(enum=[1, {}]),
    {"type": ["object", "null"], "properties": {"up": {"$ref": "#"}}, "required": ["up"]},
]


@pytest.mark.parametrize("schema", SURELY + BEYOND, ids=str)
def test_what_is_surely_unsatisfiable(schema: dict[str, Any]) -> None:
    found = of(UNSATISFIABLE, lone(schema), main=STAGE, dry_run=True)
    assert [finding.proof.status for finding in found if finding.proof] == ["proved"]
    assert names(lone(schema), main=STAGE) == [UNSATISFIABLE]


@pytest.mark.parametrize("schema", PERHAPS, ids=str)
def test_what_may_be_satisfied(schema: dict[str, Any]) -> None:
    assert not of(UNSATISFIABLE, lone(schema), main=STAGE)
    assert satisfiable(schema, (), Typed("object")).answer != "no"


@pytest.mark.parametrize(
    ("schema", "place", "said"),
    [
        (objects(required=["a"], additionalProperties=False), ("required", 0), "isn't declared"),
        (of_a(False), ("properties", "a"), "both requires and forbids `a`"),
        (
            of_a(of_a({"type": "string", "minLength": 3, "maxLength": 2})),
            ("properties", "a", "properties", "a", "minLength"),
            "for the required `a.a`, `minLength: 3` and `maxLength: 2` exclude each other",
        ),
        (of_a({"type": "string", "const": 3}), ("properties", "a", "const"), "`const: 3`"),
        (objects(allOf=[{"type": "string"}]), ("type",), "`type: object` and `type: string`"),
        (of_a({"$ref": "#"}), ("required", 0), "`a` would have to contain itself infinitely often"),
    ],
)
def test_place_and_reason(schema: Any, place: tuple[Any, ...], said: str) -> None:
    (finding,) = of(UNSATISFIABLE, lone(schema), main=STAGE)
    assert finding.place.pointer == ("completionSchema", *place)
    assert said in finding.message


@pytest.mark.parametrize(
    ("schema", "proved"),
    [
        (True, "unproved"),
        (False, "proved"),
        ({"type": "array"}, "proved"),
        ({"type": ["string", "null"]}, "proved"),
        ({"type": ["object", "null"]}, ""),
        ({}, ""),
    ],
)
def test_schemas_for_something_else(schema: Any, proved: str) -> None:
    found = findings(lone(schema), main=STAGE, dry_run=True)
    told = [(finding.name, finding.proof.status) for finding in found if finding.proof]
    assert told == ([(NOT_OBJECT, proved)] if proved else [])


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "required": "a"},
        {"type": "objekt"},
        objects(required=["a"], properties=[], additionalProperties=False),
    ],
)
def test_a_schema_that_is_none_is_blamed_for_nothing_else(schema: Any) -> None:
    assert names(lone(schema), main=STAGE, opt_in=(UNCONSTRAINED,)) == [INVALID]


@pytest.mark.parametrize("schema", ["x", None, 3, []])
def test_a_schema_of_the_wrong_type_is_left_to_the_type(schema: Any) -> None:
    opt_in = (UNCONSTRAINED, DIALECT)
    assert names(lone(schema), main=STAGE, opt_in=opt_in) == ["field-type"]


@pytest.mark.parametrize(
    ("draft", "schema", "faulty"),
    [
        ("", {"properties": {"a": {"items": [{}]}}}, False),
        (LATEST, {"properties": {"a": {"items": [{}]}}}, True),
        ("", {"minContains": -1}, False),
        (LATEST, {"minContains": -1}, True),
        ("https://example.org/own", {"required": "a", "type": []}, False),
        ("https://example.org/own", {"required": [3], "type": {}}, False),
    ],
)
def test_the_draft_that_is_named_counts(draft: str, schema: Any, faulty: bool) -> None:
    value = {**({"$schema": draft} if draft else {}), **schema}
    assert names(lone(value), main=STAGE) == [INVALID] * faulty


@pytest.mark.parametrize(
    ("schema", "fields"),
    [
        (objects(required=["a"]), ["a"]),
        (objects(required=["a", "b"], properties={"b": True}), ["a"]),
        (objects(required=["a"], patternProperties={"^a$": True}), []),
        (objects(required=["a"], patternProperties={"^b$": True}), ["a"]),
        (objects(required=["a"], additionalProperties={"type": "string"}), ["a"]),
        (objects(required=["a"], allOf=[{"properties": {"a": True}}]), []),
        (objects(required=["a"], anyOf=[{"properties": {"a": True}}, {}]), []),
        ({"required": ["a"], "$ref": "#/definitions/x", "definitions": {"x": of_a(True)}}, []),
        (objects(required=["a"], allOf=[{"$ref": "https://example.org/x.json"}]), []),
        (objects(required=["a"], additionalProperties=False), []),
    ],
)
def test_required_fields_that_nothing_describes(schema: Any, fields: list[str]) -> None:
    found = of(UNDECLARED, lone(schema), main=STAGE)
    assert [finding.witness.data["field"] for finding in found if finding.witness] == fields


@pytest.mark.parametrize(
    ("schema", "offered"),
    [
        (objects(required=["log"]), True),
        (objects(required=["log"], properties={}), True),
        (objects(required=["log"], additionalProperties=True), True),
        (objects(required=["log"], additionalProperties={}), False),
        (objects(required=["log"], properties={"logs": True}), False),
    ],
)
def test_a_field_is_declared_where_that_changes_nothing(schema: Any, offered: bool) -> None:
    (finding,) = of(UNDECLARED, lone(schema), main=STAGE)
    assert (finding.fix is not None) == offered


@pytest.mark.parametrize(
    ("schema", "silent"),
    [
        ({}, True),
        ({"type": "object"}, True),
        ({"title": "x", "description": "y", "properties": {}, "required": []}, True),
        ({"properties": {"a": True}}, False),
        ({"required": ["a"]}, False),
        ({"additionalProperties": False}, False),
        ({"patternProperties": {"x": True}}, False),
        ({"minProperties": 1}, False),
        ({"$ref": "#/definitions/x", "definitions": {"x": {}}}, False),
        ({"anyOf": [{}]}, False),
        ({"type": "array"}, False),
        (True, False),
    ],
)
def test_schemas_that_say_nothing(schema: Any, silent: bool) -> None:
    found = of(UNCONSTRAINED, lone(schema), main=STAGE, dry_run=True)
    assert [finding.proof.status for finding in found if finding.proof] == ["proved"] * silent


@pytest.mark.parametrize(
    ("schema", "reported", "offered"),
    [
        ({"$schema": LATEST, "type": "object"}, True, True),
        ({"$schema": "http://json-schema.org/draft-06/schema#", "type": "object"}, True, True),
        ({"$schema": "http://json-schema.org/draft-07/schema#"}, False, False),
        ({"$schema": "http://json-schema.org/draft-07/schema"}, False, False),
        ({"$schema": LATEST, "$defs": {}}, True, False),
        ({"$schema": LATEST, "properties": {"a": {"prefixItems": [{}]}}}, True, False),
        ({"$schema": LATEST, "$ref": "#/definitions/x", "required": ["a"]}, True, False),
        ({"type": "object"}, False, False),
    ],
)
def test_drafts_of_another_name(schema: Any, reported: bool, offered: bool) -> None:
    found = of(DIALECT, lone(schema), main=STAGE)
    assert len(found) == reported
    assert all((finding.fix is not None) == offered for finding in found)


def test_a_stage_that_no_run_comes_to_is_reported_all_the_same() -> None:
    value = pipeline("draft", "other", stages={"other": {"completionSchema": of_a(False)}})
    (finding,) = of(UNSATISFIABLE, value, dry_run=True)
    assert finding.proof is not None
    assert finding.proof.status == "unproved"


@pytest.mark.parametrize(
    ("schema", "place", "said"),
    [
        (of_a({"pattern": "(dry|damp"}), ("properties", "a", "pattern"), "unterminated group"),
        (objects(patternProperties={"*a": {}}), ("patternProperties", "*a"), "nothing to repeat"),
        (of_a({"enum": ["x", "y", "x"]}), ("properties", "a", "enum", 2), "lists `x` twice"),
        (objects(anyOf=[{}, {"not": {"pattern": "[z-a]"}}]), ("anyOf", 1, "not", "pattern"), "["),
    ],
)
def test_what_ajv_refuses_beyond_the_draft(schema: Any, place: tuple[Any, ...], said: str) -> None:
    rules = {"completionSchema": (INVALID, "proved"), "inputsSchema": (INPUTS_INVALID, "static")}
    for field, (name, proof) in rules.items():
        value = markdown(stage("draft", **{field: schema}))
        (finding,) = findings(value, main=STAGE, dry_run=True)
        assert (finding.name, finding.place.pointer) == (name, (field, *place))
        assert said in finding.message
        assert finding.proof is not None
        assert finding.proof.status == proof


def test_no_type_is_suggested_for_a_pattern() -> None:
    (finding,) = of(INVALID, lone(objects(properties={"type": {"pattern": "(strin"}})), main=STAGE)
    assert finding.help == "write a JavaScript regular expression without flags"
    (finding,) = of(INVALID, lone(objects(properties={"a": {"type": ["strng"]}})), main=STAGE)
    assert finding.help == "use `string`"
