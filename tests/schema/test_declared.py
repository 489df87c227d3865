"""What is written about a path."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.schema import EACH, Path, declared

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "branch": {"type": "string"},
        "found": {"type": "integer"},
        "kind": {"enum": ["a", 1]},
        "free": {},
        "by_name": {"type": "object", "additionalProperties": {"type": "string"}},
        "issues": {"type": "array", "items": {"properties": {"id": {}, "note": {}}}},
    },
    "required": ["branch"],
}


def test_a_declared_path_tells_where_it_is_written() -> None:
    found = declared(SCHEMA, ("issues", EACH, "id"))
    assert found.pointers == (("properties", "issues", "items", "properties", "id"),)
    assert found.missing is None
    assert found.names == ("id", "note")


def test_names_beside_a_missing_one_are_given() -> None:
    found = declared(SCHEMA, ("brunch",))
    assert (found.missing, found.closed) == (0, None)
    assert found.names == ("branch", "found", "kind", "free", "by_name", "issues")


def test_a_missing_step_further_down() -> None:
    found = declared(SCHEMA, ("issues", EACH, "text", "x"))
    assert (found.missing, found.names) == (2, ("id", "note"))


def test_every_optional_level_is_told() -> None:
    assert declared(SCHEMA, ("branch",)).optional == ()
    assert declared(SCHEMA, ("issues", EACH, "note")).optional == (0, 2)


def test_an_element_of_which_nothing_is_said_has_no_names_beside_it() -> None:
    closed = {"properties": {"list": {"type": "array"}}, "additionalProperties": False}
    for step in (EACH, 0):
        found = declared(closed, ("list", step, "x"))
        assert (found.missing, found.names, found.closed, found.optional) == (1, (), None, (0,))


def test_closed_objects_say_by_which_keyword() -> None:
    closed = SCHEMA | {"additionalProperties": False}
    assert declared(closed, ("x",)).closed == ("additionalProperties",)
    sealed = {"allOf": [SCHEMA], "unevaluatedProperties": False}
    assert declared(sealed, ("x",)).closed == ("unevaluatedProperties",)
    assert declared(sealed, ("branch",)).missing is None


@pytest.mark.parametrize(
    ("path", "step", "written", "pointer"),
    [
        (("found", EACH), 1, ("integer",), ("properties", "found", "type")),
        (("branch", "x"), 1, ("string",), ("properties", "branch", "type")),
        (("issues", "id"), 1, ("array",), ("properties", "issues", "type")),
        (("kind", "x"), 1, ("integer", "string"), ("properties", "kind", "enum")),
    ],
)
def test_steps_that_the_types_make_impossible(
    path: Path, step: int, written: tuple[str, ...], pointer: tuple[str, ...]
) -> None:
    conflict = declared(SCHEMA, path).conflict
    assert conflict == (step, written, pointer)


def test_nothing_conflicts_with_what_is_not_typed() -> None:
    found = declared(SCHEMA, ("free", "x"))
    assert (found.missing, found.conflict, found.names) == (1, None, ())


def test_a_map_declares_every_name_and_requires_none() -> None:
    found = declared(SCHEMA, ("by_name", "anything"))
    assert (found.missing, found.optional) == (None, (0, 1))


def test_a_name_is_required_only_if_every_branch_requires_it() -> None:
    left = {"properties": {"a": {"type": "string"}}, "required": ["a"]}
    assert declared({"anyOf": [left, {"required": ["a"]}]}, ("a",)).optional == ()
    assert declared({"anyOf": [left, {"required": ["b"]}]}, ("a",)).optional == (0,)
    assert declared({"allOf": [left, {"required": ["b"]}]}, ("a",)).optional == ()


def test_a_type_conflicts_only_if_it_does_in_every_branch() -> None:
    text, thing = (
        {"properties": {"a": {"type": "string"}}},
        {"properties": {"a": {"type": "object"}}},
    )
    assert declared({"anyOf": [text, text]}, ("a", "x")).conflict is not None
    assert declared({"anyOf": [text, thing]}, ("a", "x")).conflict is None
    assert declared({"anyOf": [text, {"required": ["a"]}]}, ("a", "x")).conflict is None


def test_a_reference_that_cannot_be_followed_leaves_it_open() -> None:
    assert declared({"$ref": "https://example.com/s.json"}, ("a",)).unknown
    assert declared({"$ref": "#/$defs/s", "$defs": {"s": SCHEMA}}, ("branch",)).pointers == (
        ("$defs", "s", "properties", "branch"),
    )
