"""A quick look at whether a schema plainly has instances, before anybody searches for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from phaselint.schema.equality import kind, kinds_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOTES: Final = frozenset(
    ("type", "description", "title", "default", "examples", "format", "$schema", "$id", "$comment")
)
_OBJECTS: Final = frozenset(("properties", "required", "additionalProperties"))
_ALONE: Final = (
    frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
    frozenset(("minLength", "maxLength", "pattern")),
    frozenset(("minItems", "maxItems", "items")),
    frozenset(("enum", "const")),
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


def _is_plain(schema: dict[Any, Any]) -> bool:
    rest = schema.keys() - _NOTES - _OBJECTS
    if len(rest) > 1 or not any(rest <= group for group in _ALONE):
        return False
    kinds = kinds_of(schema["type"]) if "type" in schema else None
    if "type" in schema and not kinds:
        return False
    if not rest:
        return True
    if rest & {"enum", "const"}:
        values = schema["enum"] if "enum" in schema else [schema["const"]]
        fits = isinstance(values, list) and any(kinds is None or kind(v) & kinds for v in values)
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
        yield properties.get(name, schema.get("additionalProperties", True))
