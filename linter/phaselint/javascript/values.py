"""What a value is: its type, and whether it counts as true."""

from __future__ import annotations

from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, Literal

    Type = Literal["null", "boolean", "number", "string", "array", "object", "function"]


class _Function:
    """What an inherited method is."""

    def __repr__(self) -> str:
        return "FUNCTION"


FUNCTION: Final = _Function()
"""The value of every inherited method; no document has one."""

_TYPES: Final[dict[type, Type]] = {
    type(None): "null",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
    _Function: "function",
}


def type_of(value: Any) -> Type:
    """What `typeof` says, but of null and lists `null` and `array`.

    Raises TypeError for what JavaScript has no value for.
    """
    found = _TYPES.get(type(value))
    if found is not None:
        return found
    if isinstance(value, Mapping):
        return "object"
    raise TypeError(f"not a value of JavaScript: {value!r}")


def is_truthy(value: Any) -> bool:
    """Whether a condition takes a value for true: every list and object, no NaN."""
    if isinstance(value, (list, Mapping)):
        return True
    return bool(value) and value == value  # noqa: PLR0124 - only NaN is not itself
