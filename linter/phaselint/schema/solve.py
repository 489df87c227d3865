"""Is there an instance of all these schemas? The search behind every question (core E.2).

It goes down through the required parts of a minimal instance. A value that would need another
of the very same kind inside it has no finite instance, so endless nesting is a sure no;
depth and work are bounded, and beyond a bound nothing is sure.
"""

from __future__ import annotations

from phaselint.schema.equality import ARRAY, BOOLEAN, NULL, OBJECT, STRING, TYPES
from phaselint.schema.judging import judge_of
from phaselint.schema.members import fill_array, fill_object
from phaselint.schema.model import LEVELS, Verdict
from phaselint.schema.primitives import fill_number, fill_string
from phaselint.schema.shapes import Refusal, finite, shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.schema.model import SchemaPointer
    from phaselint.schema.resolve import Book, Part
    from phaselint.schema.shapes import Shape

UNKNOWN = Verdict("maybe")

_NOTES = {"type", "description", "title"}
_PLAIN = {
    "string": Verdict("yes", ""),
    "integer": Verdict("yes", 0),
    "number": Verdict("yes", 0),
    "boolean": Verdict("yes", False),
}


def solve(
    book: Book, parts: Sequence[Part], depth: int = 0, above: frozenset[Any] = frozenset()
) -> Verdict:
    """Find a small instance of the parts. `above` are the questions that this one is part of."""
    parts = [part for part in parts if part[0] is not True]
    if len(parts) == 1 and (quick := _quick(parts[0][0])) is not None:
        return quick
    if depth > LEVELS:
        book.give_up(f"the bound of {LEVELS} nested values")
        return UNKNOWN
    if not book.spend():
        return UNKNOWN
    question = frozenset([id(schema) for schema, _ in parts])
    if question in above:
        return Verdict("no")
    excluded: list[SchemaPointer] = []
    unsure = False
    for shape in shapes(book, parts):
        if isinstance(shape, Refusal):
            excluded += shape.excluded
            continue
        found = fill(book, shape, depth, above | {question})
        if found.answer == "yes" and (not shape.vague or _holds(book, parts, found.instance)):
            return found
        excluded += found.excluded
        unsure = unsure or found.answer != "no"
    if unsure or book.left < 0:
        return UNKNOWN
    return Verdict("no", None, tuple(dict.fromkeys(excluded)))


def _quick(schema: Any) -> Verdict | None:
    """The answer for a schema with nothing but a plain type."""
    if isinstance(schema, dict) and schema.keys() <= _NOTES:
        written = schema.get("type")
        return _PLAIN.get(written) if isinstance(written, str) else None
    return None


def _holds(book: Book, parts: Sequence[Part], instance: Any) -> bool:
    judge = judge_of(book)
    return all(judge.says(schema, instance) == "yes" for schema, _ in parts)


def fill(book: Book, shape: Shape, depth: int, above: frozenset[Any]) -> Verdict:
    """Find an instance of one shape."""
    values = finite(shape)
    if values is not None:
        return _pick(book, shape, values)

    def inner(parts: Sequence[Part]) -> Verdict:
        return solve(book, parts, depth + 1, above)

    excluded: tuple[SchemaPointer, ...] = ()
    unsure = False
    for kind in _kinds_in_order(shape):
        if kind == OBJECT:
            found = fill_object(inner, book, shape)
        elif kind == ARRAY:
            found = fill_array(inner, book, shape)
        elif kind == STRING:
            found = fill_string(book, shape)
        elif kind in (BOOLEAN, NULL):
            found = _pick(book, shape, [None] if kind == NULL else [False, True])
        else:
            found = fill_number(book, shape, kind)
        if found.answer == "yes" and (not shape.vague or _holds(book, shape.flat, found.instance)):
            return found
        unsure = unsure or found.answer != "no"
        excluded += found.excluded
    if unsure:
        return UNKNOWN
    asked = any(place is None and "type" in schema for schema, place in shape.flat)
    return Verdict("no", None, excluded if asked else (*shape.pointers("type"), *excluded))


def _pick(book: Book, shape: Shape, values: list[Any]) -> Verdict:
    """Take the first of finitely many values that every schema accepts."""
    blamed: list[SchemaPointer] = []
    unsure = False
    judge = judge_of(book)
    for value in values:
        if book.left < 0:
            return UNKNOWN
        answers = []
        for schema, place in shape.flat:
            answers.append(judge.says(schema, value))
            if answers[-1] == "no":
                key = judge.refusing(schema, value) if place is not None else None
                if place is not None:
                    blamed.append((*place, key) if key else place)
                break
        if "no" not in answers:
            if "maybe" not in answers:
                return Verdict("yes", value)
            unsure = True
    if unsure:
        return UNKNOWN
    return Verdict("no", None, (*shape.pointers("const", "enum"), *blamed))


def _strings(written: Any) -> list[str]:
    return [w for w in written if isinstance(w, str)] if isinstance(written, list) else []


def _kinds_in_order(shape: Shape) -> list[int]:
    """The kinds to try: as `type` lists them, as other keywords suggest, then strings first."""
    if shape.kinds & (shape.kinds - 1) == 0:
        return [shape.kinds]
    words: list[str] = []
    hints: list[str] = []
    for schema, _ in shape.flat:
        written = schema.get("type")
        words += [written] if isinstance(written, str) else _strings(written)
        if "properties" in schema or "required" in schema:
            hints.append("object")
        if "items" in schema or "prefixItems" in schema:
            hints.append("array")
    order: list[int] = []
    fallback = ("string", "object", "array", "number", "integer", "boolean", "null")
    for word in (*words, *hints, *fallback):
        kind = TYPES.get(word, 0) & shape.kinds
        if kind and not any(kind & other == kind for other in order):
            order.append(kind)
    return order
