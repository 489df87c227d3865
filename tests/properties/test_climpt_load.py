"""Loading an agent never fails, and what it gives leads back to the files (reference §4.5)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.dialects.base import Target
from phaselint.dialects.climpt.reading import schemaexpansion
from phaselint.dialects.climpt.reading.load import load
from phaselint.dialects.climpt.reading.schemaexpansion import WORK, expand
from phaselint.dialects.climpt.reading.schemafiles import SchemaFiles
from phaselint.dialects.climpt.reading.shapes import AGENT, REGISTRY
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.shape import Shape

NAMES = ("a", "b", "properties", "type")
REFERENCES = st.sampled_from(
    ["#/definitions/a", "#/definitions/b", "f.json#/definitions/a", "#", "#/definitions/a/allOf/0"]
)
SCALARS = (
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "work", "../x"])
)

schemas: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([{"type": "string"}, {"type": "object"}, True, {"required": ["a"]}])
    | REFERENCES.map(lambda text: {"$ref": text}),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
            "allOf": st.lists(inner, max_size=3),
            "anyOf": st.lists(inner, max_size=2),
            "required": st.lists(st.sampled_from(NAMES), max_size=2),
            "title": st.sampled_from(["x", "y"]),
        },
    ),
    max_leaves=8,
)
SPREAD = st.sampled_from(
    [
        "#/definitions/b",
        "#/definitions/c",
        "f.json#/definitions/b",
        "g.json#/definitions/b",
        "g.json#/definitions/c",
        "g.json#/definitions/c/allOf/0",
        "./g.json#/definitions/c",
        "h.json",
    ]
)
spread: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([{"type": "string"}, {"type": "object"}, {"required": ["a"]}])
    | SPREAD.map(lambda text: {"$ref": text}),
    lambda inner: (
        st.dictionaries(st.sampled_from(["properties", "items", "x"]), inner, max_size=3)
        | st.fixed_dictionaries({"allOf": st.lists(inner, max_size=3)}, optional={"title": inner})
    ),
    max_leaves=5,
)
several = st.fixed_dictionaries(
    {
        name: st.fixed_dictionaries(
            {"definitions": st.dictionaries(st.sampled_from("abc"), spread)}
        )
        for name in "fg"
    }
)
files = st.fixed_dictionaries({"definitions": st.dictionaries(st.sampled_from("ab"), schemas)})


def follow(value: Any, pointer: tuple[str | int, ...]) -> Any:
    for key in pointer:
        value = value[key]
    return value


@settings(max_examples=150)
@given(files)
def test_a_resolved_schema_has_no_reference_and_leads_back(file: Any) -> None:
    reader = DictReader({"schemas/f.json": json.dumps(file)})
    found, _ = expand(SchemaFiles(reader, ""), "f.json", "a")
    if found.schema is None:
        assert found.error
        return
    assert '"$ref": "' not in json.dumps(found.schema)
    for pointer, (path, source) in found.origin.items():
        assert path == "schemas/f.json"
        value = follow(found.schema, pointer)
        if pointer and pointer[-1] == "additionalProperties" and value is False:
            continue
        there = follow(file, source)
        assert isinstance(value, dict | list) or there == value or "$ref" in there


def expansions(files: dict[str, Any]) -> Iterator[tuple[Expanded, str, dict[Any, Any], int]]:
    """All schemas of some files, resolved one behind the other, with places and work."""
    texts = {f"schemas/{name}.json": json.dumps(value) for name, value in files.items()}
    shelf = SchemaFiles(DictReader(texts), "")
    work = WORK
    for file, name in ((file, name) for _ in range(2) for file in files for name in "abc"):
        found, spent = expand(shelf, f"{file}.json", name, work)
        work -= spent
        yield found._replace(origin={}), json.dumps(found.schema), dict(found.origin), spent


@settings(max_examples=400)
@given(several)
def test_putting_pieces_together_gives_what_going_through_scopes_gives(files: Any) -> None:
    found = list(expansions(files))
    with patch.object(schemaexpansion, "_piece", lambda *_: None):
        assert found == list(expansions(files))


def roughly(shape: Shape) -> st.SearchStrategy[Any]:
    """Values that have a shape, and now and then something else instead."""
    if shape.fields is not None:
        inner: st.SearchStrategy[Any] = st.fixed_dictionaries(
            {},
            optional={key: roughly(of) for key, of in shape.fields.items()},
        )
    elif shape.items is not None and shape.kind == "list":
        inner = st.lists(roughly(shape.items), max_size=2)
    elif shape.items is not None:
        inner = st.dictionaries(st.sampled_from(NAMES), roughly(shape.items), max_size=2)
    else:
        inner = SCALARS if not shape.words else st.sampled_from(shape.words)
    return st.one_of(inner, inner, inner, SCALARS, st.just([]), st.just({}))


@settings(max_examples=150)
@given(roughly(AGENT), roughly(REGISTRY))
def test_loading_never_fails(agent: Any, registry: Any) -> None:
    reader = DictReader(
        {
            ".agent/a/agent.json": json.dumps(agent),
            ".agent/a/steps_registry.json": json.dumps(registry),
            ".agent/a/schemas/a": '{"a": {"type": "object"}}',
        }
    )
    found = load(reader, Target("climpt", ".agent/a"))
    assert found.agent is not None
    assert found.registry is not None
    assert all(step.pointer[-1] == key for key, step in found.registry.steps.items())
