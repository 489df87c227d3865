"""What ajv 6 refuses beyond the meta-schema of draft-07, as its version 6.14.0 was run on it."""

from __future__ import annotations

from math import nan
from typing import Any

import pytest

from phaselint.dialects.stud.reading.ajv import refusal
from phaselint.dialects.stud.reading.schemas import faults

BROKEN = ["(dry|damp", "*a", "[z-a]", "a{2,1}", "a++", "(?>a)", "(?i)x", "(?P<n>x)", r"^a\Z"]
FINE = ["", "(?<=a)b", "(?<n>x)", r"\p{L}", r"\u{110000}", r"\Ab", r"\Z", r"a\\Z", "{", r"\k<a>"]


@pytest.mark.parametrize("source", BROKEN)
def test_what_is_no_expression(source: str) -> None:
    assert refusal(source)


@pytest.mark.parametrize("source", BROKEN)
def test_it_is_said_what_is_wrong(source: str) -> None:
    [fault] = faults({"pattern": source})
    assert refusal(source) in fault.message


@pytest.mark.parametrize("source", FINE)
def test_what_is_an_expression(source: str) -> None:
    assert refusal(source) == ""


BELOW: list[dict[str, Any]] = [
    {"properties": {"a": {"pattern": "("}}},
    {"items": [{"pattern": "("}]},
    {"additionalItems": {"pattern": "("}},
    {"definitions": {"a": {"pattern": "("}}},
    {"dependencies": {"a": {"pattern": "("}}},
    {"propertyNames": {"pattern": "("}},
    {"contains": {"pattern": "("}},
    {"if": {"pattern": "("}},
    {"anyOf": [{}, {"not": {"pattern": "("}}]},
    {"patternProperties": {"a": {"pattern": "("}}},
    {"patternProperties": {"(": {}}},
    {"additionalProperties": {"patternProperties": {"(": True}}},
]


@pytest.mark.parametrize("schema", BELOW)
def test_expressions_at_any_depth(schema: Any) -> None:
    assert len(faults(schema)) == 1


@pytest.mark.parametrize(
    "schema",
    [
        {"$defs": {"a": {"pattern": "("}}},
        {"dependentSchemas": {"a": {"pattern": "("}}},
        {"default": {"pattern": "("}, "const": {"pattern": "("}, "enum": [{"pattern": "("}]},
        {"examples": [{"pattern": "("}], "x-note": {"pattern": "("}},
        {"properties": {"pattern": {"const": "("}, "enum": {"const": [1, 1]}}},
    ],
)
def test_what_is_no_schema_of_draft_07_is_left_alone(schema: Any) -> None:
    assert faults(schema) == ()


@pytest.mark.parametrize(
    "enum",
    [
        ["a", "b", "a"],
        [1, 1.0],
        [0, -0.0],
        [None, None],
        [nan, nan],
        [2**53, 2**53 + 1],
        [[1], [1.0]],
        [{"a": 1, "b": [2]}, {"b": [2], "a": 1}],
    ],
)
def test_members_that_ajv_takes_for_equal(enum: list[Any]) -> None:
    (fault,) = faults({"enum": enum})
    assert fault.pointer == ("enum", len(enum) - 1)
    assert fault.message.startswith("`enum` lists ")


@pytest.mark.parametrize(
    "enum",
    [
        ["a", "A", "a "],
        [1, True, "1"],
        [0, False, None, ""],
        [[1, 2], [2, 1], [[1], 2], [1, [2]]],
        [{"a": 1}, {"a": "1"}, {"b": 1}, {"a": {"b": 1}}],
        [[], {}, [[]], ["[0]"]],
    ],
)
def test_members_that_differ(enum: list[Any]) -> None:
    assert faults({"enum": enum}) == ()


def test_a_broken_key_is_found_as_a_key_and_before_what_it_leads_to() -> None:
    found = faults({"patternProperties": {"(": {"type": "strng"}, ")": {}}})
    assert [(fault.pointer[1:], fault.part) for fault in found] == [
        (("(",), "key"),
        ((")",), "key"),
        (("(", "type"), "value"),
    ]


@pytest.mark.parametrize(
    ("named", "count"),
    [
        ("http://json-schema.org/draft-07/schema#", 2),
        ("http://json-schema.org/draft-06/schema#", 2),
        ("https://json-schema.org/draft/2019-09/schema", 0),
        ("https://json-schema.org/draft/2020-12/schema", 0),
        ("https://example.org/other", 0),
    ],
)
def test_later_drafts_say_neither(named: str, count: int) -> None:
    assert len(faults({"$schema": named, "pattern": "(", "enum": [1, 1]})) == count


def test_what_has_another_fault_has_only_that() -> None:
    wrong = {"pattern": 1, "patternProperties": ["("], "enum": 2}
    assert [fault.pointer for fault in faults(wrong)] == [
        ("pattern",),
        ("patternProperties",),
        ("enum",),
    ]
