"""The parts of an expression, as a flat list in postfix order.

Each part follows its own parts, so every question is one pass with a stack (`fold`) and no
depth of nesting is too much. `start` and `end` count units of the source.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal, TypeVar

    from phaselint.patterns.charset import Charset

    Value = TypeVar("Value")


class Atom(NamedTuple):
    """One unit out of a set."""

    start: int
    end: int
    accepts: Charset


class Anchor(NamedTuple):
    """A place: the start, the end, a word boundary or none."""

    start: int
    end: int
    sign: Literal["^", "$", "b", "B"]


class Reference(NamedTuple):
    """What a group matched, again."""

    start: int
    end: int
    group: int


class Sequence(NamedTuple):
    """`size` parts, one after the other."""

    start: int
    end: int
    size: int


class Choice(NamedTuple):
    """One of `size` parts."""

    start: int
    end: int
    size: int


class Group(NamedTuple):
    """A part in parentheses; `number` is 0 when it is not captured."""

    start: int
    end: int
    number: int


class Look(NamedTuple):
    """A part that must match, or must not, after this place or before it."""

    start: int
    end: int
    ahead: bool
    negative: bool


class Repeat(NamedTuple):
    """A part `low` to `high` times; without a bound `high` is `None`."""

    start: int
    end: int
    low: int
    high: int | None
    lazy: bool


Part = Atom | Anchor | Reference | Sequence | Choice | Group | Look | Repeat


class Syntax(NamedTuple):
    """A whole expression: its source in units, its parts, how many groups it captures."""

    source: str
    parts: tuple[Part, ...]
    groups: int


def arity(part: Part) -> int:
    """Tell how many parts directly before this one, each with all of its own, belong to it."""
    if isinstance(part, (Sequence, Choice)):
        return part.size
    return 1 if isinstance(part, (Group, Look, Repeat)) else 0


def fold(syntax: Syntax, combine: Callable[[Part, list[Value]], Value]) -> Value:
    """Compute a value from the inside out; `combine` gets a part and the values of its parts."""
    values: list[Value] = []
    for part in syntax.parts:
        first = len(values) - arity(part)
        values[first:] = [combine(part, values[first:])]
    return values[0]
