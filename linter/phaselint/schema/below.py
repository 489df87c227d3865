"""What the schemas of a shape say about one property or one element: a level further down."""

from __future__ import annotations

from phaselint.schema.containers import declares, in_place, prefix_of, rest_key
from phaselint.schema.judging import judge_of
from phaselint.schema.plainchecks import matches
from phaselint.schema.shapes import below, mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.schema.model import SchemaPointer
    from phaselint.schema.resolve import Book, Part
    from phaselint.schema.shapes import Shape

_NAMING = frozenset(
    ("patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames")
)


def member(book: Book, shape: Shape, name: str) -> list[Part]:
    """The schemas that the value of a property satisfies, `false` if it cannot be there.

    Makes the shape vague where it cannot be said which schemas apply.
    """
    parts: list[Part] = []
    for schema, place in shape.flat:
        listed = schema.get("properties")
        covered = type(listed) is dict and name in listed
        if covered:
            inner = listed[name]
            parts.append((inner, None if place is None else (*place, "properties", name)))
        if not _NAMING.isdisjoint(schema):
            parts += _named(book, shape, schema, place, name, covered)
    if name in shape.absent:
        parts.append((False, shape.absent[name]))
    return parts


def _named(
    book: Book,
    shape: Shape,
    schema: dict[Any, Any],
    place: SchemaPointer | None,
    name: str,
    covered: bool,
) -> Iterator[Part]:
    """What one schema says about a property other than by its name in `properties`."""
    for pattern, inner in mapping(schema, "patternProperties").items():
        applies = matches(book, pattern, name)
        covered = covered or applies != "no"
        shape.vague = shape.vague or applies == "maybe"
        if applies == "yes":
            yield inner, below(place, "patternProperties", pattern)
    if not covered and "additionalProperties" in schema:
        yield schema["additionalProperties"], below(place, "additionalProperties")
    elif schema.get("unevaluatedProperties") is False and _nowhere(book, schema, name):
        yield False, below(place, "unevaluatedProperties")
    if "propertyNames" in schema:
        answer = judge_of(book).says(schema["propertyNames"], name)
        shape.vague = shape.vague or answer == "maybe"
        if answer == "no":
            yield False, below(place, "propertyNames")


def _nowhere(book: Book, schema: dict[Any, Any], name: str) -> bool:
    """Whether no schema that may apply in place covers a property."""
    waiting: list[Any] = [schema]
    for _ in range(100):
        if not waiting:
            return True
        here = waiting.pop()
        if not isinstance(here, dict):
            continue
        inner = here is not schema and "unevaluatedProperties" in here
        if inner or "additionalProperties" in here or declares(book, here, name) != "no":
            return False
        if "$dynamicRef" in here or "$recursiveRef" in here:
            return False
        parts = [part for part, _ in in_place(book, here)]
        if None in parts:
            return False
        waiting += parts
    return False


def element(shape: Shape, index: int) -> list[Part]:
    """The schemas that an element of a list satisfies."""
    parts: list[Part] = []
    for schema, place in shape.flat:
        first = prefix_of(schema)
        if 0 <= index < len(first):
            key = "prefixItems" if first is schema.get("prefixItems") else "items"
            parts.append((first[index], below(place, key, index)))
        elif (rest := rest_key(schema)) in schema:
            parts.append((schema[rest], below(place, rest)))
    return parts


def prefix_length(shape: Shape) -> int:
    """From which element on all elements satisfy the same schemas."""
    return max((len(prefix_of(schema)) for schema, _ in shape.flat), default=0)
