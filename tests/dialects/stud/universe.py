"""All values that schemas and conditions can tell apart, one of each kind.

The values of a place are those of each type, every constant that anything mentions there, numbers
and texts on both sides of each bound, lists and mappings of what stands below, with and without
each key that anything names. Of two that no keyword tells apart one is enough. What a schema
accepts is decided by `jsonschema`; nothing here is asked of the product.
"""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from jsonschema import Draft7Validator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ABSENT = object()
MOST = 1_500
"""Values of a place, at most."""

PAIRS = 200
"""Lists of two elements of which all are tried."""

APART = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("minLength", "maxLength", "pattern"),
)
SAMPLES = tuple(
    "".join(letters)
    for parts in (*(("go1x",) * length for length in (1, 2, 3)), ("gx", "1x", "1x", "ox"))
    for letters in product(*parts)
)
"""Texts of each length up to four that patterns, and several of them, tell apart."""

WITHIN = ("not", "if", "then", "else", "anyOf", "allOf", "oneOf")
FRESH = ("zz", "yy")


class TooMany(Exception):
    """A place has more values than are tried."""


class Node:
    """What is said of a place: the schemas that stand there, the values that are mentioned, and
    the places below; `rest` are the schemas of keys that are not named, `first` the schema that has
    to hold there."""

    def __init__(self) -> None:
        self.says: list[Any] = []
        self.named: list[Any] = []
        self.below: dict[str, Node] = {}
        self.rest: list[Any] = []
        self.first: Any = True
        self.elements: list[Any] = []
        self.fresh = 0
        self.longest = 1

    def at(self, *keys: str) -> Node:
        """A place below."""
        return self.below.setdefault(keys[0], Node()).at(*keys[1:]) if keys else self


def said(node: Node, schema: Any) -> Node:
    """The place with what a schema says of it."""
    if not isinstance(schema, dict):
        return node
    node.says.append(schema)
    node.named += [*schema.get("enum", ()), *([schema["const"]] if "const" in schema else [])]
    for key, inner in schema.get("properties", {}).items():
        said(node.at(key), inner)
    for key in schema.get("required", ()):
        node.at(key)
    for key, inner in schema.get("dependencies", {}).items():
        node.at(key)
        for each in inner if isinstance(inner, list) else ():
            node.at(each)
        said(node, inner)
    for inner in schema.get("patternProperties", {}).values():
        node.rest.append(inner)
    if "additionalProperties" in schema:
        node.rest.append(schema["additionalProperties"])
        node.fresh = max(node.fresh, 1)
    if "patternProperties" in schema or "propertyNames" in schema:
        node.fresh = max(node.fresh, 1)
    if "minProperties" in schema or "maxProperties" in schema:
        node.fresh = len(FRESH)
    if "items" in schema:
        node.elements.append(schema["items"])
    node.longest = max(node.longest, *(1 + schema.get(key, 0) for key in ("minItems", "maxItems")))
    for key in WITHIN:
        inner = schema.get(key, [])
        for each in inner if isinstance(inner, list) else [inner]:
            said(node, each)
    return node


def values(node: Node) -> list[Any]:
    """The values of a place."""
    found = [*_scalars(node), *_lists(node)]
    if any(isinstance(each, dict) for each in node.named):
        found += [each for each in node.named if isinstance(each, dict)]
    found += _mappings(node)
    if len(found) > MOST:
        raise TooMany
    return found


def _scalars(node: Node) -> list[Any]:
    plain: list[Any] = [None, True, False, 0, 1, 7, 0.5, 7.5, "", "x"]
    if any("pattern" in schema for schema in node.says):
        plain += SAMPLES
    for schema in node.says:
        for key in APART:
            bound = schema.get(key)
            if isinstance(bound, (int, float)):
                plain += [bound, bound - 1, bound + 1, bound - 0.5, bound + 0.5]
            if isinstance(bound, int) and "Length" in key:
                plain += ["x" * each for each in range(max(bound - 1, 0), bound + 2)]
    kept: dict[Any, Any] = {}
    for value in node.named:
        if not isinstance(value, (dict, list)):
            kept.setdefault(("named", typed(value)), value)
    named = {key[1] for key in kept}
    for value in plain:
        if typed(value) not in named:
            kept.setdefault(_kind(node, value), value)
    return list(kept.values())


def _kind(node: Node, value: Any) -> Any:
    """What a value that nothing mentions has in common with others of its kind."""
    told = [
        accepts({key: schema[key]}, value) for schema in node.says for key in APART if key in schema
    ]
    return jtype(value), tuple(told)


def _lists(node: Node) -> Iterator[Any]:
    inner = Node()
    for schema in node.elements:
        said(inner, schema)
    places = [key for key in node.below if key.isdecimal()]
    for key in places:
        inner.named += node.below[key].named
    yield []
    yield from (each for each in node.named if isinstance(each, list) and each)
    options = values(inner) if node.elements or places else ["x"]
    yield from ([each] for each in options)
    if len(options) ** 2 <= PAIRS and (places or node.longest > 1):
        yield from map(list, product(options, repeat=2))
    for length in range(2, max(node.longest, 2 if places else 1) + 1):
        yield from ([each] * length for each in options)
        yield from ([each] + [options[0]] * (length - 1) for each in options[1:])
        yield from ([options[0]] * (length - 1) + [each] for each in options[1:])


def _mappings(node: Node) -> list[dict[str, Any]]:
    rest = [each for each in node.rest if isinstance(each, dict)]
    members: dict[str, list[Any]] = {}
    for key in (*node.below, *FRESH[: node.fresh]):
        place = Node()
        for schema in rest:
            said(place, schema)
        if key in node.below:
            there = node.below[key]
            for each in rest:
                said(there, each)
            place = there
        members[key] = [ABSENT, *_allowed(node, key, values(place) if place.says else _few(place))]
    size = 1
    for options in members.values():
        size *= len(options)
    if size > MOST:
        raise TooMany
    pairs = [zip(members, each, strict=True) for each in product(*members.values())]
    return [{key: value for key, value in each if value is not ABSENT} for each in pairs]


def _few(place: Node) -> list[Any]:
    return values(place) if place.named or place.below else [None, "x", 1]


def _allowed(node: Node, key: str, options: list[Any]) -> list[Any]:
    """The values of a key but those that the schema that has to hold refuses."""
    schema = node.first.get("properties", {}).get(key, True) if node.first is not True else True
    return [each for each in options if accepts(schema, each)]


# --- judging --------------------------------------------------------------------------------------


def accepts(schema: Any, value: Any) -> bool:
    """Whether a schema accepts a value."""
    return bool(_validator(json.dumps(schema, sort_keys=True)).is_valid(value))


@lru_cache(maxsize=4_096)
def _validator(text: str) -> Draft7Validator:
    return Draft7Validator(json.loads(text))


def jtype(value: Any) -> str:
    """The JSON type of a value, whole numbers apart from others."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "integer" if float(value).is_integer() else "number"
    return type(value).__name__


def typed(value: Any) -> str:
    """A text that two values share where they are equal as JSON."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, sort_keys=True)


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal as JSON."""
    return typed(one) == typed(other)


def legal(
    schema: Any, mentioned: Sequence[tuple[Sequence[str], Any]], others: Sequence[Any]
) -> list[Any]:
    """All values that a schema accepts, one of each kind that it, the conditions (paths with the
    values that they mention) and other schemas of the place tell apart."""
    node = said(Node(), schema)
    node.first = schema
    for each in others:
        said(node, each)
    for path, named in mentioned:
        node.at(*path).named.extend(named)
    return [each for each in values(node) if accepts(schema, each)]


def at_field(schema: Any, field: str) -> list[Any]:
    """All schemas that a schema of results applies to one of their fields."""
    node = said(Node(), schema)
    there = node.below[field].says if field in node.below else []
    return [*there, *(each for each in node.rest if isinstance(each, dict))]
