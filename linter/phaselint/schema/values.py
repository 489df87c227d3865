"""Which values can be at a path: the finite set of them, if there is one, and of what kind."""

from __future__ import annotations

from phaselint.schema.below import element, member, prefix_length
from phaselint.schema.equality import among
from phaselint.schema.judging import judge_of
from phaselint.schema.model import LEVELS, Each, Verdict
from phaselint.schema.resolve import Book
from phaselint.schema.shapes import Refusal, counted, finite, shapes
from phaselint.schema.solve import UNKNOWN, solve
from phaselint.schema.walk import goal
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.step_budget import Itself, current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Final

    from phaselint.schema.model import Path, SchemaPointer, Step, Test
    from phaselint.schema.resolve import Part
    from phaselint.schema.shapes import Shape

_MOST_VALUES: Final = 1_000
_MOST_PLACES: Final = 100


def values_at(schema: Any, path: Path) -> tuple[Any, ...] | None:
    """List the values that can be at a path, in the order of writing; none when there is no
    end of them, there are more than a thousand, or they are not known.

    No value is missing: what is not listed cannot be there. One that is listed may be excluded
    by what is not modelled. For the elements of a list it is what each of them can be.
    """
    found = current().answer(_values_at, Itself(schema), path)
    return found if isinstance(found, tuple) else None


def _values_at(schema: Itself, path: Path) -> tuple[Any, ...] | None:
    book = Book(schema.value)
    places = _places(book, schema.value, path)
    if places is None:
        return None
    found: list[Any] = []
    for place in places:
        values = _values(book, place)
        if values is None or book.bound:
            return None
        found += (value for value in values if not among(value, found))
    return tuple(found)


def admits(schema: Any, path: Path, *tests: Test) -> Verdict:
    """Whether a value at a path can pass tests, by what is said about that value alone: that
    something next to it cannot be satisfied is no matter.

    `yes` carries the value; `no` the keywords that together exclude it.
    """
    return _admitted(schema, path, tuple(goal(test) for test in tests))


@pure
def _admitted(schema: Any, path: Path, tests: tuple[Any, ...]) -> Verdict:
    book = Book(schema)
    places = _places(book, schema, path)
    if places is None:
        return UNKNOWN
    goals: list[Part] = [(test, None) for test in tests]
    excluded: list[SchemaPointer] = []
    unsure = not places
    for place in places:
        found = solve(book, [*goals, *place])
        if found.answer == "yes":
            return found
        unsure = unsure or found.answer == "maybe"
        excluded += found.excluded
    return UNKNOWN if unsure else Verdict("no", None, tuple(dict.fromkeys(excluded)))


def _places(book: Book, schema: Any, path: Path) -> list[list[Part]] | None:
    """What is said together of a value at a path, for each way of satisfying what is above it;
    none where that is too much to look at."""
    if len(path) >= LEVELS:
        return None
    places: list[list[Part]] = [[(schema, ())]]
    for step in path:
        places = [parts for place in places for parts in _down(book, place, step)]
        if len(places) > _MOST_PLACES or book.bound:
            return None
    return places


def _down(book: Book, parts: Sequence[Part], step: Step) -> Iterator[list[Part]]:
    for shape in shapes(book, parts):
        if isinstance(shape, Refusal):
            continue
        if isinstance(step, str):
            yield member(book, shape, step)
        elif isinstance(step, Each):
            yield from (element(shape, index) for index in range(prefix_length(shape) + 1))
        else:
            yield element(shape, step)


def _values(book: Book, parts: Sequence[Part]) -> list[Any] | None:
    found: list[Any] = []
    for shape in shapes(book, parts):
        if isinstance(shape, Refusal):
            continue
        values = finite(shape)
        values = counted(shape) if values is None else values
        if values is None or len(values) > _MOST_VALUES or not book.spend():
            return None
        found += (value for value in values if _possible(book, shape, value))
    return found


def _possible(book: Book, shape: Shape, value: Any) -> bool:
    return judge_of(book).every((schema, value) for schema, _ in shape.flat) != "no"
