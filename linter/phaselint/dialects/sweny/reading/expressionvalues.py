"""Values of expressions (reference §11.4, "At run time"): strict and total, without coercion.

A field that is missing or does not fit its declared type, and values that have no order, make the
whole expression unknown, so a negation never turns them into true.
"""

from __future__ import annotations

from phaselint.dialects.shape import is_number
from phaselint.dialects.sweny.reading.expressions import (
    Compared,
    Exists,
    Joined,
    Literal,
    Not,
    Path,
)
from phaselint.javascript.values import type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Final

    from phaselint.dialects.sweny.reading.expressions import Expression

    Lookup = Callable[[tuple[str, tuple[str, ...]]], Any]

MISSING: Final = object()
"""What a field is that is not there."""

INVALID: Final = object()
"""What a field is whose value does not fit its declared type."""

_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}


class Undefined(Exception):
    """An expression that has no value; the text says why."""


def known(tree: Expression, at: Lookup) -> bool | None:
    """Whether an expression is true, none where it is unknown; `at` gives the value of a field,
    `MISSING` or `INVALID`."""
    try:
        return truth(tree, at)
    except Undefined:
        return None


def truth(tree: Expression, at: Lookup) -> bool:
    """Whether an expression is true. Raises Undefined where it is unknown."""
    if isinstance(tree, Joined):
        wanted = tree.sign == "||"
        return any(truth(part, at) for part in tree.parts) if wanted else _all(tree, at)
    if isinstance(tree, Not):
        return not truth(tree.inner, at)
    if isinstance(tree, Exists):
        value = _valid(tree.path, at)
        return value is not MISSING and value is not None
    if isinstance(tree, Compared):
        return _compared(tree, at)
    value = _value(tree, at)
    if not isinstance(value, bool):
        raise Undefined("a value is neither true nor false")
    return value


def _all(tree: Joined, at: Lookup) -> bool:
    return all(truth(part, at) for part in tree.parts)


def _value(tree: Expression, at: Lookup) -> Any:
    if isinstance(tree, Literal):
        return tree.value
    if isinstance(tree, Path):
        value = _valid(tree, at)
        if value is MISSING:
            raise Undefined(f"`{tree.text}` is missing")
        return value
    return truth(tree, at)


def _valid(path: Path, at: Lookup) -> Any:
    value = at((path.node, path.fields))
    if value is INVALID:
        raise Undefined(f"`{path.text}` doesn't match its declared type")
    return value


def _compared(tree: Compared, at: Lookup) -> bool:
    left, right = _value(tree.left, at), _value(tree.right, at)
    if tree.sign == "in":
        if not isinstance(right, (list, tuple)) or _is_collection(left):
            raise Undefined("`in` takes a value and a list")
        return any(type_of(left) == type_of(each) and left == each for each in right)
    if tree.sign in _ORDERS:
        numbers = is_number(left) and is_number(right)
        if not numbers and not (isinstance(left, str) and isinstance(right, str)):
            raise Undefined(f"`{tree.sign}` takes two numbers or two strings")
        return _ORDERS[tree.sign](left, right)
    if _is_collection(left) or _is_collection(right):
        raise Undefined(f"`{tree.sign}` doesn't take lists or mappings")
    return (type_of(left) == type_of(right) and left == right) == (tree.sign == "==")


def _is_collection(value: Any) -> bool:
    return isinstance(value, (list, tuple, dict))
