"""JSON values as the reference's JavaScript reads and writes them (reference §4.3, §4.6)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, final

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST_WHOLE = 1e21
_METACHARACTERS = ";|&<>"
_HARMLESS = str.maketrans(_METACHARACTERS, "；｜＆＜＞")
_FENCE = re.compile(r"```(?:json)?[ \t]*\n(.*?)```", re.DOTALL)


@final
class _Absent:
    """What a path leads to where there is nothing, which is not null."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()


def at(value: Any, path: str) -> Any:
    """The value at a dotted path, ABSENT where it does not lead through objects."""
    for name in path.split("."):
        if not isinstance(value, Mapping) or name not in value:
            return ABSENT
        value = value[name]
    return value


def last_segment(path: str) -> str:
    """The name under which a path's value is handed off."""
    return path.rpartition(".")[2]


def text_of(value: Any) -> str:
    """What `String(value)` says."""
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return _number(value)
    return _list(value) if isinstance(value, list) else "[object Object]"


def _list(value: Sequence[Any]) -> str:
    """The members of a list with commas between them, those of lists in it as well."""
    parts: list[str] = []
    waiting: list[Any] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            parts.append(item[0])
        elif isinstance(item, list):
            for place in range(len(item) - 1, -1, -1):
                waiting += (item[place], (",",)) if place else (item[place],)
        elif item is not None:
            parts.append(text_of(item))
    return "".join(parts)


def _number(value: float) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < _LONGEST_WHOLE:
        return str(int(value))
    if isinstance(value, int) and abs(value) < _LONGEST_WHOLE:
        return str(value)
    try:
        text = repr(float(value))
    except OverflowError:
        text = "inf" if value > 0 else "-inf"
    return re.sub(r"(e[+-])0+", r"\1", text.replace("inf", "Infinity").replace("nan", "NaN"))


def truthy(value: Any) -> bool:
    """Whether JavaScript takes a value for true: empty objects and lists as well."""
    return isinstance(value, (dict, list)) or bool(value)


def unsafe(text: str) -> bool:
    """Whether the prompt library takes a variable's value for shell code."""
    return any(letter in text for letter in _METACHARACTERS)


def harmless(text: str) -> str:
    """A text with full-width forms of what `unsafe` objects to."""
    return text.translate(_HARMLESS)


def object_in(prose: str) -> Mapping[str, Any] | None:
    """The JSON object fished out of prose: the whole text if it starts with a brace, else the
    first fenced block, else the rest from the first brace that parses (reference §4.4)."""
    text = prose.strip()
    if text.startswith("{"):
        return parsed(text)
    fenced = _FENCE.search(text)
    if fenced is not None:
        return parsed(fenced[1])
    return _tail(text) if text.endswith("}") else None


def _tail(text: str) -> Mapping[str, Any] | None:
    from json import JSONDecoder

    decode = JSONDecoder().raw_decode
    start = text.find("{")
    while start >= 0:
        try:
            found, end = decode(text, start)
        except (ValueError, RecursionError):
            end = -1
        if end == len(text):
            return found  # type: ignore[no-any-return]  # what starts with a brace is an object
        start = text.find("{", start + 1)
    return None


def parsed(text: str) -> Mapping[str, Any] | None:
    """The JSON object that a text is, if it is one."""
    import json

    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
