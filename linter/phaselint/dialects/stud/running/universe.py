"""All values of a place that schemas and conditions tell apart, by trying the existing ones.

It shares nothing with the search for classes (`classes`): no schema is solved, but values of each
type, every constant, and strings, numbers and lists on both sides of each bound are put together
and judged. Where keywords stand that this does not cover, or there are too many values, it says so.
"""

from __future__ import annotations

from itertools import pairwise, product
from math import ceil, floor, prod

from phaselint.dialects.stud.reading.schemas import dated
from phaselint.javascript.texts import json_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

MOST = 300
"""Values of a place beyond which nothing is said."""

LONGEST = 3
"""The longest list of which all are tried, and the most further properties."""

_ABSENT = object()
_LETTERS = "xyzwvqjk~^|"
"""Letters of which strings are made that nobody mentions."""

_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_LENGTHS = ("minLength", "maxLength")
_ITEMS = ("minItems", "maxItems")
_MEMBERS = ("minProperties", "maxProperties")
_WITHIN = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")
_DEPENDENT = ("dependencies", "dependentRequired", "dependentSchemas")
_NOTES = (
    *("title", "description", "default", "examples", "$schema", "$id", "$comment", "format"),
    *("definitions", "$defs", "readOnly", "writeOnly", "deprecated"),
)
_KNOWN = frozenset(
    (
        *("type", "enum", "const", "pattern", "items", "properties", "required"),
        *("additionalProperties", *_BOUNDS, *_LENGTHS, *_ITEMS, *_MEMBERS, *_WITHIN),
        *(*_DEPENDENT, *_NOTES),
    )
)


class Unsure(Exception):
    """The values that are tried may not be all."""


class Place:
    """What is said about a place: the schemas for it, the constants that are mentioned,
    and the places below that anything names. All values have to satisfy `strict`."""

    def __init__(self, strict: Any = True) -> None:
        self.strict = strict
        self.says: list[Mapping[str, Any]] = []
        self.named: list[Any] = []
        self.below: dict[str, Place] = {}
        self.looked = False

    def at(self, *keys: str) -> Place:
        """A place below."""
        if not keys:
            return self
        first, *rest = keys
        if first not in self.below:
            self.below[first] = Place(_member(self.strict, first))
        return self.below[first].at(*rest)

    def look(self, keys: Sequence[str], values: Iterable[Any]) -> None:
        """Note that somebody looks at what is below, and asks for values."""
        here = self
        here.looked = True
        for key in keys:
            here = here.at(key)
            here.looked = True
        here.named += values

    def told(self, schema: Any, *, looked: bool = False) -> Place:
        """Note what a schema says; with `looked`, somebody looks at all of it."""
        if not isinstance(schema, dict):
            return self
        self.looked = self.looked or looked
        if any(key not in _KNOWN and not str(key).startswith("x-") for key in schema):
            raise Unsure
        self.says.append(schema)
        if "const" in schema:
            self.named.append(schema["const"])
        self.named += schema.get("enum", ())
        for key, inner in schema.get("properties", {}).items():
            self.at(key).told(inner, looked=looked)
        for key in schema.get("required", ()):
            self.at(key).looked |= looked
        self._dependent(schema)
        for each in parts(schema):
            self.told(each, looked=True)
        return self

    def _dependent(self, schema: Mapping[str, Any]) -> None:
        for word in _DEPENDENT:
            for key, inner in schema.get(word, {}).items():
                self.at(key).looked = True
                for each in inner if isinstance(inner, list) else ():
                    self.at(each).looked = True
                self.told(inner, looked=True)


def parts(schema: Mapping[str, Any]) -> Iterator[Any]:
    """The schemas that another one combines for the same value."""
    for key in _WITHIN:
        inner = schema.get(key, ())
        yield from inner if isinstance(inner, list) else (inner,)


def values(place: Place) -> list[Any]:
    """The values of a place that its schema accepts. Raises Unsure."""
    found: dict[str, Any] = {}
    for value in (*_scalars(place), *_lists(place), *_mappings(place)):
        if accepts(place.strict, value):
            found.setdefault(json_of(value), value)
            if len(found) > MOST:
                raise Unsure
    return list(found.values())


def accepts(schema: Any, value: Any) -> bool:
    """Whether a schema accepts a value; it must be sure of it."""
    from phaselint.schema import valid

    answer = valid(dated(schema), value)
    if answer == "maybe":
        raise Unsure
    return answer == "yes"


def _member(schema: Any, key: str) -> Any:
    """What a schema says about a property, or of the elements of a list."""
    if not isinstance(schema, dict):
        return True
    listed = schema.get("properties")
    if isinstance(listed, dict) and key in listed:
        return listed[key]
    return True if key.isdecimal() else schema.get("additionalProperties", True)


# --- strings and numbers --------------------------------------------------------------------------


def _scalars(place: Place) -> Iterator[Any]:
    yield from place.named
    yield from (None, True, False)
    numbers = [each for each in place.named if _is_number(each)]
    limits = [schema[key] for schema in place.says for key in _BOUNDS if key in schema]
    if not all(map(_is_number, limits)):
        raise Unsure
    marks = sorted({0, 0.5, *numbers, *limits})
    yield from _apart(place, {*marks, *_between(marks)})
    yield from _apart(place, dict.fromkeys(_texts(place)))


def _between(marks: Sequence[float]) -> Iterator[float]:
    """Whole numbers and others on both sides of some."""
    for mark in marks:
        yield from (floor(mark), ceil(mark), floor(mark) - 1, ceil(mark) + 1)
        yield from (floor(mark) - 0.5, ceil(mark) + 0.5)
    yield from ((one + other) / 2 for one, other in pairwise(marks))


def _texts(place: Place) -> Iterator[str]:
    lengths = [schema[key] for schema in place.says for key in _LENGTHS if key in schema]
    patterns = {schema["pattern"] for schema in place.says if "pattern" in schema}
    named = [each for each in place.named if isinstance(each, str)]
    letter = next((each for each in _LETTERS if all(each not in text for text in named)), "")
    if not letter or (patterns and (lengths or len(patterns) > 1)):
        raise Unsure
    yield from ("", letter)
    for pattern in patterns:
        yield from _about(pattern, letter, named)
    for length in lengths:
        if not isinstance(length, int) or length > MOST:
            raise Unsure
        yield from (letter * each for each in (length - 1, length, length + 1))


def _about(pattern: str, letter: str, named: Sequence[str]) -> Iterator[str]:
    """A string that a pattern matches and one that it doesn't, none of which is mentioned."""
    from phaselint.patterns.matching import matches
    from phaselint.patterns.sample import counterexample, example

    found = (example(pattern), counterexample(pattern))
    told = [text for text in found if text is not None]
    near = [one + two for text in told for one, two in ((letter, text), (text, letter))]
    for side in (True, False):
        texts = (each for each in (*told, *near) if each not in named)
        text = next((each for each in texts if matches(pattern, each) is side), None)
        if text is None:
            raise Unsure
        yield text


def _apart(place: Place, options: Iterable[Any]) -> Iterator[Any]:
    """One of all values that are alike to each keyword about numbers and strings."""
    keys = (*_BOUNDS, *_LENGTHS, "pattern")
    parts = [{key: schema[key]} for schema in place.says for key in keys if key in schema]
    mentioned = {json_of(each) for each in place.named}
    seen = set()
    for value in options:
        whole = isinstance(value, str) or float(value).is_integer()
        kind = (whole, tuple(accepts(part, value) for part in parts))
        if kind not in seen and json_of(value) not in mentioned:
            seen.add(kind)
            yield int(value) if whole and not isinstance(value, str) else value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


# --- lists ----------------------------------------------------------------------------------------


def _lists(place: Place) -> Iterator[list[Any]]:
    yield []
    written = [schema["items"] for schema in place.says if "items" in schema]
    places = [key for key in place.below if key.isdecimal()]
    most = [1, *(schema[key] + 1 for schema in place.says for key in _ITEMS if key in schema)]
    longest = max(*most, *(int(key) + 1 for key in places), 1)
    if longest > LONGEST or any(isinstance(each, list) for each in written):
        raise Unsure
    if not _may_be(place.strict, "array"):
        return
    strict = place.strict.get("items", True) if isinstance(place.strict, dict) else True
    inner = Place(strict)
    for schema in place.says:
        inner.told(schema.get("items"), looked=schema is not place.strict)
    for key in places:
        _merge(inner, place.below[key])
    options = values(inner) if written or places else ["x"]
    if sum(len(options) ** length for length in range(1, longest + 1)) <= MOST:
        for length in range(1, longest + 1):
            yield from map(list, product(options, repeat=length))
    elif len(written) > 1 or places:
        raise Unsure
    else:
        yield from ([each] * length for length in range(1, longest + 1) for each in options)


def _merge(place: Place, other: Place) -> None:
    place.named += other.named
    place.says += other.says
    for key, below in other.below.items():
        _merge(place.at(key), below)
    place.looked = True


def _may_be(schema: Any, name: str) -> bool:
    types = schema.get("type", name) if isinstance(schema, dict) else name
    return types == name or name in types


# --- mappings -------------------------------------------------------------------------------------


def _mappings(place: Place) -> Iterator[dict[str, Any]]:
    if not _may_be(place.strict, "object"):
        return
    members = {key: _options(place, key, place.at(key)) for key in list(place.below)}
    for key in _further(place):
        members[key] = _options(place, key, place.at(key))
    if prod(map(len, members.values())) > MOST:
        raise Unsure
    for each in product(*members.values()):
        pairs = zip(members, each, strict=True)
        yield {key: value for key, value in pairs if value is not _ABSENT}


def _further(place: Place) -> list[str]:
    """Names of properties that are never named, as many as matter."""
    most = [1, *(schema[key] + 1 for schema in place.says for key in _MEMBERS if key in schema)]
    if max(most) > LONGEST:
        raise Unsure
    longest = max(map(len, place.below), default=0) + 1
    return ["x" * (longest + number) for number in range(max(most))]


def _options(place: Place, key: str, below: Place) -> list[Any]:
    """The values of a property, and that it is missing. Of one that is never looked at, a value is
    enough, found by asking its schema."""
    for schema in place.says:
        rest = schema.get("additionalProperties", True)
        if key not in schema.get("properties", {}) and rest is not True:
            below.looked |= schema is not place.strict
            below.told(rest, looked=below.looked)
    required = isinstance(place.strict, dict) and key in place.strict.get("required", ())
    counted = any(word in schema for schema in place.says for word in _MEMBERS)
    if below.looked or counted:
        return [*(() if required else (_ABSENT,)), *values(below)]
    from phaselint.schema import conforming

    found = conforming(dated(below.strict), ())
    if found.answer == "maybe":
        raise Unsure
    if found.answer == "yes":
        return [found.instance, *([] if required or key in _listed(place.strict) else [_ABSENT])]
    return [] if required else [_ABSENT]


def _listed(schema: Any) -> Mapping[str, Any]:
    found = schema.get("properties", {}) if isinstance(schema, dict) else {}
    return found if isinstance(found, dict) else {}
