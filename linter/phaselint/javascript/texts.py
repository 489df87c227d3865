"""Values written as text, by `String` and by `JSON.stringify`."""

from __future__ import annotations

from phaselint.javascript.members import in_key_order
from phaselint.javascript.numbers import number_json, number_text
from phaselint.javascript.units import FIRST_SURROGATE, LAST_SURROGATE, whole
from phaselint.javascript.values import FUNCTION, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

_WORDS = {None: "null", True: "true", False: "false"}
_OBJECT = "[object Object]"
_ESCAPES = str.maketrans(
    {
        **{chr(code): f"\\u{code:04x}" for code in range(0x20)},
        "\b": "\\b",
        "\t": "\\t",
        "\n": "\\n",
        "\f": "\\f",
        "\r": "\\r",
        '"': '\\"',
        "\\": "\\\\",
    }
)


def text_of(value: Any) -> str:
    """What `String(value)` says about a value without functions.

    The elements of a list are between commas, those of lists in it as well, and null is nothing
    there.
    """
    kind = type_of(value)
    return _elements(value) if kind == "array" else _plain(value, kind)


def _plain(value: Any, kind: str) -> str:
    if kind == "string":
        return str(value)
    if kind == "number":
        return number_text(value)
    return _OBJECT if kind == "object" else _WORDS[value]


def _elements(value: Sequence[Any]) -> str:
    parts: list[str] = []
    waiting: list[tuple[bool, Any]] = [(False, value)]  # whether it is a comma, else what value
    while waiting:
        comma, item = waiting.pop()
        kind = type_of(item)
        if comma:
            parts.append(",")
        elif kind == "array":
            listed = [part for each in item for part in ((True, None), (False, each))]
            waiting += listed[:0:-1]
        elif kind != "null":
            parts.append(_plain(item, kind))
    return "".join(parts)


def json_of(value: Any, indent: int = 0) -> str:
    """What `JSON.stringify(value, null, indent)` says about a value; of a function, `undefined`."""
    if value is FUNCTION:
        return "undefined"
    parts: list[str] = []
    waiting: list[str | tuple[Any, int]] = [(value, 1)]  # text, or a value and its depth
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
    if kind == "string":
        return quoted(value)
    if kind == "number":
        return number_json(value)
    return "null" if kind == "function" else _WORDS[value]


def quoted(text: str) -> str:
    """What `JSON.stringify` says about a string; a lone surrogate is written as an escape."""
    written = text.translate(_ESCAPES)
    try:
        written.encode()
    except UnicodeEncodeError:
        written = "".join(map(_escaped, whole(written)))
    return f'"{written}"'


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if FIRST_SURROGATE <= code <= LAST_SURROGATE else character


def _list_parts(value: Sequence[Any], depth: int, indent: int) -> list[str | tuple[Any, int]]:
    """The parts of a list's text, last one first."""
    found: list[str | tuple[Any, int]] = ["["]
    for item in value:
        found += ["," if len(found) > 1 else "", _line(depth, indent), (item, depth + 1)]
    found += [_line(depth - 1, indent) if value else "", "]"]
    return found[::-1]


def _object_parts(value: Mapping[str, Any], depth: int, indent: int) -> list[str | tuple[Any, int]]:
    """The parts of an object's text, last one first; functions are left out."""
    found: list[str | tuple[Any, int]] = ["{"]
    for key, item in in_key_order(value).items():
        if item is FUNCTION:
            continue
        name = f"{quoted(key)}:{' ' if indent else ''}"
        found += ["," if len(found) > 1 else "", _line(depth, indent), name, (item, depth + 1)]
    found += [_line(depth - 1, indent) if len(found) > 1 else "", "}"]
    return found[::-1]


def _line(depth: int, indent: int) -> str:
    return "\n" + " " * (depth * indent) if indent else ""
