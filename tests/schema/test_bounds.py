"""Whatever a schema is, a question is answered at once, or by a bound that is named."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.schema import (
    EACH,
    Equals,
    always,
    check,
    declared,
    exists,
    satisfiable,
    valid,
    values_at,
)


def nested(levels: int, wrap: Any, inner: Any) -> Any:
    for _ in range(levels):
        inner = wrap(inner)
    return inner


DEEP = {
    "properties": nested(
        10_000,
        lambda inner: {"type": "object", "properties": {"a": inner}, "required": ["a"]},
        {},
    ),
    "joined": nested(10_000, lambda inner: {"allOf": [inner], "type": "object"}, {}),
    "branches": nested(10_000, lambda inner: {"anyOf": [inner, {"type": "string"}]}, {}),
    "denied": nested(10_000, lambda inner: {"not": inner}, {"type": "object"}),
}


@pytest.mark.parametrize("name", DEEP)
def test_ten_thousand_levels(name: str) -> None:
    schema = DEEP[name]
    found = exists(schema, ("a", "a"))
    assert found.answer == "maybe"
    assert found.bound.startswith("the bound of ")
    assert check(schema) == ()
    assert valid(schema, {"a": {}}) in ("no", "maybe")
    assert values_at(schema, ("a",)) is None
    assert declared(schema, ("a",)).conflict is None
    assert always(schema, ("b",)).answer in ("no", "maybe")


def tangle(required: list[str]) -> dict[str, Any]:
    """Ten schemas that refer to each other every way round."""
    names = [f"d{number}" for number in range(10)]
    parts = {
        name: {
            "type": "object",
            "properties": {f"p{j}": {"$ref": f"#/$defs/d{(i + j) % 10}"} for j in range(4)},
            "required": required,
        }
        for i, name in enumerate(names)
    }
    return {"$ref": "#/$defs/d0", "$defs": parts}


def test_reference_cycles() -> None:
    path = ("p1", "p2", "p3") * 3
    assert exists(tangle([]), path).answer == "yes"
    assert exists(tangle(["p0"]), ()).answer == "no"
    assert exists(tangle(["p1", "p2", "p3"]), ()).answer == "no"
    assert declared(tangle([]), path).optional == tuple(range(9))


@pytest.mark.parametrize(
    "schema", [{"$ref": "#"}, {"allOf": [{"$ref": "#"}]}, {"anyOf": [{"$ref": "#"}, False]}]
)
def test_schemas_that_mean_themselves(schema: Any) -> None:
    assert exists(schema, ()).answer == "maybe"
    assert valid(schema, 1) == "maybe"


@pytest.mark.parametrize(
    ("schema", "bound"),
    [
        ({"type": "array", "minItems": 10**9}, "the bound of 64 elements"),
        ({"type": "object", "minProperties": 10**9}, "the bound of 64 properties"),
        ({"type": "string", "minLength": 10**9}, "the bound of 10,000 characters"),
    ],
)
def test_instances_that_would_be_too_large(schema: Any, bound: str) -> None:
    assert exists(schema, ()) == ("maybe", None, (), bound)


def test_combinations_that_would_be_too_many() -> None:
    groups = [
        {"anyOf": [{"properties": {f"a{i}": {"const": j}}} for j in range(10)]} for i in range(10)
    ]
    schema = {"type": "object", "allOf": groups}
    found = satisfiable(schema, ("a9",), Equals("x"))
    assert (found.answer, found.bound) == ("maybe", "the bound of 5,000 schemas looked at")
    assert values_at(schema, ("a9",)) is None
    assert declared(schema, ("a9",)).unknown


def test_long_lists_of_values() -> None:
    many = {"enum": list(range(100_000))}
    assert satisfiable(many, (), Equals("x")).answer in ("no", "maybe")
    assert values_at({"enum": list(range(500))}, ()) == tuple(range(500))
    lists = {"allOf": [{"enum": [[n] for n in range(900)]}, {"enum": [[-n] for n in range(900)]}]}
    assert values_at(lists, ()) is None
    assert satisfiable(lists, (), Equals([5])).answer in ("no", "maybe")


def test_long_paths() -> None:
    assert exists({}, ("a",) * 1_000).bound == "the bound of 32 nested values"
    assert exists({}, (10**9,)).bound == "the bound of 64 elements"
    assert exists({}, (-1,)).answer == "no"
    assert declared({}, (EACH,) * 1_000).missing == 0


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf"), 10**400, 1e300])
def test_numbers_at_the_edge(number: float) -> None:
    for keyword in ("minimum", "maximum", "exclusiveMinimum", "multipleOf"):
        found = exists({"type": "number", keyword: number, "not": {"const": 0}}, ())
        assert found.answer in ("yes", "maybe")
