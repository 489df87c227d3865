"""Objects and lists that satisfy a shape: the required members, each solved in turn."""

from __future__ import annotations

from phaselint.schema.below import element, member, prefix_length
from phaselint.schema.equality import is_count
from phaselint.schema.model import ELEMENTS, Verdict
from phaselint.schema.shapes import below, mapping, required

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from phaselint.schema.model import SchemaPointer
    from phaselint.schema.resolve import Book, Part
    from phaselint.schema.shapes import Shape

    Solve = Callable[[Sequence[Part]], Verdict]
    """Finds an instance for a member: one level further down."""

_UNKNOWN = Verdict("maybe")

_OPEN = ("patternProperties", "propertyNames", "unevaluatedProperties")
"""With these, a name that was not tried may be allowed where those that were tried are not."""


def fill_object(solve: Solve, book: Book, shape: Shape) -> Verdict:
    """Find an object with the required properties, and as many more as there must be."""
    names = required(shape)
    least, most = _limits(shape, "minProperties", "maxProperties")
    if most is not None and max(len(names), least) > most:
        keys = ("required", "minProperties", "maxProperties", "dependentRequired", "dependencies")
        return Verdict("no", None, shape.pointers(*keys))
    if len(names) > 4 * ELEMENTS or least > ELEMENTS:
        book.give_up(f"the bound of {ELEMENTS} properties")
        return _UNKNOWN
    built: dict[str, Any] = {}
    unsure = False
    for name in names:
        found = solve(member(book, shape, name))
        if found.answer == "no":
            return Verdict("no", None, found.excluded or shape.pointers("required"))
        unsure = unsure or found.answer == "maybe"
        built[name] = found.instance
    if len(names) < least:
        excluded, more = _fill_up(solve, book, shape, built, least)
        if excluded is not None:
            return Verdict("no", None, (*shape.pointers("minProperties"), *excluded))
        unsure = unsure or more
    return _UNKNOWN if unsure else Verdict("yes", built)


def _limits(shape: Shape, lowest: str, highest: str) -> tuple[int, int | None]:
    least, most = 0, None
    for schema, _ in shape.flat:
        if lowest in schema and is_count(number := schema[lowest]):
            least = max(least, int(number))
        if highest in schema and is_count(number := schema[highest]):
            most = int(number) if most is None else min(most, int(number))
    return least, most


def _fill_up(
    solve: Solve, book: Book, shape: Shape, built: dict[str, Any], least: int
) -> tuple[list[SchemaPointer] | None, bool]:
    """Add optional properties until there are enough.

    Gives the keywords that exclude it, if it is surely excluded, and whether it is unsure.
    """
    declared = {name for schema, _ in shape.flat for name in mapping(schema, "properties")}
    excluded: list[SchemaPointer] = []
    unsure = any(key in schema for schema, _ in shape.flat for key in _OPEN)
    fresh = (f"key{number}" for number in range(ELEMENTS))
    for name in (*sorted(declared - built.keys(), key=str), *fresh):
        if len(built) >= least:
            return None, False
        if name in built or not isinstance(name, str):
            continue
        found = solve(member(book, shape, name))
        if found.answer == "yes":
            built[name] = found.instance
        excluded += found.excluded
        unsure = unsure or found.answer == "maybe"
    if len(built) >= least:
        return None, False
    return (None, True) if unsure else (list(dict.fromkeys(excluded)), False)


def fill_array(solve: Solve, book: Book, shape: Shape) -> Verdict:
    """Find a list with the fewest elements, those that `contains` asks for among them."""
    least, most = _limits(shape, "minItems", "maxItems")
    if _repeats(shape):
        return Verdict("no", None, shape.pointers("uniqueItems", "not"))
    wanted = list(_wanted(shape))
    if most is not None and max(least, bool(wanted)) > most:
        return Verdict("no", None, shape.pointers("minItems", "maxItems", "contains"))
    if least + len(wanted) > ELEMENTS:
        book.give_up(f"the bound of {ELEMENTS} elements")
        return _UNKNOWN
    placed: dict[int, Any] = {}
    for part in wanted:
        found, place = _place(solve, shape, part, placed, most)
        if found.answer != "yes":
            return found
        placed[place] = found.instance
    count = max(least, max(placed, default=-1) + 1)
    found = _elements(solve, shape, placed, count)
    settled = found.answer != "no" or not wanted or (len(wanted) == 1 and 0 in placed)
    return found if settled else _UNKNOWN


def _repeats(shape: Shape) -> bool:
    """Whether elements must be told apart and must not be."""
    denied = any(value == {"uniqueItems": True} for value, _ in shape.values("not"))
    return denied and any(value is True for value, _ in shape.values("uniqueItems"))


def _wanted(shape: Shape) -> Iterator[Part]:
    """What `contains` asks for, as often as it does."""
    for schema, place in shape.flat:
        least = schema.get("minContains", 1)
        if "contains" in schema and is_count(least):
            part = (schema["contains"], below(place, "contains"))
            yield from [part] * min(int(least), ELEMENTS + 1)


def _place(
    solve: Solve, shape: Shape, part: Part, placed: dict[int, Any], most: int | None
) -> tuple[Verdict, int]:
    """Find a free place for a wanted element; surely none if no place takes it at all."""
    excluded: list[SchemaPointer] = []
    unsure = False
    last = prefix_length(shape) + len(placed)
    for place in range(min(last + 1, ELEMENTS if most is None else most)):
        if place in placed:
            unsure = True
            continue
        found = solve([part, *element(shape, place)])
        if found.answer == "yes":
            return found, place
        unsure = unsure or found.answer == "maybe"
        excluded += found.excluded
    unsure = unsure or last >= ELEMENTS
    return (_UNKNOWN if unsure else Verdict("no", None, tuple(excluded))), -1


def _elements(solve: Solve, shape: Shape, placed: dict[int, Any], count: int) -> Verdict:
    """Solve the elements that are not placed yet. Where all come from the same schemas, having
    no further distinct one is sure, since those before are all there are."""
    unique = any(value is True for value, _ in shape.values("uniqueItems"))
    same_from = prefix_length(shape)
    built: list[Any] = []
    unsure = False
    for place in range(count):
        if place in placed:
            built.append(placed[place])
            continue
        if not unique and place > same_from and place - 1 not in placed:
            built.append(built[-1])
            continue
        parts = element(shape, place)
        if unique and built:
            parts = [({"not": {"enum": list(built)}}, None), *parts]
        found = solve(parts)
        if found.answer == "no" and unique and built and (placed or same_from or unsure):
            return _UNKNOWN
        if found.answer == "no":
            excluded = (*found.excluded, *shape.pointers("minItems", "uniqueItems"))
            return Verdict("no", None, excluded)
        unsure = unsure or found.answer == "maybe"
        built.append(found.instance)
    return _UNKNOWN if unsure else Verdict("yes", built)
