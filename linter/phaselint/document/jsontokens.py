"""A scanner of JSON that keeps positions; it runs only when a place is asked for (core D.2)."""

from __future__ import annotations

import json
import re
from array import array
from typing import TYPE_CHECKING

from phaselint.document.positions import (
    END,
    END_SHIFT,
    MAPPING,
    SCALAR,
    SEQUENCE,
    START_SHIFT,
    Record,
)
from phaselint.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

STRING, OPEN, CLOSE, SIGN, WORD = range(1, 6)
"""Kinds of tokens: the groups of the pattern."""

_TOKEN = re.compile(
    r'("[^"\\]*(?:\\.[^"\\]*)*")|([\[{])|([\]}])|([:,])|([^\s\[\]{}:,"]+)', re.DOTALL
)


class Token(NamedTuple):
    """A word or sign of JSON and where it stands."""

    kind: int
    start: int
    end: int


class Scan(NamedTuple):
    """The record of a text, and the marks of each duplicate key: (the first one, this one)."""

    record: Record
    duplicates: tuple[tuple[int, int], ...]


def tokens(text: str) -> Iterator[Token]:
    """Give the tokens of a text; what is no token of JSON is left out."""
    for found in _TOKEN.finditer(text):
        kind = found.lastindex or WORD
        yield Token(kind, *found.span(kind))


def scan(text: str) -> Scan:
    """Note the position of every node of a valid JSON text.

    Of keys with the same name the last one is the one that a pointer leads to.
    """
    marks = array("Q")
    names: list[str] = []
    duplicates: list[tuple[int, int]] = []
    objects: list[dict[str, int] | None] = []  # per open collection: an object's keys so far
    key_next = False
    for kind, start, end in tokens(text):
        if kind == SIGN:
            key_next = text[start] == "," and objects[-1] is not None
            continue
        if kind == OPEN:
            is_object = text[start] == "{"
            objects.append({} if is_object else None)
            marks.append(_mark(start, end, MAPPING if is_object else SEQUENCE))
            key_next = is_object
            continue
        if kind == CLOSE:
            objects.pop()
            marks.append(_mark(start, end, END))
        else:
            keys = objects[-1] if objects else None
            if key_next and keys is not None:
                name = json.loads(text[start:end])
                names.append(name)
                if name in keys:
                    duplicates.append((keys[name], len(marks)))
                keys.setdefault(name, len(marks))
            marks.append(_mark(start, end, SCALAR))
        key_next = False
    return Scan(Record(marks, names), tuple(duplicates))


def _mark(start: int, end: int, kind: int) -> int:
    return start << START_SHIFT | end << END_SHIFT | kind


def innermost_open(text: str, end: int) -> int | None:
    """Give the place of the last bracket before `end` that is not closed there."""
    opened: list[int] = []
    for token in tokens(text[:end]):
        if token.kind == OPEN:
            opened.append(token.start)
        elif token.kind == CLOSE and opened:
            opened.pop()
    return opened[-1] if opened else None


def first_deeper_than(text: str, limit: int) -> int | None:
    """Give the place of the first bracket inside `limit` others."""
    depth = 0
    for token in tokens(text):
        if token.kind == OPEN:
            depth += 1
            if depth > limit:
                return token.start
        elif token.kind == CLOSE:
            depth -= 1
    return None


def first_node_over(text: str, limit: int) -> int | None:
    """Give the place of the first key or value after `limit` others."""
    count = 0
    for token in tokens(text):
        if token.kind in (STRING, OPEN, WORD):
            count += 1
            if count > limit:
                return token.start
    return None
