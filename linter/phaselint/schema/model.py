"""The questions to a JSON Schema, and what the answers look like (core E.2).

A schema is plain data: a mapping or a boolean, as JSON or YAML gives it. Answers are
three-valued and sound: `no` only when surely no, `yes` only with an instance, else `maybe`.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, Literal

    from phaselint.vocabulary.message import Message

    Answer = Literal["yes", "no", "maybe"]
    Draft = Literal["2020-12", "draft-07"]
    Part = Literal["key", "value"]

SchemaPointer = tuple[str | int, ...]

STEPS: Final = 5_000
"""How many schemas a question looks at before it is answered with `maybe`."""

LEVELS: Final = 32
"""How many levels of nesting a question goes down."""

ELEMENTS: Final = 64
"""How many elements of a list, or properties of an object, an instance is given."""


class Each:
    """The step that means every element of the list here; there is one, `EACH`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "EACH"


EACH: Final = Each()

Step = str | int | Each
Path = tuple[Step, ...]


class Verdict(NamedTuple):
    """An answer with its witness.

    `yes` carries an `instance` (which may be null). `no` carries the pointers into the schema
    that together exclude it, in the order in which they were met; there are none when only an
    endless nesting would do. `maybe` names the `bound` that was hit, if one was.
    """

    answer: Answer
    instance: Any = None
    excluded: tuple[SchemaPointer, ...] = ()
    bound: str = ""


class Equals(NamedTuple):
    """The value is this one, as JSON has it: 1 is 1.0, true is not 1, key order is nothing."""

    value: Any


class OneOf(NamedTuple):
    """The value is one of these, in the sense of `Equals`."""

    values: tuple[Any, ...]


class Matches(NamedTuple):
    """The text of the value is accepted. `samples` are strings worth trying; `text` writes a
    value that is not a string, by default as compact JSON. `refused` are strings that are not
    accepted: where a pattern should hold as well, another string is looked for."""

    accepts: Callable[[str], bool]
    samples: tuple[str, ...] = ()
    text: Callable[[Any], str] | None = None
    refused: tuple[str, ...] = ()


class Present(NamedTuple):
    """There is a value, and it is not null."""


class There(NamedTuple):
    """There is a value, be it null."""


class Absent(NamedTuple):
    """There is nothing: no test of a value, but a demand next to such tests."""


class Typed(NamedTuple):
    """The value is of this JSON type."""

    type: str


class Fractional(NamedTuple):
    """The value is a number that is not whole."""


class Reason(NamedTuple):
    """Why nothing satisfies schemas.

    `path` leads to a value that every instance must have and that nothing satisfies; empty where
    it is the instance itself. `excluded` are the pointers of the keywords that together see to
    it; there are none when it would have to contain itself. `demanded` is where the value is
    required, if that is written.
    """

    path: tuple[str, ...] = ()
    excluded: tuple[SchemaPointer, ...] = ()
    demanded: SchemaPointer | None = None


Test = Equals | OneOf | Matches | Present | There | Typed | Fractional


class Conflict(NamedTuple):
    """A step that the written types make impossible: the `step`'s place in the path, the types
    that are `written` and the keyword that does."""

    step: int
    written: tuple[str, ...]
    pointer: SchemaPointer


class Declared(NamedTuple):
    """What is written about a path, whether or not it decides anything.

    `pointers` are where the last step is declared; empty when some step is not. `missing` is
    the place of the first step that is not declared, none if all are. `optional` are the places
    of the names that are declared but not required where they stand. `names` are the declared
    properties next to the missing step, else next to the last name, in the order of writing.
    `closed` is the keyword that forbids undeclared names there. `unknown` tells that a
    reference could not be followed, so more may be declared than is seen.
    """

    pointers: tuple[SchemaPointer, ...] = ()
    missing: int | None = None
    optional: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    closed: SchemaPointer | None = None
    conflict: Conflict | None = None
    unknown: bool = False


class Fault(NamedTuple):
    """A place where a schema is not a schema: what was `expected`, what was `found`. The `part` is
    the key where that, and not what it leads to, is at fault."""

    pointer: SchemaPointer
    message: Message
    expected: str
    found: str
    part: Part = "value"
