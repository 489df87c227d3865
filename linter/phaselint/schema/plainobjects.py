"""Questions about schemas of objects that say no more than which keys there are, which of them have
to be, and of which plain kinds: nearly all that people write. The search gives the same answers
and instances in several times the work; the steps that it takes are taken here as well.
"""

from __future__ import annotations

from phaselint.schema.model import ELEMENTS, Declared, Verdict
from phaselint.vocabulary.step_budget import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.schema.model import Path, SchemaPointer

_NOTES = frozenset({"type", "description", "title"})
_OBJECT = _NOTES | {"properties", "required", "additionalProperties", "$schema"}
_ARRAY = _NOTES | {"items"}
_ENUM = _NOTES | {"enum"}

GOALS = [{"type": "object"}]
"""What is asked for where any object will do."""

_SMALLEST: dict[Any, Any] = {"string": "", "integer": 0, "number": 0, "boolean": False}
_DEEPEST = 8
_MOST_STEPS = 1_000
_MOST_WORDS = 64
"""With so many words in an `enum` to look one up takes a step."""


def object_of(schema: Any, goals: Sequence[Any]) -> Verdict | None:
    """What the search finds for a plain schema if any object will do; none where it must be
    asked."""
    if goals != GOALS or type(schema) is not dict or schema.get("type") != "object":
        return None
    found = _smallest(schema, 0)
    if found is None:
        return None
    instance, searched, judged = found
    # Each of the two takes one step besides, and the goal is judged as well.
    taken = current().take(searched + 1 + judged + 1 + 1)
    return Verdict("yes", instance) if taken else None


def _smallest(schema: Any, depth: int) -> tuple[Any, int, int] | None:
    """The instance that the search finds for a plain schema, the steps that this takes, and those
    that it takes to judge it."""
    if type(schema) is not dict or depth > _DEEPEST:
        return None
    kind, keys = schema.get("type"), schema.keys()
    if kind == "object":
        return _smallest_object(schema, depth) if keys <= _OBJECT else None
    if keys <= _NOTES:
        return (_SMALLEST[kind], 0, 1) if type(kind) is str and kind in _SMALLEST else None
    if kind == "array":
        return ([], 1, 1) if keys <= _ARRAY and type(schema.get("items", {})) is dict else None
    words = schema.get("enum")
    if kind != "string" or not keys <= _ENUM or type(words) is not list:
        return None
    plain = 0 < len(words) < _MOST_WORDS and type(words[0]) is str
    return (words[0], 2, 1) if plain else None


def _smallest_object(schema: dict[Any, Any], depth: int) -> tuple[Any, int, int] | None:
    named, members = schema.get("required", []), schema.get("properties", {})
    if type(named) is not list or type(members) is not dict or len(named) > ELEMENTS:
        return None
    built: dict[str, Any] = {}
    searched = judged = 1
    for name in named:
        if type(name) is not str or name in built or name not in members:
            return None
        found = _smallest(members[name], depth + 1)
        if found is None:
            return None
        built[name] = found[0]
        searched += found[1]
        judged += found[2]
        if judged > _MOST_STEPS:  # aliases make schemas of any size
            return None
    return built, searched, judged


def declared_in(schema: Any, path: Path) -> Declared | None:
    """What plain schemas write about a path of names; none where all of it must be looked at."""
    optional: tuple[int, ...] = ()
    pointer: SchemaPointer = ()
    found: Declared | None = None
    for number, name in enumerate(path):
        if type(name) is not str or not _names_members(schema):
            return None
        members = schema.get("properties", {})
        names = tuple([each for each in members if type(each) is str])
        rest = schema.get("additionalProperties", True)
        closed: SchemaPointer | None = None if rest else (*pointer, "additionalProperties")
        if name not in members:
            found = Declared((), number, optional, names, closed)
            break
        if name not in schema.get("required", ()):
            optional = (*optional, number)
        pointer, schema = (*pointer, "properties", name), members[name]
        found = Declared((pointer,), None, optional, names, closed)
    return found if found is not None and current().take(1) else None


def _names_members(schema: Any) -> bool:
    """Whether a schema says about objects which keys there are, and no more than that."""
    return (
        type(schema) is dict
        and schema.get("type") == "object"
        and schema.keys() <= _OBJECT
        and type(schema.get("required", [])) is list
        and type(schema.get("properties", {})) is dict
        and type(schema.get("additionalProperties", True)) is bool
    )
