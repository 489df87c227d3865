"""What a schema refuses, said plainly: the search finds a value of it, or that there is none."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.schema import conforming, valid
from phaselint.schema.embedding import inlined
from phaselint.schema.negation import closing, mentioned, negation

OLD = "http://json-schema.org/draft-07/schema#"
TEXT = {"type": "string"}
OPEN = {"type": "object", "required": ["x"], "properties": {"x": {}}}


def broken(schema: Any, wanted: Any) -> Any:
    """A value of a schema that another refuses; false where there surely is none."""
    dated = {"$schema": OLD, **schema}
    names = mentioned(schema) | mentioned(wanted)
    found = conforming(dated, [negation(wanted, names)])
    if found.answer == "yes":
        assert valid(dated, found.instance) == "yes"
        assert valid({"$schema": OLD, "allOf": [wanted]}, found.instance) == "no"
    return {"yes": True, "no": False, "maybe": None}[found.answer]


@pytest.mark.parametrize(
    ("schema", "wanted", "answer"),
    [
        (TEXT, {"minLength": 1}, True),
        ({**TEXT, "minLength": 1}, {"minLength": 1}, False),
        (TEXT, {"maxLength": 3}, True),
        (TEXT, {"pattern": "^x"}, True),
        ({**TEXT, "pattern": "^xy"}, {"pattern": "^x"}, False),
        ({"type": "number"}, {"maximum": 10}, True),
        ({"type": "number", "maximum": 9}, {"maximum": 10}, False),
        ({"type": "integer"}, {"multipleOf": 5}, True),
        ({"type": "integer", "multipleOf": 10}, {"multipleOf": 5}, False),
        ({"type": "number"}, {"type": "integer"}, True),
        ({"type": ["string", "null"]}, TEXT, True),
        ({"type": "array"}, {"maxItems": 2}, True),
        ({"type": "array"}, {"uniqueItems": True}, True),
        ({"type": "array", "uniqueItems": True}, {"uniqueItems": True}, False),
        ({"type": "array", "items": TEXT}, {"items": {"minLength": 1}}, True),
        ({"type": "array", "items": TEXT}, {"items": TEXT}, False),
        (OPEN, {"required": ["x"]}, False),
        (OPEN, {"properties": {"x": TEXT}}, True),
        (OPEN, {"additionalProperties": False, "properties": {"x": True}}, True),
        (
            {**OPEN, "additionalProperties": False},
            {"additionalProperties": False, "properties": {"x": True}},
            False,
        ),
        (OPEN, {"anyOf": [{"required": ["y"]}, {"required": ["x"]}]}, False),
        (OPEN, {"dependencies": {"x": ["y"]}}, True),
    ],
)
def test_a_value_that_another_schema_refuses(schema: Any, wanted: Any, answer: bool) -> None:
    assert broken(schema, wanted) is answer


def test_dependencies_of_draft_07_are_solved() -> None:
    schema = {
        "$schema": OLD,
        "type": "object",
        "additionalProperties": False,
        "properties": {"card": TEXT, "address": TEXT},
        "dependencies": {"card": ["address"], "address": ["town"]},
    }
    assert conforming(schema, [{"required": ["card"], "type": "object"}]).answer == "no"
    schema["properties"]["town"] = TEXT  # type: ignore[index]
    found = conforming(schema, [{"required": ["card"], "type": "object"}])
    assert found.instance.keys() == {"card", "address", "town"}


def test_references_are_put_in_their_place() -> None:
    schema = {"properties": {"x": {"$ref": "#/definitions/t"}}, "definitions": {"t": TEXT}}
    assert inlined(schema)["properties"] == {"x": TEXT}
    assert inlined({"$ref": "#"}) != {"$ref": "#"}
    assert inlined(TEXT) is TEXT


def test_what_nobody_declares_is_closed_off() -> None:
    wanted = {"properties": {"x": {"properties": {"y": TEXT}}}}
    closed = closing(wanted, {"x", "y"}, {"x"})
    assert valid(closed, {"x": {}}) == "yes"
    assert valid(closed, {"x": {"y": 1}}) == "no"
