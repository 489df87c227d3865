"""Equality of values: of the same type and, member by member, of the same content.

The order of keys is no matter. The two functions differ only in what they say about numbers.
"""

from __future__ import annotations

from math import copysign

from phaselint.javascript.numbers import as_double
from phaselint.javascript.values import type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def equal(left: Any, right: Any) -> bool:
    """Compare numbers as `===` does: 0 is -0, and NaN is not NaN."""
    return _agree(left, right, lambda one, other: one == other)


def identical(left: Any, right: Any) -> bool:
    """Compare numbers as `Object.is` does: NaN is NaN, and 0 is not -0."""
    return _agree(left, right, _is)


def _is(one: float, other: float) -> bool:
    if one == other:
        return copysign(1, one) == copysign(1, other)
    return one != one and other != other  # noqa: PLR0124 - only NaN is not itself


def _agree(left: Any, right: Any, same_number: Callable[[float, float], bool]) -> bool:
    waiting = [(left, right)]
    while waiting:
        one, other = waiting.pop()
        kind = type_of(one)
        if kind != type_of(other):
            return False
        if kind == "array":
            if len(one) != len(other):
                return False
            waiting += zip(one, other, strict=True)
        elif kind == "object":
            if one.keys() != other.keys():
                return False
            waiting += ((item, other[key]) for key, item in one.items())
        elif kind == "number":
            if not same_number(as_double(one), as_double(other)):
                return False
        elif one != other:
            return False
    return True
