"""Is a schema a schema? The meta-schemas of draft 2020-12 and draft-07 as a table (design §11).

It agrees with the meta-schemas on what is valid, apart from this: an empty `enum` is a fault,
because nothing can satisfy it, and formats (a `pattern` that isn't a regular expression, a `$ref`
that isn't a URI reference) are not looked at. Unknown keywords are allowed. What a validator asks
beyond its meta-schema, its dialect says by further keywords.
"""

from __future__ import annotations

from phaselint.schema.equality import TYPES, is_count, is_number
from phaselint.schema.model import Fault
from phaselint.schema.resolve import draft_of, unlinked
from phaselint.vocabulary.message import message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.schema.model import Draft, Part
    from phaselint.vocabulary.message import Message

    Place = tuple[Any, ...]
    """A pointer as `unlinked` takes it."""
    Found = Iterator["Fault | tuple[Any, Place]"]
    """Faults, and the schemas below that are still to be checked, in the order of writing."""
    Keyword = Callable[[Any, Place], Found]

_WORDS = ", ".join(f"`{word}`" for word in TYPES)


def check(
    schema: Any, draft: Draft | None = None, further: Mapping[Any, Keyword] | None = None
) -> tuple[Fault, ...]:
    """List what keeps a schema from being one, in the order of writing.

    The draft is the one that `$schema` names unless it is given, by default 2020-12. In 2020-12
    a list of schemas in `items` is a fault, although the rest of this package reads it as
    draft-07 does. `further` keywords find what the meta-schema of the draft lets pass, each
    before what the draft says about the same value.
    """
    table = _DRAFT_07 if (draft or draft_of(schema)) == "draft-07" else _LATEST
    tables = (further, table) if further else (table,)
    faults: list[Fault] = []
    waiting: list[Any] = [(schema, ())]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Fault):
            faults.append(here)
            continue
        value, place = here
        if isinstance(value, dict):
            found: list[Any] = []
            for key in value:
                for keywords in tables:
                    keyword = keywords.get(key)
                    if keyword is not None:
                        found += keyword(value[key], (place, key))
            if found:
                found.reverse()
                waiting += found
        elif not isinstance(value, bool):
            faults.append(fault(place, "a schema (a mapping or a boolean)", value))
    return tuple(faults)


def fault(
    place: Place,
    expected: str,
    value: Any,
    problem: Message | None = None,
    *,
    part: Part = "value",
) -> Fault:
    """The fault of a value at a place, in words of its own or with what was expected there; of
    its key, where that is the `part`."""
    name = quote(str(place[-1])) if place else message("the schema")
    found = _describe(value)
    text = problem or message("{} must be {}, not {}", name, message(expected), found)
    return Fault(unlinked(place), text, expected, found, part)


def twice(place: Place, number: int, value: list[Any]) -> Fault:
    """The fault of a member of a list that an earlier one equals; told once for each value."""
    text = message("`{}` lists {} twice", place[-1], _describe(value[number]))
    return fault((place, number), "different members", value[number], text)


def _describe(value: Any) -> Message:
    """A value in a message: what it is, and itself where it is short."""
    if value is None:
        return message("null")
    if isinstance(value, bool):
        return quote("true" if value else "false")
    if isinstance(value, str):
        return quote(value) if len(value) <= 40 else message("a long string")
    if isinstance(value, (list, tuple)):
        return message("a list" if value else "an empty list")
    if isinstance(value, dict):
        return message("a mapping")
    short = isinstance(value, float) or abs(value) < 10**20
    return quote(str(value)) if short else message("a large number")


def _plain(holds: Callable[[Any], bool], expected: str) -> Keyword:
    """A keyword whose value is judged as a whole."""

    def keyword(value: Any, place: Place) -> Found:
        if not holds(value):
            yield fault(place, expected, value)

    return keyword


def _schema(value: Any, place: Place) -> Found:
    yield value, place


def _schemas(value: Any, place: Place) -> Found:
    if not isinstance(value, list) or not value:
        yield fault(place, "a non-empty list of schemas", value)
        return
    for number, part in enumerate(value):
        yield part, (place, number)


def _mapping(value: Any, place: Place) -> Found:
    if not isinstance(value, dict):
        yield fault(place, "a mapping from names to schemas", value)
        return
    for name, part in value.items():
        yield part, (place, name)


def _items_07(value: Any, place: Place) -> Found:
    return _schemas(value, place) if isinstance(value, list) else _schema(value, place)


def _items(value: Any, place: Place) -> Found:
    if isinstance(value, list):
        text = message("`items` must be one schema, not a list: write `prefixItems`")
        yield fault(place, "a schema (a mapping or a boolean)", value, text)
        return
    yield value, place


def _type(value: Any, place: Place) -> Found:
    if isinstance(value, str):
        if value not in TYPES:
            yield fault(place, f"one of {_WORDS}", value)
    elif not isinstance(value, list) or not value:
        yield fault(place, "a type or a non-empty list of types", value)
    else:
        times: dict[str, int] = {}
        for number, word in enumerate(value):
            if not isinstance(word, str) or word not in TYPES:
                one, found = message(f"one of {_WORDS}"), _describe(word)
                text = message("a member of `type` must be {}, not {}", one, found)
                yield fault((place, number), f"one of {_WORDS}", word, text)
                continue
            times[word] = times.get(word, 0) + 1
            if times[word] == 2:
                yield twice(place, number, value)


def _enum(value: Any, place: Place) -> Found:
    if not isinstance(value, list) or not value:
        yield fault(place, "a non-empty list of values", value)


def _names(value: Any, place: Place) -> Found:
    if not isinstance(value, list):
        yield fault(place, "a list of names", value)
        return
    times: dict[str, int] = {}
    for number, name in enumerate(value):
        if not isinstance(name, str):
            text = message("a member of `{}` must be a string, not {}", place[-1], _describe(name))
            yield fault((place, number), "a string", name, text)
            continue
        times[name] = times.get(name, 0) + 1
        if times[name] == 2:
            yield twice(place, number, value)


def _dependent_required(value: Any, place: Place) -> Found:
    if not isinstance(value, dict):
        yield fault(place, "a mapping from names to lists of names", value)
        return
    for name, names in value.items():
        yield from _names(names, (place, name))


def _dependencies(value: Any, place: Place) -> Found:
    if not isinstance(value, dict):
        yield fault(place, "a mapping from names to schemas or lists of names", value)
        return
    for name, need in value.items():
        inner = _names if isinstance(need, list) else _schema
        yield from inner(need, (place, name))


def _is_string(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_identifier(value: Any) -> bool:
    return isinstance(value, str) and "#" not in value.removesuffix("#")


def _is_anchor(value: Any) -> bool:
    if not isinstance(value, str) or not value.isascii():
        return False
    plain = value.translate({ord(char): "a" for char in "_-.0123456789"})
    return plain.isalpha() and (value[0].isalpha() or value[0] == "_")


def _is_vocabulary(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(used, bool) for used in value.values())


_TEXT = _plain(_is_string, "a string")
_FLAG = _plain(lambda value: isinstance(value, bool), "`true` or `false`")
_NUMBER = _plain(_is_number, "a number")
_COUNT = _plain(is_count, "an integer, 0 or greater")
_ANCHOR = _plain(_is_anchor, "a name of letters, digits, `_`, `-` and `.`")
_LIST = _plain(lambda value: isinstance(value, list), "a list")
_STEP = _plain(lambda value: is_number(value) and value > 0, "a number above 0")

_COMMON: dict[Any, Keyword] = {
    "$schema": _TEXT,
    "$ref": _TEXT,
    "$comment": _TEXT,
    "title": _TEXT,
    "description": _TEXT,
    "readOnly": _FLAG,
    "examples": _LIST,
    "multipleOf": _STEP,
    "maximum": _NUMBER,
    "exclusiveMaximum": _NUMBER,
    "minimum": _NUMBER,
    "exclusiveMinimum": _NUMBER,
    "maxLength": _COUNT,
    "minLength": _COUNT,
    "pattern": _TEXT,
    "maxItems": _COUNT,
    "minItems": _COUNT,
    "uniqueItems": _FLAG,
    "contains": _schema,
    "maxProperties": _COUNT,
    "minProperties": _COUNT,
    "required": _names,
    "additionalProperties": _schema,
    "definitions": _mapping,
    "properties": _mapping,
    "patternProperties": _mapping,
    "dependencies": _dependencies,
    "propertyNames": _schema,
    "type": _type,
    "enum": _enum,
    "format": _TEXT,
    "contentMediaType": _TEXT,
    "contentEncoding": _TEXT,
    "if": _schema,
    "then": _schema,
    "else": _schema,
    "allOf": _schemas,
    "anyOf": _schemas,
    "oneOf": _schemas,
    "not": _schema,
}

_DRAFT_07: dict[Any, Keyword] = {
    **_COMMON,
    "$id": _TEXT,
    "items": _items_07,
    "additionalItems": _schema,
}

_LATEST: dict[Any, Keyword] = {
    **_COMMON,
    "$id": _plain(_is_identifier, "a string without a fragment"),
    "$anchor": _ANCHOR,
    "$dynamicRef": _TEXT,
    "$dynamicAnchor": _ANCHOR,
    "$recursiveRef": _TEXT,
    "$recursiveAnchor": _ANCHOR,
    "$vocabulary": _plain(_is_vocabulary, "a mapping to `true` or `false`"),
    "$defs": _mapping,
    "items": _items,
    "prefixItems": _schemas,
    "minContains": _COUNT,
    "maxContains": _COUNT,
    "dependentRequired": _dependent_required,
    "dependentSchemas": _mapping,
    "unevaluatedItems": _schema,
    "unevaluatedProperties": _schema,
    "deprecated": _FLAG,
    "writeOnly": _FLAG,
    "contentSchema": _schema,
}
