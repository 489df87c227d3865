"""Placeholders in bodies: where they are, and what they become (reference §2.4).

The text is read from left to right. A `{{` reaches to the next `}}`, over line breaks too; of the
`${…}` only those are looked at that start with one of our names, up to the next `}`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from phaselint.dialects.stud.model import Placeholder
from phaselint.dialects.stud.reading.texts import text_of
from phaselint.javascript.spaces import trim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.stud.model import Body, PlaceholderStyle
    from phaselint.document import Document

NAMESPACES = ("ctx", "stage", "env", "settings", "process")
"""The words that make a `${…}` worth a look."""

_OPENING = re.compile(rf"\{{\{{|\$\{{(?=\s*(?:{'|'.join(NAMESPACES)})(?!\w))", re.ASCII)
_WORD = frozenset("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
_FIRST = _WORD.difference("-0123456789")
_HEAD = r"(?a)\w+"
_DOLLAR = r"(?a)ctx\.(\w+)"
_REFERENCE = r"(?a)\$\{ctx\.(\w+)\}"

_HIDDEN = ("attempts", "host")
"""Reserved names that no placeholder leads to."""

_IDS = ("workflowRunId", "stageExecutionId")
_MOST_UNCLOSED = 1_000
"""How many openings without an end are placeholders: further ones have nothing to add."""

_LONGEST_INDEX = 18
"""The digits of an index that are told apart: no list is longer."""


@lru_cache(maxsize=64)  # a body is filled in whenever a run reaches its stage
def lex(text: str) -> tuple[Placeholder, ...]:
    """The placeholders of a string, in order; they do not overlap."""
    return tuple(_placeholders(text))


def placeholders_in(_document: Document, body: Body) -> tuple[Placeholder, ...]:
    """The placeholders of a body in a document; see `Document.derived`."""
    return lex(body.text)


def _placeholders(text: str) -> Iterator[Placeholder]:
    at = 0
    never: set[str] = set()  # closing braces that do not come any longer
    unclosed = 0
    while found := _OPENING.search(text, at):
        start, at = found.span()
        style: PlaceholderStyle = "braces" if found[0] == "{{" else "dollar"
        closing = "}}" if style == "braces" else "}"
        end = -1 if closing in never else text.find(closing, at)
        if end < 0:
            never.add(closing)
            unclosed += 1
            if unclosed <= _MOST_UNCLOSED:
                yield Placeholder(style, start, at, "", None, closed=False)
            continue
        raw = text[at:end]
        inner = trim(raw)
        path = _braces_path(inner) if style == "braces" else _dollar_path(raw)
        at = end + len(closing)
        yield Placeholder(style, start, at, inner, path, raw=raw)


def head(inner: str) -> str:
    """The word that the inside of a placeholder starts with; empty where it starts with none.
    Where there is a path, its first segment says more."""
    found = re.match(_HEAD, inner)
    return found[0] if found else ""


def addressable(placeholder: Placeholder) -> bool:
    """Whether a run puts a value in the place of a placeholder, be it an empty one."""
    path = placeholder.path
    if path is None or len(path) < 2:
        return False
    if path[0] == "stage":
        return len(path) == 2
    if path[0] != "ctx" or path[1] in _HIDDEN:
        return False
    if path[1] == "upstream":
        return len(path) > 3 and isinstance(path[2], int) and isinstance(path[3], str)
    return len(path) == 2 or path[1] not in _IDS


def render(
    text: str, ctx: Mapping[str, Any], stage_values: Mapping[str, Any], documented: bool
) -> str:
    """A body with the values of its placeholders.

    With `documented` both forms are substituted by the grammar; else the dollar form alone, as the
    reference does it. Whatever isn't an addressable path stays unchanged; a value that is absent is
    an empty text.
    """
    return rendered(text, ctx, stage_values, documented)[0]


def rendered(
    text: str, ctx: Mapping[str, Any], stage_values: Mapping[str, Any], documented: bool
) -> tuple[str, Mapping[str, str]]:
    """What `render` makes of a body, and the placeholders that it fills in, as written, with what
    is in the place of each."""
    find = _documented if documented else _as_reference
    pieces: list[str] = []
    filled: dict[str, str] = {}
    at = 0
    for start, end, value in find(text, ctx, stage_values):
        pieces += (text[at:start], value)
        filled[text[start:end]] = value
        at = end
    return "".join((*pieces, text[at:])), filled


def _documented(
    text: str, ctx: Mapping[str, Any], stage_values: Mapping[str, Any]
) -> Iterator[tuple[int, int, str]]:
    """The placeholders of the grammar: where they start and end, and what is in their place."""
    roots = {"ctx": dict(ctx), "stage": dict(stage_values)}
    for each in lex(text):
        if each.path is not None and addressable(each):
            yield each.start, each.end, text_of(_value(roots, each.path))


def _as_reference(
    text: str, ctx: Mapping[str, Any], _: Mapping[str, Any]
) -> Iterator[tuple[int, int, str]]:
    """The same of the reference engine."""
    for found in re.finditer(_REFERENCE, text):
        yield found.start(), found.end(), text_of(ctx.get(found[1]))


def _value(value: Any, path: tuple[str | int, ...]) -> Any:
    """What a path leads to; none where it has no target."""
    for step in path:
        if isinstance(value, list):
            number = int(step) if str(step).isdecimal() and len(str(step)) < _LONGEST_INDEX else -1
            value = value[number] if 0 <= number < len(value) else None
        else:
            value = value.get(str(step)) if isinstance(value, dict) else None
    return value


def _braces_path(inner: str) -> tuple[str | int, ...] | None:
    """The path that is written between braces: a name, then names behind dots and numbers in
    brackets; none for anything else. It is read without a pattern, since to compile one takes
    longer than to read a thousand placeholders."""
    path: list[str | int] = []
    for part in inner.split("."):
        name, *indexes = part.split("[")
        if not name or not _WORD.issuperset(name):
            return None
        path.append(name)
        for each in indexes:
            digits = each[:-1]
            if each[-1:] != "]" or not (digits.isascii() and digits.isdecimal()):
                return None
            path.append(_index(digits))
    named = len(path) > 1 and isinstance(path[1], str) and path[1][0] in _FIRST
    if inner[0] not in _FIRST or (path[0] in ("ctx", "stage") and not named):
        return None
    return tuple(path)


def _index(digits: str) -> int:
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) < _LONGEST_INDEX else 10**_LONGEST_INDEX


def _dollar_path(raw: str) -> tuple[str | int, ...] | None:
    found = re.fullmatch(_DOLLAR, raw)
    return ("ctx", found[1]) if found else None
