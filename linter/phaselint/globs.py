"""Path patterns of the configuration (design §10), with the meaning they have in .gitignore.

A pattern without a slash matches a file or folder of that name at any depth; any other is
relative to the project root. `*` and `?` stop at a slash, `**` does not. Whatever matches a
folder also matches everything in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def compile_globs(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Make one test out of patterns: does a path below the project root match any of them?"""
    expressions = [_expression(pattern) for pattern in patterns]
    if not expressions:
        return lambda _path: False
    matches = re.compile("|".join(f"(?:{each})" for each in expressions)).fullmatch
    return lambda path: matches(path) is not None


def _expression(pattern: str) -> str:
    body = pattern.removeprefix("./")
    anchored = "/" in body.rstrip("/")
    body = body.strip("/")
    if body in ("", "."):
        return ".*"
    segments = [segment for segment in body.split("/") if segment not in ("", ".")]
    middle = "".join(_step(segment, last=False) for segment in segments[:-1])
    prefix = "" if anchored else "(?:.*/)?"
    return f"(?s:{prefix}{middle}{_step(segments[-1], last=True)}(?:/.*)?)"


def _step(segment: str, *, last: bool) -> str:
    if segment == "**":
        return ".*" if last else "(?:.*/)?"
    return _segment(segment) + ("" if last else "/")


def _segment(segment: str) -> str:
    parts: list[str] = []
    index = 0
    while index < len(segment):
        character = segment[index]
        index += 1
        if character == "*":
            # Neighbouring stars mean no more than one, and would make a failing match slow.
            if parts[-1:] != ["[^/]*"]:
                parts.append("[^/]*")
        elif character == "?":
            parts.append("[^/]")
        elif character == "[" and (end := _end_of_set(segment, index)) > 0:
            parts.append(_character_set(segment[index:end]))
            index = end + 1
        else:
            parts.append(re.escape(character))
    return "".join(parts)


def _end_of_set(segment: str, start: int) -> int:
    """Where the set that starts here is closed, or -1; a bracket in first place is a member."""
    first = start + (segment[start : start + 1] in ("!", "^"))
    return segment.find("]", first + 1)


def _character_set(body: str) -> str:
    negated = body[0] in "!^"
    members = re.sub(r"([\\\[\]^&~|])", r"\\\1", body[negated:])
    members = members.replace("--", r"-\-")  # two hyphens are reserved in Python's sets
    expression = f"(?!/)[{'^' if negated else ''}{members}]"
    try:
        re.compile(expression)
    except re.error:  # a range with its ends the wrong way round
        return re.escape(f"[{body}]")
    return expression
