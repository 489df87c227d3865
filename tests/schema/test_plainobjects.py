"""Plain schemas of objects are answered as the search answers, at the same cost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.schema import plainobjects, walk, written
from phaselint.schema.plainobjects import GOALS, declared_in, object_of
from phaselint.vocabulary.allowance import Allowance, Itself, allowing

NAMES = st.sampled_from(("a", "b", "c"))
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
            "required": st.one_of(st.lists(NAMES, max_size=3), st.just("a"), st.just([1])),
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
    with allowing(Allowance()) as allowance:
        found = walk._searched(Itself(schema), GOALS)
        allowance.settle()
        return found, allowance.schemas


def declared(schema: Any, name: str) -> tuple[Any, float]:
    """What is written about a name, and the steps that are left."""
    with allowing(Allowance()) as allowance:
        found = written._declared(Itself(schema), (name,))
        allowance.settle()
        return found, allowance.schemas


@given(objects(schemas))
def test_an_object_is_the_one_that_the_search_finds(schema: Any) -> None:
    quick = searched(schema)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "object_of", lambda _schema, _goals: None)
        assert repr(quick) == repr(searched(schema))


@given(objects(schemas), NAMES)
def test_what_is_written_is_what_is_seen_elsewhere(schema: Any, name: str) -> None:
    quick = declared(schema, name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(written, "declared_in", lambda _schema, _path: None)
        assert repr(quick) == repr(declared(schema, name))


def test_plain_schemas_are_not_searched() -> None:
    inner = {"type": "object", "required": ["b"], "properties": {"b": {"type": "integer"}}}
    schema = {"type": "object", "required": ["a"], "properties": {"a": inner}}
    found = object_of(schema, GOALS)
    assert found is not None
    assert found.instance == {"a": {"b": 0}}
    assert declared_in(schema, ("a",)) is not None


def test_nothing_is_taken_that_is_not_there() -> None:
    schema = {"type": "object"}
    with allowing(Allowance()) as allowance:
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
