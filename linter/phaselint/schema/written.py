"""What is written about a path, for "undeclared", "optional", "wrong type" and did-you-mean."""

from __future__ import annotations

from phaselint.schema.below import element, prefix_length
from phaselint.schema.equality import ARRAY, OBJECT, kind, words
from phaselint.schema.model import Conflict, Declared, Each
from phaselint.schema.plainchecks import matches
from phaselint.schema.plainobjects import declared_in
from phaselint.schema.resolve import Book
from phaselint.schema.shapes import (
    Refusal,
    Shape,
    below,
    finite,
    mapping,
    required,
    shapes,
)
from phaselint.vocabulary.step_budget import Itself, current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from phaselint.schema.model import Path, SchemaPointer, Step
    from phaselint.schema.resolve import Part

_MOST_PLACES: Final = 100
_STEPS: Final = 1_000


def declared(schema: object, path: Path) -> Declared:
    """Collect what is written about a path, through `$ref`, `allOf`, `anyOf`, `oneOf` and `if`.

    A name counts as declared when `properties`, a matching pattern or a schema in
    `additionalProperties` covers it in some branch; as required when every branch requires it.
    """
    found = current().answer(_declared, Itself(schema), path)
    return found if isinstance(found, Declared) else Declared(unknown=True)


def _declared(schema: Itself, path: Path) -> Declared:
    if (plain := declared_in(schema.value, path)) is not None:
        return plain
    book = Book(schema.value, _STEPS)
    places: list[Sequence[Part]] = [[(schema.value, ())]]
    optional: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    closed: SchemaPointer | None = None
    loose = unknown = False
    for number, step in enumerate(path):
        views = [shape for place in places for shape in _views(book, place)]
        named = isinstance(step, str)
        if named:
            names, closed = _names(views), _closed(views)
        conflict = None if loose else _conflict(views, number, step)
        places, loose = _descend(book, views, step, loose)
        open_ended = bool(book.bound) or any(_is_open_ended(book, view) for view in views)
        unknown = unknown or open_ended or len(places) > _MOST_PLACES
        if conflict is not None or not places:
            if not named:  # an element has no names next to it
                names, closed = (), None
            return Declared((), number, optional, names, closed, conflict=conflict, unknown=unknown)
        if named and not all(step in required(view) for view in views):
            optional = (*optional, number)
        places = places[:_MOST_PLACES]
    pointers = (pointer for parts in places for _, pointer in parts if pointer is not None)
    found = tuple(dict.fromkeys(pointers))
    return Declared(found, None, optional, names, closed, unknown=unknown)


def _views(book: Book, parts: Sequence[Part]) -> Iterator[Shape]:
    return (shape for shape in shapes(book, parts) if not isinstance(shape, Refusal))


def _names(views: Sequence[Shape]) -> tuple[str, ...]:
    """The declared properties, in the order of writing."""
    return tuple(
        dict.fromkeys(
            name
            for view in views
            for schema, _ in view.flat
            for name in mapping(schema, "properties")
            if isinstance(name, str)
        )
    )


def _closed(views: Sequence[Shape]) -> SchemaPointer | None:
    """The keyword that forbids undeclared names, if every branch has one."""
    found = []
    for view in views:
        pointers = [
            below(place, key)
            for schema, place in view.flat
            for key in ("additionalProperties", "unevaluatedProperties")
            if schema.get(key) is False
        ]
        if not pointers:
            return None
        found.append(pointers[0])
    return found[0] if found else None


def _conflict(views: Sequence[Shape], number: int, step: Step) -> Conflict | None:
    """The types that make a step impossible in every branch."""
    needed = OBJECT if isinstance(step, str) else ARRAY
    written = 0
    for view in views:
        kinds = view.kinds
        values = finite(view)
        if values is not None:
            kinds &= sum({kind(value) for value in values})
        if kinds & needed:
            return None
        written |= kinds
    pointers = (pointer for view in views for pointer in view.pointers("type", "enum", "const"))
    first = next(pointers, None)
    return None if first is None else Conflict(number, words(written), first)


def _descend(
    book: Book, views: Sequence[Shape], step: Step, loose: bool
) -> tuple[list[Sequence[Part]], bool]:
    """What each branch writes for a step, and whether one leaves the value there open."""
    places: list[Sequence[Part]] = []
    for view in views:
        for parts in _step(book, view, step):
            if parts:
                places.append(parts)
            elif not isinstance(step, str) or _closed([view]) is None:
                loose = True
    return places, loose


def _step(book: Book, view: Shape, step: Step) -> Iterator[list[Part]]:
    if isinstance(step, Each):
        yield from (element(view, index) for index in range(prefix_length(view) + 1))
    elif isinstance(step, int):
        yield element(view, step)
    else:
        yield [part for schema, place in view.flat for part in _covering(book, schema, place, step)]


def _covering(
    book: Book, schema: dict[str, object], place: SchemaPointer | None, name: str
) -> Iterator[Part]:
    """The schemas that one schema writes for a name."""
    listed = mapping(schema, "properties")
    if name in listed:
        yield listed[name], below(place, "properties", name)
    for pattern, inner in mapping(schema, "patternProperties").items():
        if matches(book, pattern, name) == "yes":
            yield inner, below(place, "patternProperties", pattern)
    rest = schema.get("additionalProperties")
    if name not in listed and isinstance(rest, dict) and rest:
        yield rest, below(place, "additionalProperties")


def _is_open_ended(book: Book, view: Shape) -> bool:
    """Whether more may be written than is seen: a reference that cannot be followed."""
    for schema, _ in view.flat:
        if "$dynamicRef" in schema or "$recursiveRef" in schema:
            return True
        if "$ref" in schema and book.follow(schema["$ref"]) is None:
            return True
    return False
