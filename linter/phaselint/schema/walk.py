"""Questions about a path in a schema: may it be there, must it, what can its value be.

Every question is put as further schemas next to the user's: "has the path" is a nest of
`required` and `properties`. An instance of all of them together is the witness; it is judged
once more before it is given out (core E.2).
"""

from __future__ import annotations

from phaselint.schema.equality import TYPES
from phaselint.schema.judging import judge_of
from phaselint.schema.model import (
    EACH,
    ELEMENTS,
    LEVELS,
    Absent,
    Each,
    Equals,
    Fractional,
    Matches,
    OneOf,
    There,
    Typed,
    Verdict,
)
from phaselint.schema.plainchecks import TEST
from phaselint.schema.plainobjects import object_of
from phaselint.schema.resolve import Book
from phaselint.schema.solve import solve
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaselint.schema.model import Path, Step, Test


def exists(schema: Any, path: Path) -> Verdict:
    """Whether an instance can have a path; any has the empty one.

    Each list on the path then has an element, and every element has the rest of the path. `no`
    carries the keywords that together exclude it.
    """
    return _ask(schema, [path], (having(each, True) for each in (path,)))


def always(schema: Any, path: Path) -> Verdict:
    """Whether every valid instance has a path, given that its root is an object (or a list, if
    the path starts with an element).

    An empty list has the path of each of its elements. `no` carries an instance without the
    path; `yes` carries the keywords that see to it, and holds too where no instance is valid
    at all.
    """
    found = _ask(schema, [path], (lacking(each) for each in (path,)))
    if found.answer == "no":
        return Verdict("yes", None, found.excluded)
    return found._replace(answer="no") if found.answer == "yes" else found


def satisfiable(schema: Any, path: Path, test: Test, some: bool = False) -> Verdict:
    """Whether the value at a path can pass a test, together with the path being there.

    With `some`, one of the values is enough where the path goes through the elements of lists;
    the others only must be there. Otherwise all have to pass, and there must be one.
    """
    shape = _having_some if some else having
    return _ask(schema, [path], (shape(each, goal(test)) for each in (path,)))


def minimal(schema: Any, demands: Sequence[tuple[Path, Test | Absent]] = ()) -> Any | None:
    """A small instance that meets all demands, else none; see `together`.

    Only required properties are in it, with the smallest values. `exists`, of the empty path,
    tells an instance that is null from none.
    """
    return together(schema, demands).instance


def together(schema: Any, demands: Sequence[tuple[Path, Test | Absent]]) -> Verdict:
    """Whether an instance can meet all demands: every path is there and passes its test, or is
    missing where that is demanded."""
    goals = (
        lacking(path) if isinstance(test, Absent) else having(path, goal(test))
        for path, test in demands
    )
    return _ask(schema, [path for path, _ in demands], goals)


def conforming(schema: Any, goals: Sequence[Any]) -> Verdict:
    """Whether an instance satisfies further schemas, too, such as those of `holding`."""
    return _ask(schema, (), goals)


def holding(path: Path, inner: Any, *, some: bool = False, empty: bool = False) -> Any:
    """The schema of values that have a path to what an inner schema says.

    With `some`, one of the values is enough where the path goes through the elements of lists,
    as in `satisfiable`; with `empty`, such a list can be empty.
    """
    if some:
        return _having_some(path, inner)
    for step in reversed(path):
        inner = {"type": "array", "items": inner} if empty and step is EACH else _under(step, inner)
    return inner


def without(schema: Any, path: Path) -> Any | None:
    """A small instance that lacks a path, as late on the path as can be, else none."""
    return always(schema, path).instance if path else None


def goal(test: Test) -> Any:
    """A test as a schema for the value."""
    if isinstance(test, Equals):
        return {"const": test.value}
    if isinstance(test, OneOf):
        return {"enum": list(test.values)}
    if isinstance(test, Matches):
        from phaselint.javascript.texts import json_of

        write = test.text or json_of

        def accepts(value: Any) -> bool:
            return test.accepts(value if isinstance(value, str) else write(value))

        other = {"not": {"enum": list(test.refused)}} if test.refused else {}
        return {TEST: accepts, "examples": list(test.samples), **other}
    if isinstance(test, Typed):
        return {"type": test.type}
    if isinstance(test, Fractional):
        return {"type": "number", "not": {"type": "integer"}}
    if isinstance(test, There):
        return True
    return {"not": {"type": "null"}}


def having(path: Path, inner: Any) -> Any:
    """The schema of values that have a path, with an inner schema for the value there."""
    for step in reversed(path):
        inner = _under(step, inner)
    return inner


def _under(step: Step, inner: Any) -> Any:
    if isinstance(step, str):
        return {"type": "object", "required": [step], "properties": {step: inner}}
    if isinstance(step, Each):
        return {"type": "array", "minItems": 1, "items": inner}
    if not 0 <= step < ELEMENTS:
        return False
    first = [True] * step
    return {"type": "array", "minItems": step + 1, "prefixItems": [*first, inner]}


def _having_some(path: Path, inner: Any) -> Any:
    """As `having`, with one passing element in each list and the others as long as they are."""
    there: Any = True
    for step in reversed(path):
        if isinstance(step, Each):
            inner = {"type": "array", "items": there, "contains": inner}
            there = {"type": "array", "items": there}
        else:
            inner, there = _under(step, inner), _under(step, there)
    return inner


def lacking(path: Path) -> Any:
    """The schema of values that lack a path somewhere, the last step first."""
    inner: Any = False
    for place in range(len(path) - 1, -1, -1):
        step = path[place]
        kind = "object" if isinstance(step, str) else "array"
        options: list[Any] = []
        if isinstance(step, str):
            if inner is not False:
                options.append(_under(step, inner))
            options.append({"type": kind, "properties": {step: False}})
        elif isinstance(step, Each):
            options.append({"type": kind, "contains": inner})
        else:
            options += [_under(step, inner), {"type": kind, "maxItems": step}]
        if place:
            options.append({"type": [word for word in TYPES if word != kind]})
        inner = {"anyOf": options}
    return inner


def _ask(schema: Any, paths: Sequence[Path], goals: Iterable[Any]) -> Verdict:
    """Look for an instance of the schema and the goals, and judge it anew. Goals of paths that are
    too long are not made."""
    if any(len(path) >= LEVELS for path in paths):
        return Verdict("maybe", bound=f"the bound of {LEVELS} nested values")
    if any(isinstance(step, int) and step >= ELEMENTS for path in paths for step in path):
        return Verdict("maybe", bound=f"the bound of {ELEMENTS} elements")
    return _searched(schema, tuple(goals))


@pure
def _searched(schema: Any, goals: tuple[Any, ...]) -> Verdict:
    if (plain := object_of(schema, goals)) is not None:
        return plain
    book = Book(schema)
    found = solve(book, [*((goal, None) for goal in goals), (schema, ())])
    if found.answer == "no":
        return found
    if found.answer == "yes":
        fresh = Book(schema)
        judge = judge_of(fresh)
        if all(judge.says(part, found.instance) == "yes" for part in (schema, *goals)):
            return found
        fresh.spend(0)
        return Verdict("maybe", bound=fresh.bound)
    book.spend(0)
    return Verdict("maybe", bound=book.bound)
