"""What a schema refuses, as a schema that says so plainly: one alternative for each keyword.

`not` around a schema says the same, but the search can only look at a few forms of it. A keyword
that has no plain contrary here is denied by `not` anyway, so nothing is left out.
"""

from __future__ import annotations

from itertools import count

from phaselint.schema.equality import is_count, is_number
from phaselint.schema.judging import NESTED
from phaselint.schema.mappings import mappings
from phaselint.schema.model import ELEMENTS
from phaselint.schema.plainchecks import PLAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from typing import Any, Final

_DEEPEST: Final = 12
_BESIDE = ("then", "else", "additionalItems", "minContains", "maxContains", "definitions", "$defs")
"""Keywords that are denied with the one that they belong to."""

_REPEATED = (2, 3, 4)
"""Lengths of lists in which an element comes again."""


def negation(schema: Any, names: Collection[str] = (), depth: int = 0) -> Any:
    """A schema of what this one refuses. `names` are the properties that objects may have which it
    does not name; one that isn't in any schema stands for all others."""
    if isinstance(schema, bool):
        return not schema
    if not isinstance(schema, dict) or depth > _DEEPEST or "$ref" in schema:
        return {"not": schema}
    found: list[Any] = []
    for key, value in schema.items():
        if key in _BESIDE or not (key in PLAIN or key in NESTED):
            continue
        contrary = _CONTRARY.get(key)
        parts = None if contrary is None else contrary(schema, value)
        if parts is None and key in _NESTED:
            parts = list(_NESTED[key](schema, value, names, depth + 1))
        found += [_denied(schema, key)] if parts is None else parts
    found = [each for each in found if each is not False]
    return False if not found else found[0] if len(found) == 1 else {"anyOf": found}


def mentioned(schema: Any) -> set[str]:
    """The names of properties that a schema mentions anywhere."""
    found: set[str] = set()
    for here in mappings(schema):
        for key in ("properties", "dependencies", "dependentRequired", "dependentSchemas"):
            if isinstance(named := here.get(key), dict):
                found.update(name for name in named if isinstance(name, str))
        if isinstance(listed := here.get("required"), list):
            found.update(name for name in listed if isinstance(name, str))
    return found


def name_patterns(schema: Any) -> dict[str, None]:
    """The patterns of names of properties that a schema has anywhere, each once."""
    patterns = (here.get("patternProperties") for here in mappings(schema))
    listed = (each for each in patterns if isinstance(each, dict))
    return dict.fromkeys(name for each in listed for name in each if isinstance(name, str))


def closing(schema: Any, names: Collection[str], declared: Collection[str], depth: int = 0) -> Any:
    """The schema of values that have none of the `names` but those that are `declared`, nor the
    one that stands for all others, as far down as a schema looks."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return True
    listed = schema.get("properties")
    known = listed if isinstance(listed, dict) else {}
    others = {*names, *known, other_than({*names, *known})} - {*declared}
    inner = {
        name: closing(each, names, declared, depth + 1)
        for name, each in known.items()
        if name in declared
    }
    found: dict[str, Any] = {"properties": {**dict.fromkeys(sorted(others), False), **inner}}
    if isinstance(items := schema.get("items"), dict):
        found["items"] = closing(items, names, declared, depth + 1)
    return found


def _denied(schema: Mapping[str, Any], key: str) -> Any:
    """A keyword denied by `not`, with those that belong to it."""
    beside = [*_BESIDE, *(("properties", "patternProperties") if "additional" in key else ())]
    return {"not": {each: schema[each] for each in (key, *beside) if each in schema}}


def _of(kind: str, **more: Any) -> Any:
    return {"type": kind, **more}


# --- keywords with a plain contrary ---------------------------------------------------------------


def _below(kind: str, key: str) -> Callable[[Any, Any], list[Any] | None]:
    """The contrary of a least length: to be shorter."""

    def contrary(_schema: Any, value: Any) -> list[Any] | None:
        if not is_count(value):
            return None
        return [_of(kind, **{key: int(value) - 1})] if value >= 1 else []

    return contrary


def _above(kind: str, key: str) -> Callable[[Any, Any], list[Any] | None]:
    def contrary(_schema: Any, value: Any) -> list[Any] | None:
        return [_of(kind, **{key: int(value) + 1})] if is_count(value) else None

    return contrary


def _number(key: str) -> Callable[[Any, Any], list[Any] | None]:
    def contrary(_schema: Any, value: Any) -> list[Any] | None:
        return [_of("number", **{key: value})] if is_number(value) else None

    return contrary


def _typed(kind: str, key: str) -> Callable[[Any, Any], list[Any] | None]:
    def contrary(_schema: Any, value: Any) -> list[Any]:
        return [{"type": kind, "not": {key: value}}]

    return contrary


def _alone(key: str) -> Callable[[Any, Any], list[Any] | None]:
    def contrary(_schema: Any, value: Any) -> list[Any]:
        return [{"not": {key: value}}]

    return contrary


def _unique(_schema: Any, value: Any) -> list[Any]:
    if value is not True:
        return []
    return [_of("array", minItems=most, **{"not": {"uniqueItems": True}}) for most in _REPEATED]


def _required(_schema: Any, value: Any) -> list[Any] | None:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return None
    return [_of("object", **{"not": {"required": [name]}}) for name in value]


def _not(_schema: Any, value: Any) -> list[Any]:
    return [value]


_CONTRARY: dict[Any, Callable[[Any, Any], list[Any] | None]] = {
    "type": _alone("type"),
    "enum": _alone("enum"),
    "const": _alone("const"),
    "minLength": _below("string", "maxLength"),
    "maxLength": _above("string", "minLength"),
    "pattern": _typed("string", "pattern"),
    "minimum": _number("exclusiveMaximum"),
    "maximum": _number("exclusiveMinimum"),
    "exclusiveMinimum": _number("maximum"),
    "exclusiveMaximum": _number("minimum"),
    "multipleOf": _typed("number", "multipleOf"),
    "minItems": _below("array", "maxItems"),
    "maxItems": _above("array", "minItems"),
    "uniqueItems": _unique,
    "minProperties": _below("object", "maxProperties"),
    "maxProperties": _above("object", "minProperties"),
    "required": _required,
    "not": _not,
}


# --- keywords that look at other schemas ----------------------------------------------------------


def _properties(_schema: Any, value: Any, names: Any, depth: int) -> Iterator[Any]:
    for name, inner in value.items() if isinstance(value, dict) else ():
        refused = negation(inner, names, depth)
        if refused is not False:
            yield _of("object", required=[name], properties={name: refused})


def _additional(schema: Any, value: Any, names: Any, depth: int) -> Iterator[Any]:
    """Whatever is named elsewhere, and one more name, stand for all that are not named here."""
    if value is True or value == {}:
        return
    if "patternProperties" in schema:
        yield _denied(schema, "additionalProperties")
    refused, known = negation(value, names, depth), schema.get("properties", {})
    for name in (*sorted(names), other_than({*names, *known})):
        if name not in known and "patternProperties" not in schema:
            yield _of("object", required=[name], properties={name: refused})


def other_than(names: Collection[str]) -> str:
    """A name that isn't one of these."""
    return next(name for number in count() if (name := f"other{number or ''}") not in names)


def _items(schema: Any, value: Any, names: Any, depth: int) -> Iterator[Any]:
    if isinstance(value, list) or "prefixItems" in schema:
        first = value if isinstance(value, list) else schema["prefixItems"]
        yield from _places(first, names, depth)
        rest = schema.get("additionalItems", True) if isinstance(value, list) else value
        if rest is not True:
            refused = negation(rest, names, depth)
            for more in (0, 1):
                yield _placed(len(first) + more, refused)
        return
    refused = negation(value, names, depth)
    if refused is not False:
        yield _of("array", minItems=1, contains=refused)


def _prefix(schema: Any, value: Any, names: Any, depth: int) -> Iterator[Any]:
    if "items" not in schema:
        yield from _places(value, names, depth)


def _places(first: Any, names: Any, depth: int) -> Iterator[Any]:
    for number, inner in enumerate(first if isinstance(first, list) else ()):
        refused = negation(inner, names, depth)
        if refused is not False and number < ELEMENTS:
            yield _placed(number, refused)


def _placed(number: int, inner: Any) -> Any:
    return _of("array", minItems=number + 1, prefixItems=[*[True] * number, inner])


def _contains(schema: Any, value: Any, names: Any, depth: int) -> Iterator[Any]:
    if "minContains" in schema or "maxContains" in schema:
        yield _denied(schema, "contains")
    else:
        yield _of("array", items=negation(value, names, depth))


def _all_of(schema: Any, value: Any, names: Any, depth: int) -> Iterator[Any]:
    if not isinstance(value, list):
        yield _denied(schema, "allOf")
        return
    yield from (negation(each, names, depth) for each in value)


def _any_of(schema: Any, value: Any, names: Any, depth: int) -> Iterator[Any]:
    if not isinstance(value, list):
        yield _denied(schema, "anyOf")
        return
    yield {"allOf": [negation(each, names, depth) for each in value]}


def _dependencies(_schema: Any, value: Any, names: Any, depth: int) -> Iterator[Any]:
    for name, need in value.items() if isinstance(value, dict) else ():
        if isinstance(need, list):
            for other in need:
                yield _of("object", required=[name], **{"not": {"required": [other]}})
        else:
            yield {"allOf": [_of("object", required=[name]), negation(need, names, depth)]}


_NESTED: dict[Any, Callable[[Any, Any, Any, int], Iterator[Any]]] = {
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
    "prefixItems": _prefix,
    "contains": _contains,
    "allOf": _all_of,
    "anyOf": _any_of,
    "dependencies": _dependencies,
}
