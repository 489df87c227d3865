"""A quick look at whether a schema plainly has instances, before anybody searches for one."""

from __future__ import annotations

from phaselint.schema.equality import ARRAY, EVERY, NULL, OBJECT, among, kind, kinds_of
from phaselint.schema.model import EACH, Equals, OneOf, Present
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

    from phaselint.schema.model import Path, Test

_NOTES: Final = frozenset(
    ("type", "description", "title", "default", "examples", "format", "$schema", "$id", "$comment")
)
_OBJECTS: Final = frozenset(("properties", "required", "additionalProperties"))
_ITEMS: Final = frozenset(("items",))
_LISTED: Final = frozenset(("enum", "const"))
_ALONE: Final = (
    frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
    frozenset(("minLength", "maxLength", "pattern")),
    frozenset(("minItems", "maxItems", "items")),
    _LISTED,
)
"""Keywords of which one can always be met, and two may exclude each other."""

_MOST: Final = 200
"""How many schemas are looked at."""


def plainly_satisfiable(schema: Any) -> bool:
    """Whether a schema surely has an instance, by a look at what its required parts are written
    with; of many that have one it does not say so."""
    waiting = [schema]
    for _ in range(_MOST):
        if not waiting:
            return True
        here = waiting.pop()
        if here is True:
            continue
        if not isinstance(here, dict) or not _is_plain(here):
            return False
        waiting += _needed(here)
    return False


def plainly_admits(schema: Any, path: Path, test: Test) -> bool:
    """Whether a valid schema surely has an instance with a value at a path that passes a test, by
    a look at what is written on the way; of many that have one it does not say so."""
    for step in path:
        if not isinstance(schema, dict):
            return False
        kinds, known = _kinds(schema), schema.keys() - _NOTES
        if step is EACH and kinds & ARRAY and known <= _ITEMS:
            schema = schema.get("items")
        elif isinstance(step, str) and kinds & OBJECT and known <= _OBJECTS:
            if not _has_all_needed(schema):
                return False
            schema = schema.get("properties", {}).get(step)
        else:
            return False
    return isinstance(schema, dict) and plainly_satisfiable(schema) and _takes(schema, test)


@pure
def _has_all_needed(schema: dict[Any, Any]) -> bool:
    return all(map(plainly_satisfiable, _needed(schema)))


def _takes(schema: dict[Any, Any], test: Test) -> bool:
    """Whether a plain schema has an instance that passes a test."""
    kinds, rest = _kinds(schema), schema.keys() - _NOTES
    if isinstance(test, Present):
        if rest <= _LISTED and rest:
            return any(value is not None and kind(value) & kinds for value in _values(schema))
        return bool(kinds & ~NULL)
    values = (test.value,) if isinstance(test, Equals) else ()
    values = test.values if isinstance(test, OneOf) else values
    fit = [value for value in values if kind(value) & kinds]
    return rest <= _LISTED and any(not rest or among(each, _values(schema)) for each in fit)


def _kinds(schema: dict[Any, Any]) -> int:
    """The kinds that a type leaves; none where it is not one."""
    return (kinds_of(schema["type"]) or 0) if "type" in schema else EVERY


def _values(schema: dict[Any, Any]) -> list[Any]:
    """The values that a schema lists."""
    listed = schema["enum"] if "enum" in schema else [schema["const"]]
    return listed if isinstance(listed, list) else []


def _is_plain(schema: dict[Any, Any]) -> bool:
    rest = schema.keys() - _NOTES - _OBJECTS
    if len(rest) > 1 or not any(rest <= group for group in _ALONE):
        return False
    kinds = kinds_of(schema["type"]) if "type" in schema else None
    if "type" in schema and not kinds:
        return False
    if not rest:
        return True
    if rest <= _LISTED:
        fits = any(kinds is None or kind(value) & kinds for value in _values(schema))
        return fits and schema.keys().isdisjoint(_OBJECTS)
    return "maxLength" not in rest and "pattern" not in rest and "maxItems" not in rest


def _needed(schema: dict[Any, Any]) -> Iterator[Any]:
    """The schemas of the properties that are required; false for one that is not declared where
    nothing else may be."""
    listed, properties = schema.get("required", []), schema.get("properties", {})
    if not isinstance(listed, list) or not isinstance(properties, dict):
        yield False
        return
    for name in listed:
        if type(name) is not str:
            yield False
            return
        yield properties.get(name, schema.get("additionalProperties", True))
