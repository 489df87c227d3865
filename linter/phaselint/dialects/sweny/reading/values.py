"""JSON values as JavaScript sees them: types, members, equality and text (reference §5.7).

No value here is copied or changed, and none is walked by recursion.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from phaselint.dialects.sweny.reading.javascript import in_key_order

_OBJECT_METHODS = (
    "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf"
    " __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__"
)
_ARRAY_METHODS = (
    "at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat"
    " flatMap forEach includes indexOf join keys lastIndexOf map pop push reduce reduceRight"
    " reverse shift slice some sort splice toReversed toSorted toSpliced unshift values with"
)
_OF_OBJECTS = frozenset(_OBJECT_METHODS.split())
_OF_ARRAYS = _OF_OBJECTS | frozenset(_ARRAY_METHODS.split())
_MOST_DIGITS = 21


class _Function:
    """What an inherited member is."""

    def __repr__(self) -> str:
        return "function"


FUNCTION: Final = _Function()
"""The value of every inherited method: a path ends there, and it has no JSON text."""

UNDEFINED: Final = "undefined"


def type_of(value: Any) -> str:
    """What `typeof` says, but `null` and `array` by their own names."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list):
        return "array"
    return "object" if isinstance(value, Mapping) else "function"


def has(value: Any, name: str) -> bool:
    """What `name in value` says of an object or an array: inherited members count."""
    if isinstance(value, list):
        return name in ("length", "__proto__") or name in _OF_ARRAYS
    return name in value or inherits(name)


def inherits(name: str) -> bool:
    """Whether every object has a member of this name."""
    return name == "__proto__" or name in _OF_OBJECTS


def member(value: Any, name: str) -> Any:
    """A member of an object or an array that has it."""
    if isinstance(value, list):
        if name == "length":
            return len(value)
        return [] if name == "__proto__" else FUNCTION
    if name in value:
        return value[name]
    return {} if name == "__proto__" else FUNCTION


def same(left: Any, right: Any) -> bool:
    """Deep equality: NaN equals NaN, 0 is not -0, 1 is not "1", the order of keys is no matter."""
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
            waiting += ((one[key], other[key]) for key in one)
        elif kind == "number":
            if not _same_number(as_number(one), as_number(other)):
                return False
        elif one != other:
            return False
    return True


def _same_number(one: float, other: float) -> bool:
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return one == other and math.copysign(1, one) == math.copysign(1, other)


def as_number(value: float) -> float:
    """A number with the precision of JavaScript."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def text(value: Any, indent: int = 0) -> str:
    """What `JSON.stringify` says of a value; of a function, `undefined`."""
    if value is FUNCTION:
        return UNDEFINED
    parts: list[str] = []
    waiting: list[Any] = [(value, 1)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        value, depth = item
        kind = type_of(value)
        if kind == "array":
            waiting += _list_parts(value, depth, indent)
        elif kind == "object":
            waiting += _object_parts(value, depth, indent)
        else:
            parts.append(_scalar(value, kind))
    return "".join(parts)


def _scalar(value: Any, kind: str) -> str:
    if kind == "number":
        return number_text(value)
    if kind == "string":
        return _quoted(value)
    if kind == "boolean":
        return "true" if value else "false"
    return "null"  # a function in a list is null, too


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def _list_parts(value: list[Any], depth: int, indent: int) -> list[Any]:
    """The parts of a list's text in reverse, values still to be written."""
    found: list[Any] = ["["]
    for item in value:
        found += ["," if len(found) > 1 else "", _line(depth, indent), (item, depth + 1)]
    found += [_line(depth - 1, indent) if value else "", "]"]
    return found[::-1]


def _object_parts(value: Mapping[str, Any], depth: int, indent: int) -> list[Any]:
    found: list[Any] = ["{"]
    for key, item in in_key_order(value).items():
        if item is FUNCTION:
            continue
        name = f"{_quoted(key)}:{' ' if indent else ''}"
        found += ["," if len(found) > 1 else "", _line(depth, indent), name, (item, depth + 1)]
    found += [_line(depth - 1, indent) if len(found) > 1 else "", "}"]
    return found[::-1]


def _line(depth: int, indent: int) -> str:
    return "\n" + " " * (depth * indent) if indent else ""


def number_text(value: float) -> str:
    """A number as JSON text: the shortest digits that read back as the same number."""
    number = as_number(value)
    if not math.isfinite(number):
        return "null"
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, power = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(power or 0)
    digits = (whole + fraction).rstrip("0")
    stripped = digits.lstrip("0")
    point -= len(digits) - len(stripped)
    return sign + _placed(stripped, point)


def _placed(digits: str, point: int) -> str:
    """Digits with the decimal point after so many of them, as ECMAScript writes a number."""
    if len(digits) <= point <= _MOST_DIGITS:
        return digits + "0" * (point - len(digits))
    if 0 < point <= _MOST_DIGITS:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{rest}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def length(string: str) -> int:
    """The length of a string in UTF-16 units."""
    return len(string) + sum(letter > "\uffff" for letter in string)


def cut(string: str, units: int) -> str:
    """The first units of a string; half a character at the end becomes a replacement."""
    if len(string) <= units // 2:
        return string
    return string.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "replace")
