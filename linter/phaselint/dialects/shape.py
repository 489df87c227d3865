"""Table-driven shape checks: what types, words and keys a document's value may have.

A dialect describes its files as data; one walk compares a value with the description and yields
problems at pointers. The rules of the dialect put them into words. A wrong type hides everything
below it, so one mistake is one problem. Conditions that a description can't express are checks (see
`checks`) on a value in which everything has its type.
"""

from __future__ import annotations

from itertools import filterfalse

from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Literal, Protocol

    from phaselint.vocabulary.finding import Pointer

    Kind = Literal[
        "string", "text", "boolean", "true", "number", "integer", "list", "mapping", "any"
    ]
    ProblemKind = Literal[
        "invalid-type",
        "invalid-enum",
        "missing-required-field",
        "unknown-field",
        "too-short",
        "too-small",
        "not-whole",
        "malformed",
        "conflict",
    ]

    class Check(Protocol):
        """Returns the problems of a value at a pointer."""

        def __call__(self, value: Any, pointer: Pointer, /) -> Iterable[Problem]: ...


HARD: frozenset[ProblemKind] = frozenset({"invalid-type", "invalid-enum", "missing-required-field"})
"""Problems that make a value unusable for its checks."""

NOUNS: Mapping[Kind, str] = {
    "string": "a string",
    "text": "a string",
    "boolean": "`true` or `false`",
    "true": "`true`",
    "number": "a number",
    "integer": "an integer",
    "list": "a list",
    "mapping": "a mapping",
}


class Shape(NamedTuple):
    """The possible values; a `text` is any single value, read without its type.

    `words` are the allowed values of a string. `items` describes each item of a list or, with
    `fields` absent, each value of a mapping. `fields` describes the known keys of a mapping; with
    `closed`, any other key is a problem. `required` keys must be present, `expected` ones should
    be: they differ in the severity a rule gives them. `checks` find further problems of a value
    without a hard problem in it. With `apart`, the problems with a mapping's value are unaffected
    by an edit of the other values, and those of a list by edits elsewhere: this holds for plain
    JSON, in which values aren't shared. With `texts`, every string that isn't empty is valid, and
    so is every value of the class `plain`.
    """

    kind: Kind
    words: tuple[str, ...] = ()
    items: Shape | None = None
    fields: Mapping[str, Shape] | None = None
    closed: bool = False
    required: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    apart: bool = False
    texts: bool = False
    plain: type | None = None


ANY = Shape("any", texts=True)
STRING = Shape("string", texts=True, plain=str)
BOOLEAN = Shape("boolean", plain=bool)
NUMBER = Shape("number", plain=int)
LIST = Shape("list", plain=list)
MAPPING = Shape("mapping", plain=dict)
STRINGS = Shape("list", items=STRING)


def words(*allowed: str) -> Shape:
    """A string that is one of the given words."""
    return Shape("string", words=allowed)


def record(
    fields: Mapping[str, Shape],
    *,
    closed: bool = False,
    required: tuple[str, ...] = (),
    expected: tuple[str, ...] = (),
    checks: tuple[Check, ...] = (),
) -> Shape:
    """A mapping with known keys."""
    return Shape(
        "mapping",
        fields=fields,
        closed=closed,
        required=required,
        expected=expected,
        checks=checks,
    )


class Problem(NamedTuple):
    """A place where a value doesn't match its shape.

    `wanted` is the expected value in words, for a `conflict` the condition that must hold; `names`
    are the allowed words, the known keys, the missing keys or those in conflict, depending on the
    kind. `found` is the word the user wrote. `grave` distinguishes missing required keys from
    missing expected ones. `merged`: the mapping contains a merge key, which might provide the
    missing ones. `union` is the pointer of the outermost value that matches none of its branches:
    the problem is then what keeps it from the nearest branch.
    """

    kind: ProblemKind
    pointer: Pointer
    wanted: str = ""
    names: tuple[str, ...] = ()
    found: str = ""
    grave: bool = True
    merged: bool = False
    union: Pointer | None = None

    @property
    def hard(self) -> bool:
        """Whether the surrounding value is unusable."""
        return self.kind in HARD or self.union is not None


def is_number(value: Any) -> bool:
    """Whether a value is a JSON number; a boolean isn't."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value: Any) -> bool:
    """Whether a value is an integer; as in JSON, `5.0` is one."""
    return is_number(value) and (isinstance(value, int) or value.is_integer())


def integer(value: Any) -> int | None:
    """An integer value as `int`, or None for any other value."""
    return int(value) if is_integer(value) else None


def string_at(value: Mapping[str, Any], key: str) -> str:
    """The string at a key, or an empty string for anything else."""
    found = value.get(key)
    return found if isinstance(found, str) else ""


def strings(value: Any) -> tuple[str, ...] | None:
    """A list of strings as a tuple, or None for anything else."""
    if not isinstance(value, list):
        return None
    for item in value:  # a loop takes half the time of `all`
        if not isinstance(item, str):
            return None
    return tuple(value)


TESTS: Mapping[Kind, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "text": lambda value: not isinstance(value, dict | list),
    "boolean": lambda value: isinstance(value, bool),
    "true": lambda value: value is True,
    "number": is_number,
    "integer": is_integer,
    "list": lambda value: isinstance(value, list),
    "mapping": lambda value: isinstance(value, dict),
    "any": lambda _: True,
}

CLASSES: Mapping[Kind, type] = {"string": str, "boolean": bool, "list": list, "mapping": dict}
"""The kinds determined by a class, which is looked up without a call."""


def problems(value: Any, shape: Shape, pointer: Pointer = ()) -> list[Problem]:
    """Compare a value with a shape; problems come in document order, outer ones first.

    The description is finite and a value is looked at no deeper than it, so shared (aliased)
    nodes cost what the description allows.
    """
    found: list[Problem] = []
    _compare(value, shape, pointer, found)
    return found


def _compare(value: Any, shape: Shape, pointer: Pointer, found: list[Problem]) -> None:
    """Add the problems of a value to `found`: this walk visits every node of every document, and a
    chain of generators would take several times as long."""
    kind, own = shape.kind, value.__class__
    if own is not CLASSES.get(kind) and not TESTS[kind](value):
        found.append(Problem("invalid-type", pointer, NOUNS[kind]))
    elif own is dict:
        _compare_mapping(value, shape, pointer, found)
    elif own is str:
        if shape.words and value not in shape.words:
            found.append(Problem("invalid-enum", pointer, names=shape.words, found=value))
    elif own is list and shape.items is not None:
        if shape.apart:
            found += _problems_of_items(value, shape.items, pointer)
        else:
            _compare_items(value, shape.items, pointer, found)
    if shape.checks and not (found and _meaningless(pointer, found)):
        for check in shape.checks:
            found += check(value, pointer)


def _compare_mapping(
    value: dict[str, Any], shape: Shape, pointer: Pointer, found: list[Problem]
) -> None:
    if shape.required or shape.expected:
        _note_missing(value, shape, pointer, found)
    fields = shape.fields
    if fields is None:
        if shape.items is not None and shape.apart:
            columns = ([*value], [*value.values()])
            for problems_of in _problems_of.each(columns, shape.items, pointer):
                found += problems_of
        elif shape.items is not None:
            for key, item in value.items():
                _compare(item, shape.items, (*pointer, key), found)
        return
    for key, item in value.items():
        known = fields.get(key)
        if known is None:
            if shape.closed:
                names = tuple(fields)
                found.append(Problem("unknown-field", (*pointer, key), names=names, found=key))
        elif known is ANY or known.plain is item.__class__:
            continue  # as most are
        elif not (known.texts and item.__class__ is str and item):
            _compare(item, known, (*pointer, key), found)


def _note_missing(
    value: dict[str, Any], shape: Shape, pointer: Pointer, found: list[Problem]
) -> None:
    for keys, grave in ((shape.required, True), (shape.expected, False)):
        missing = tuple(filterfalse(value.__contains__, keys))
        if missing:
            merged = "<<" in value
            found.append(
                Problem(
                    "missing-required-field", pointer, names=missing, grave=grave, merged=merged
                )
            )


def _compare_items(value: list[Any], shape: Shape, pointer: Pointer, found: list[Problem]) -> None:
    for index, item in enumerate(value):
        if shape.texts and item.__class__ is str and item:
            continue
        _compare(item, shape, (*pointer, index), found)


@pure
def _problems_of_items(value: list[Any], shape: Shape, pointer: Pointer) -> list[Problem]:
    found: list[Problem] = []
    _compare_items(value, shape, pointer, found)
    return found


@pure
def _problems_of(key: str, value: Any, shape: Shape, pointer: Pointer) -> list[Problem]:
    return _problems_apart(value, shape, (*pointer, key))


_problems_apart = pure(problems)


def _meaningless(pointer: Pointer, found: list[Problem]) -> bool:
    """Whether a value that was just looked at has a hard problem: its own come last."""
    depth = len(pointer)
    for problem in reversed(found):
        if problem.pointer[:depth] != pointer:
            return False
        if problem.hard:
            return True
    return False
