"""Plain schemas of objects are answered as the search answers, at the same cost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.schema import (
    Equals,
    OneOf,
    Present,
    Typed,
    exists,
    plainly_admits,
    plainly_satisfiable,
    plainobjects,
    satisfiable,
    walk,
    written,
)
from phaselint.schema.plainobjects import GOALS, declared_in, object_of
from phaselint.vocabulary.step_budget import Itself, StepBudget, allowing

NAMES = st.sampled_from(("a", "b", "c"))
PATHS = st.lists(NAMES, min_size=1, max_size=3).map(tuple)
TESTS = st.sampled_from((Equals("x"), Equals(1), OneOf(("y", None)), Present(), Typed("string")))
LEAVES = st.sampled_from(
    (
        {"type": "string"},
        {"type": "integer", "description": "how many"},
        {"type": "boolean", "title": 1},
        {"type": "array"},
        {"type": "array", "items": {"type": "string"}},
        {"type": "array", "items": True},
        {"type": "array", "minItems": 1},
        {"type": "string", "enum": ["x", "y"]},
        {"type": "string", "enum": [1, "y"]},
        {"type": "string", "enum": []},
        {"type": "string", "const": "x"},
        {"type": "string", "enum": [str(number) for number in range(70)]},
        {"enum": ["x"]},
        {"type": ["string", "null"]},
        {"type": "string", "minLength": 3},
        {"type": "null"},
        {},
        True,
        False,
    )
)


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Schemas of objects, some of them with a keyword that is not plain, or malformed."""
    return st.fixed_dictionaries(
        {"type": st.sampled_from(("object", "object", "object", "array"))},
        optional={
            "properties": st.dictionaries(NAMES, inner, max_size=3),
            "required": st.one_of(
                st.lists(NAMES, max_size=3), st.just("a"), st.just([1]), st.just([["a"]])
            ),
            "additionalProperties": st.sampled_from((True, False, {}, {"type": "string"}, "no")),
            "description": st.just("what it is"),
            "$schema": st.just("http://json-schema.org/draft-07/schema#"),
            "minProperties": st.just(2),
            "$ref": st.just("#/properties/a"),
        },
    )


schemas = st.recursive(LEAVES, objects, max_leaves=6)


def searched(schema: Any) -> tuple[Any, float]:
    """What the search finds, and the steps that are left."""
    with allowing(StepBudget()) as allowance:
        found = walk._searched(schema, tuple(GOALS))
        allowance.settle()
        return found, allowance.schemas


def declared(schema: Any, path: tuple[str, ...]) -> tuple[Any, float]:
    """What is written about a path, and the steps that are left."""
    with allowing(StepBudget()) as allowance:
        found = written._declared(Itself(schema), path)
        allowance.settle()
        return found, allowance.schemas


@given(st.one_of(objects(schemas), schemas))
def test_an_object_is_the_one_that_the_search_finds(schema: Any) -> None:
    quick = searched(schema)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "object_of", lambda _schema, _goals: None)
        assert repr(quick) == repr(searched(schema))


@given(objects(schemas), PATHS)
def test_what_is_written_is_what_is_seen_elsewhere(schema: Any, path: tuple[str, ...]) -> None:
    quick = declared(schema, path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(written, "declared_in", lambda _schema, _path: None)
        assert repr(quick) == repr(declared(schema, path))


@given(st.one_of(objects(schemas), schemas))
def test_what_plainly_has_an_instance_is_not_denied_one(schema: Any) -> None:
    assert not plainly_satisfiable(schema) or exists(schema, ()).answer != "no"


@given(objects(schemas), PATHS, TESTS)
def test_what_is_plainly_admitted_is_not_excluded(schema: Any, path: Any, test: Any) -> None:
    assert not plainly_admits(schema, path, test) or satisfiable(schema, path, test).answer != "no"


def test_plain_schemas_are_not_searched() -> None:
    inner = {"type": "object", "required": ["b"], "properties": {"b": {"type": "integer"}}}
    schema = {"type": "object", "required": ["a"], "properties": {"a": inner}}
    found = object_of(schema, GOALS)
    assert found is not None
    assert found.instance == {"a": {"b": 0}}
    assert declared_in(schema, ("a",)) is not None
    assert declared_in(schema, ("a", "b")) is not None


def test_nothing_is_taken_that_is_not_there() -> None:
    schema = {"type": "object"}
    with allowing(StepBudget()) as allowance:
        allowance.schemas = 4
        assert object_of(schema, GOALS) is None
        assert allowance.schemas == 4
        allowance.schemas = 5
        assert object_of(schema, GOALS) is not None
        assert allowance.schemas == 0


def test_schemas_that_aliases_make_large_are_left_to_the_search() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(plainobjects._DEEPEST):
        names = [f"n{number}" for number in range(30)]
        schema = {"type": "object", "required": names, "properties": dict.fromkeys(names, schema)}
    assert object_of(schema, GOALS) is None
