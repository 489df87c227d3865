"""What a plain scalar means: the YAML 1.2 core schema (YAML 1.2.2 §10.3).

The Node runtimes of these contracts read it so: `yes`, `on`, `1:30` and dates are strings.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

WORDS: dict[str, bool | float | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((s + w for s in ("", "+") for w in (".inf", ".Inf", ".INF")), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
"""The plain scalars that stand for something other than a string or a finite number."""

NUMBER_STARTS = frozenset("+-.0123456789")

_IN_FLOATS = frozenset("+-.0123456789eE")
"""Of these alone Python makes the same numbers as YAML."""

_RADIXES = ("0o", "0x")
_RADIX = r"0o[0-7]+|0x[0-9a-fA-F]+"

_LONGEST_INTEGER = 3_000  # Python refuses to print integers of more than 4,300 decimal digits


def resolve(text: str) -> Any:
    """Give the value of a plain scalar: a string, number, truth value or none."""
    if _is_digits(text):  # as most are that aren't text
        return integer(text)
    if text in WORDS:
        return WORDS[text]
    return _number(text) if text[0] in NUMBER_STARTS else text


def _number(text: str) -> str | int | float:
    if text[0] in "+-" and _is_digits(text[1:]):
        return integer(text)
    if _IN_FLOATS.issuperset(text):
        try:
            return float(text)
        except ValueError:
            return text
    if text.startswith(_RADIXES) and re.fullmatch(_RADIX, text):
        base = 16 if text[1] == "x" else 8
        return int(text[2:], base) if len(text) <= _LONGEST_INTEGER else float("inf")
    return text


def _is_digits(text: str) -> bool:
    """Whether a string is digits of ASCII, at least one."""
    return text.isdigit() and text.isascii()


def integer(text: str) -> int | float:
    """Read a decimal integer; one that no runtime can hold exactly or print is a float."""
    return int(text) if len(text) <= _LONGEST_INTEGER else float(text)


def tagged(tag: str, text: str) -> Any:
    """Give the value of a scalar with a core tag (`str`, `int`, `float`, `bool`, `null`).

    Raises ValueError when the text is not of that type.
    """
    value = resolve(text)
    if not _TYPES[tag](value):
        raise ValueError(text)
    if tag == "str":
        return text
    return float(value) if tag == "float" else value


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_TYPES: dict[str, Callable[[Any], bool]] = {
    "str": lambda _: True,
    "int": _is_integer,
    "float": lambda value: isinstance(value, float) or _is_integer(value),
    "bool": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}

SCALAR_TAGS = frozenset(_TYPES)
