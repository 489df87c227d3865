"""Values as JSON has them: kinds, equality. Nothing here recurses."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


NULL, BOOLEAN, INTEGER, FRACTION, STRING, ARRAY, OBJECT = (1 << place for place in range(7))
NUMBER = INTEGER | FRACTION
EVERY = (1 << 7) - 1
"""A set of kinds is a bit set; a fraction is a number that is not whole."""

TYPES = {
    "null": NULL,
    "boolean": BOOLEAN,
    "integer": INTEGER,
    "number": NUMBER,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}
"""The words of `type`, and the kinds that each stands for."""

_KINDS = {
    type(None): NULL,
    bool: BOOLEAN,
    int: INTEGER,
    str: STRING,
    list: ARRAY,
    tuple: ARRAY,
    dict: OBJECT,
}


def kind(value: Any) -> int:
    """The kind of a value; 0 for what JSON does not have."""
    if type(value) is float:
        return INTEGER if value.is_integer() else FRACTION
    return _KINDS.get(type(value), 0)


def is_number(value: Any) -> bool:
    """Whether the value is a finite number."""
    if isinstance(value, float):
        return value - value == 0
    return isinstance(value, int) and not isinstance(value, bool)


def is_count(value: Any) -> bool:
    """Whether the value is an integer from 0, however it is written."""
    return is_number(value) and value >= 0 and value == int(value)


def kinds_of(written: Any) -> int | None:
    """Read the value of `type`; none when it is not one."""
    if isinstance(written, str):
        return TYPES.get(written)
    if not isinstance(written, list):
        return None
    kinds = 0
    for word in written:
        if not isinstance(word, str) or word not in TYPES:
            return None
        kinds |= TYPES[word]
    return kinds


def words(kinds: int) -> tuple[str, ...]:
    """The words of `type` for a set of kinds; `number` covers `integer`."""
    named = []
    for word, bits in TYPES.items():
        if word == "integer" and kinds & NUMBER == NUMBER:
            continue
        if bits & kinds == bits:
            named.append(word)
    return tuple(named)


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal as JSON: 1 is 1.0, true is not 1, key order is nothing."""
    waiting = [(left, right)]
    while waiting:
        a, b = waiting.pop()
        if kind(a) != kind(b):
            return False
        if isinstance(a, dict):
            if a.keys() != b.keys():
                return False
            waiting += ((value, b[name]) for name, value in a.items())
        elif isinstance(a, (list, tuple)):
            if len(a) != len(b):
                return False
            waiting += zip(a, b, strict=True)
        elif a != b:
            return False
    return True


def among(value: Any, values: list[Any] | tuple[Any, ...]) -> bool:
    """Whether the value equals one of these."""
    if not isinstance(value, (list, tuple, dict)):
        found = value in values
        if not found or isinstance(value, str):
            return found  # nothing but a string equals one
    return any(same(value, other) for other in values)
