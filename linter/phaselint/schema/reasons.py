"""Why does nothing satisfy a schema? The way down to the value that cannot be (core E.2)."""

from __future__ import annotations

from itertools import islice

from phaselint.schema.below import member
from phaselint.schema.equality import OBJECT
from phaselint.schema.model import Reason
from phaselint.schema.resolve import Book
from phaselint.schema.shapes import Refusal, below, required, shapes
from phaselint.schema.solve import solve
from phaselint.schema.walk import goal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from phaselint.schema.model import SchemaPointer, Test
    from phaselint.schema.resolve import Part
    from phaselint.schema.shapes import Shape

_DEEPEST: Final = 8
"""How far down the reason is looked for; further down it is the same for people."""


def reason(schema: Any, *tests: Test) -> Reason | None:
    """Say why no instance of a schema passes tests; none where some does, or nobody knows.

    It goes down through required properties as long as there is only one way to read the
    schemas. Of several properties that cannot be, it is about the first.
    """
    book = Book(schema)
    parts: list[Part] = [*((goal(test), None) for test in tests), (schema, ())]
    verdict = solve(book, parts)
    if verdict.answer != "no":
        return None
    found = Reason((), verdict.excluded)
    above = {_question(parts)}
    for _ in range(_DEEPEST):
        deeper = _deeper(book, parts, found.path)
        if deeper is None:
            break
        if _question(deeper[1]) in above:
            return found._replace(excluded=())
        found, parts = deeper
        above.add(_question(parts))
    return found


def _question(parts: Sequence[Part]) -> frozenset[int]:
    """What tells the schemas of one value from those of another."""
    return frozenset(id(schema) for schema, _ in parts if schema is not True)


def _deeper(
    book: Book, parts: Sequence[Part], path: tuple[str, ...]
) -> tuple[Reason, list[Part]] | None:
    """The reason of the first required property that cannot be, with the schemas it has."""
    readings = list(islice(shapes(book, parts), 2))
    if len(readings) != 1 or isinstance(readings[0], Refusal) or readings[0].kinds != OBJECT:
        return None
    shape = readings[0]
    for name in required(shape):
        inner = member(book, shape, name)
        verdict = solve(book, inner)
        if verdict.answer == "no" and not shape.without:
            return Reason((*path, name), verdict.excluded, _demand(shape, name)), inner
    return None


def _demand(shape: Shape, name: str) -> SchemaPointer | None:
    """Where a name is in a `required`; a place that was written rather than made up."""
    for schema, place in shape.flat:
        listed = schema.get("required")
        if place is not None and isinstance(listed, list) and name in listed:
            return below(place, "required", listed.index(name))
    return None
