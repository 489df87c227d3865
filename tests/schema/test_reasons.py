"""Why nothing satisfies a schema: the value that cannot be, and the keywords that see to it."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.schema import Fractional, Reason, Typed, reason, satisfiable


def nested(schema: Any, *names: str) -> Any:
    """A schema of objects that need a path."""
    for name in reversed(names):
        schema = {"type": "object", "required": [name], "properties": {name: schema}}
    return schema


def test_there_is_none_where_something_satisfies_it() -> None:
    assert reason({"type": "object"}) is None
    assert reason(nested({"type": "string"}, "a")) is None
    assert reason({"type": "string", "pattern": "(?<!x)y\\1"}) is None


@pytest.mark.parametrize("names", [(), ("a",), ("a", "b", "c")])
def test_it_leads_to_the_value_that_cannot_be(names: tuple[str, ...]) -> None:
    found = reason(nested({"type": "integer", "minimum": 2, "maximum": 1}, *names))
    place = tuple(step for name in names for step in ("properties", name))
    assert found is not None
    assert found.path == names
    assert set(found.excluded) == {(*place, key) for key in ("type", "minimum", "maximum")}
    assert found.demanded == ((*place[:-2], "required", 0) if names else None)


def test_a_value_that_is_not_declared() -> None:
    closed = {"type": "object", "required": ["a"], "additionalProperties": False}
    assert reason(closed) == Reason(("a",), (("additionalProperties",),), ("required", 0))


def test_parts_and_references_are_followed() -> None:
    schema = {
        "allOf": [nested({"type": "string"}, "a"), {"properties": {"a": {"$ref": "#/$defs/n"}}}],
        "$defs": {"n": {"type": "integer"}},
    }
    found = reason({**schema, "type": "object"})
    assert found is not None
    assert found.path == ("a",)
    assert found.excluded == (("allOf", 0, "properties", "a", "type"), ("$defs", "n", "type"))


def test_alternatives_are_not_gone_into() -> None:
    found = reason({"type": "object", "anyOf": [nested(False, "a"), nested(False, "b")]})
    assert found is not None
    assert found.path == ()


def test_endless_nesting_is_told_once() -> None:
    found = reason(nested({"$ref": "#"}, "a"))
    assert found == Reason(("a",), (), ("required", 0))


def test_a_type_may_be_demanded() -> None:
    assert satisfiable({}, (), Typed("object")).instance == {}
    assert satisfiable({"type": "array"}, (), Typed("object")).answer == "no"
    assert satisfiable(nested({}, "a"), ("a",), Typed("boolean")).instance == {"a": False}
    assert satisfiable({"type": "integer"}, (), Fractional()).answer == "no"
    assert satisfiable({"type": ["null", "number"]}, (), Fractional()).answer != "no"
    assert reason({"type": "array"}, Typed("object")) == Reason((), (("type",),))
