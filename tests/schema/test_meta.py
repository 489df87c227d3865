"""The check of schemas: what it says, where, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.schema import check

WORDS = "`null`, `boolean`, `integer`, `number`, `string`, `array`, `object`"


@pytest.mark.parametrize(
    ("schema", "pointer", "message"),
    [
        ("x", (), "the schema must be a schema (a mapping or a boolean), not `x`"),
        (
            {"type": "strng"},
            ("type",),
            f"`type` must be one of {WORDS}, not `strng`",
        ),
        (
            {"type": ["string", "text"]},
            ("type", 1),
            f"a member of `type` must be one of {WORDS}, not `text`",
        ),
        (
            {"type": []},
            ("type",),
            "`type` must be a type or a non-empty list of types, not an empty list",
        ),
        ({"type": ["null", "null"]}, ("type", 1), "`type` lists `null` twice"),
        (
            {"properties": []},
            ("properties",),
            "`properties` must be a mapping from names to schemas, not an empty list",
        ),
        (
            {"properties": {"a": "string"}},
            ("properties", "a"),
            "`a` must be a schema (a mapping or a boolean), not `string`",
        ),
        ({"enum": []}, ("enum",), "`enum` must be a non-empty list of values, not an empty list"),
        ({"enum": "a"}, ("enum",), "`enum` must be a non-empty list of values, not `a`"),
        ({"required": "a"}, ("required",), "`required` must be a list of names, not `a`"),
        ({"required": True}, ("required",), "`required` must be a list of names, not `true`"),
        (
            {"required": ["a", 1]},
            ("required", 1),
            "a member of `required` must be a string, not `1`",
        ),
        ({"required": ["a", "a"]}, ("required", 1), "`required` lists `a` twice"),
        (
            {"minLength": -1},
            ("minLength",),
            "`minLength` must be an integer, 0 or greater, not `-1`",
        ),
        ({"maxItems": "3"}, ("maxItems",), "`maxItems` must be an integer, 0 or greater, not `3`"),
        ({"minimum": True}, ("minimum",), "`minimum` must be a number, not `true`"),
        ({"multipleOf": 0}, ("multipleOf",), "`multipleOf` must be a number above 0, not `0`"),
        ({"pattern": 1}, ("pattern",), "`pattern` must be a string, not `1`"),
        (
            {"uniqueItems": "yes"},
            ("uniqueItems",),
            "`uniqueItems` must be `true` or `false`, not `yes`",
        ),
        (
            {"anyOf": []},
            ("anyOf",),
            "`anyOf` must be a non-empty list of schemas, not an empty list",
        ),
        (
            {"items": [{}]},
            ("items",),
            "`items` must be one schema, not a list: write `prefixItems`",
        ),
        ({"description": None}, ("description",), "`description` must be a string, not null"),
    ],
)
def test_one_fault(schema: Any, pointer: tuple[str | int, ...], message: str) -> None:
    (fault,) = check(schema)
    assert (fault.pointer, fault.message) == (pointer, message)


def test_faults_come_in_the_order_of_writing() -> None:
    schema = {
        "properties": {"b": {"type": 1, "items": {"enum": 2}}, "a": 3},
        "required": 4,
        "type": "object",
        "$defs": {"x": {"not": []}},
    }
    assert [fault.pointer for fault in check(schema)] == [
        ("properties", "b", "type"),
        ("properties", "b", "items", "enum"),
        ("properties", "a"),
        ("required",),
        ("$defs", "x", "not"),
    ]


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {},
        {"x-unknown": object, "minLength": 2.0, "type": ["string", "null"]},
        {"const": {"type": "strng"}, "default": {"enum": []}, "enum": [{"type": 1}]},
        {"definitions": {"a": {}}, "dependencies": {"a": ["b"], "b": {}}},
    ],
)
def test_schemas_without_fault(schema: Any) -> None:
    assert check(schema) == ()


def test_the_draft_decides_about_lists_in_items() -> None:
    schema = {"items": [{"type": "string"}], "additionalItems": {"type": "number"}}
    assert check(schema, "draft-07") == ()
    assert check(schema | {"$schema": "http://json-schema.org/draft-07/schema#"}) == ()
    assert len(check(schema | {"prefixItems": 1})) == 2
    assert check({"prefixItems": 1}, "draft-07") == ()
