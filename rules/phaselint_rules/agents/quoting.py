"""Quotes around values of headers that only one harness reads without them (reference §2.3)."""

from __future__ import annotations

import json
from itertools import islice

from phaselint.document.markdown import front_matter
from phaselint.document.yamlreader import read
from phaselint_rules.agents.listing import between

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Edit, Pointer

_COLLECTIONS = ("[", "{")

MOST = 500
"""The most strings of a header for which a fix is suggested: each is read as YAML on its own."""


def quoted(document: Document) -> tuple[Edit, ...]:
    """The edits that turn a header into YAML with the same meaning; None if quotes aren't
    enough."""
    texts = list(islice(_texts(document), MOST + 1))
    spans = [
        (start, end, _spelt(value))
        for start, end, value, flow in texts
        if not _is_itself(value, flow=flow)
    ]
    text, found = document.text, front_matter(document.text)
    if not spans or len(texts) > MOST or found is None:
        return ()
    parts: list[str] = []
    done = found.start
    for start, end, new in sorted(spans):
        parts += text[done:start], new
        done = end
    reading = read("".join([*parts, text[done : found.end]]))
    if reading.problems or not _agree(reading.value, document.value):
        return ()
    return tuple(between(document, start, end, new) for start, end, new in sorted(spans))


def _texts(document: Document) -> Iterator[tuple[int, int, str, bool]]:
    """The unquoted strings, each with whether it is between brackets."""
    waiting: list[tuple[Pointer, Any, bool]] = [((), document.value, False)]
    while waiting:
        pointer, value, flow = waiting.pop()
        start, end = document.offsets(pointer)
        text = document.text[start:end]
        if isinstance(value, str):
            if text == value:
                yield start, end, value, flow
            continue
        if isinstance(value, (dict, list)):
            within = flow or text.startswith(_COLLECTIONS)
            members = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*pointer, step), each, within) for step, each in members]


def _is_itself(value: str, *, flow: bool) -> bool:
    """Whether YAML reads an unquoted string as the value in the header."""
    reading = read(f"a: [{value}]\n" if flow else f"a: {value}\n")
    return not reading.problems and _agree(reading.value, {"a": [value] if flow else value})


def _spelt(value: str) -> str:
    """A string in quotes, without escapes if possible because older readers don't support them."""
    if '"' not in value and "\\" not in value and value.isprintable():
        return f'"{value}"'
    if value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    return json.dumps(value, ensure_ascii=False)


def _agree(read: Any, value: Any) -> bool:
    """Whether YAML reads the same values as the header. Numbers and booleans are strings to VS Code
    until they are used, and a missing value is an empty string."""
    waiting = [(read, value)]
    while waiting:
        ours, theirs = waiting.pop()
        if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
            waiting += ((each, theirs[key]) for key, each in ours.items())
        elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
            waiting += zip(ours, theirs, strict=True)
        elif isinstance(ours, (dict, list)) or isinstance(theirs, (dict, list)):
            return False
        if isinstance(ours, str) and ours != theirs:
            return False
        if ours is None and theirs:
            return False
    return True
