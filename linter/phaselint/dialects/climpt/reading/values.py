"""Paths into answers, strings that prompts accept, objects in prose (reference §4.3 to §4.6)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from phaselint.javascript.spaces import trim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final


_METACHARACTERS = ";|&<>"
_HARMLESS = str.maketrans(_METACHARACTERS, "；｜＆＜＞")
_FENCE = r"(?s)```(?:json)?\s*\n?(.*?)\n?```"


class _Absent:
    """The value at a path that doesn't exist, which isn't null."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()


def at(value: Any, path: str) -> Any:
    """The value at a dotted path, ABSENT if it doesn't lead through objects."""
    for name in path.split("."):
        if not isinstance(value, Mapping) or name not in value:
            return ABSENT
        value = value[name]
    return value


def path_of(text: str) -> tuple[str, ...]:
    """A dotted path as steps into an answer or its schema."""
    return tuple(text.split("."))


def last_segment(path: str) -> str:
    """The name under which a path's value is handed off."""
    return path.rpartition(".")[2]


def unsafe(text: str) -> bool:
    """Whether the prompt library treats a variable's value as shell code."""
    return any(letter in text for letter in _METACHARACTERS)


def harmless(text: str) -> str:
    """A string with full-width forms of what `unsafe` rejects."""
    return text.translate(_HARMLESS)


def object_in(prose: str) -> Mapping[str, Any] | list[Any] | None:
    """The JSON value found in prose: the whole text if it starts with a brace, else the first
    fenced block, else the rest of the text from the first brace after the first letter that parses
    (reference §4.4)."""
    text = trim(prose)
    found = parsed(text) if text.startswith("{") else None
    if found is None and "```" in text and (fenced := re.search(_FENCE, text)) is not None:
        found = parsed(trim(fenced[1]))
    return _tail(text) if found is None else found


def _tail(text: str) -> Mapping[str, Any] | None:
    if not text.endswith("}"):
        return None
    from json import JSONDecoder

    decode = JSONDecoder(parse_constant=_refused).raw_decode
    start = text.find("{", 1)
    while start >= 0:
        try:
            found, end = decode(text, start)
        except (ValueError, RecursionError):
            end = -1
        if end == len(text):
            return found  # type: ignore[no-any-return]  # what starts with a brace is an object
        start = text.find("{", start + 1)
    return None


def parsed(text: str) -> Mapping[str, Any] | list[Any] | None:
    """The JSON object or list in a string, if it is one."""
    import json

    try:
        found = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, (dict, list)) else None


def _refused(word: str) -> Any:
    """Numbers that JavaScript does not read."""
    raise ValueError(word)
