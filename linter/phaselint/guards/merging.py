"""Hooks put into the JSON of a settings file, so every other character stays as it is."""

from __future__ import annotations

import json
import re

from phaselint.guards.settings import missing, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


def merged(text: str, wanted: Mapping[str, Any]) -> str:
    """Settings with the hooks of a block that they don't have yet; unchanged if they have all.

    Raises:
        ValueError: the text isn't a JSON mapping, or has something else where hooks are.
    """
    body = text[1:] if text.startswith("\ufeff") else text
    lead = text[: len(text) - len(body)]
    if not body.strip():
        return lead + told(wanted)
    settings = json.loads(body, object_pairs_hook=_unique)
    if not isinstance(settings, dict):
        raise ValueError("the settings must be a mapping")
    absent = [*missing(settings, wanted)]
    for key in wanted:
        if key != "hooks" and key not in settings:
            body, settings[key] = _added(body, (), key, wanted[key]), wanted[key]
    for event, entry in absent:
        if "hooks" not in settings:
            body, settings["hooks"] = _added(body, (), "hooks", {}), {}
        if event in settings["hooks"]:
            body = _added(body, ("hooks", event), None, entry)
        else:
            body = _added(body, ("hooks",), event, [entry])
        settings["hooks"].setdefault(event, []).append(entry)
    if json.loads(body) != settings:
        raise ValueError("the settings can't be changed in place")
    return lead + body


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("the settings have a key twice")
    return found


def _added(text: str, path: tuple[str, ...], key: str | None, value: Any) -> str:
    """JSON with a member put behind the last one of a container, in the style of the text."""
    start = _skip(text, 0)
    for name in path:
        start = _members(text, start)[0][name]
    _, last, close = _members(text, start)
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    depth = len(path) + 1
    body = json.dumps(value, ensure_ascii=False)
    member = body if key is None else f"{json.dumps(key, ensure_ascii=False)}: {body}"
    if last is None:
        inner = f"{newline}{unit * depth}{member}{newline}{unit * (depth - 1)}" if unit else member
        return text[: start + 1] + inner + text[close:]
    between = text[last[1] : close]
    on_lines = "\n" in text[start:close] and unit
    gap = f"{newline}{unit * depth}" if on_lines else " "
    tail = between if "\n" in between or not on_lines else newline + unit * (depth - 1)
    return f"{text[: last[1]]},{gap}{member}{tail}{text[close:]}"


def _unit(text: str) -> str:
    """The indentation of one level; empty for JSON on one line."""
    found = re.search(r"\n([ \t]+)\S", text)
    if found:
        return found[1]
    return "  " if "\n" in text.strip() or text.strip() in ("{}", "{ }") else ""


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None, "it matches the empty string"
    return found.end()


def _members(text: str, start: int) -> tuple[dict[str, int], tuple[int, int] | None, int]:
    """The values of a container by their keys, the span of its last member, and where it closes."""
    places: dict[str, int] = {}
    last: tuple[int, int] | None = None
    at = _skip(text, start + 1)
    while text[at] not in "}]":
        begin = at
        if text[start] == "{":
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
            places[key] = at
        _, at = _DECODER.raw_decode(text, at)
        last = (begin, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return places, last, at
