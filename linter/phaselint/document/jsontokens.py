"""A scanner of JSON that keeps positions; it runs only when a place is asked for (core D.2)."""

from __future__ import annotations

import json
import re
from array import array

from phaselint.document.positions import Nodes, Positions
from phaselint.document.record import END, END_SHIFT, MAPPING, SCALAR, SEQUENCE, START_SHIFT, Record
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

STRING, OPEN, CLOSE, _, WORD = range(1, 6)
"""Kinds of tokens: the groups of the pattern; nobody asks for signs."""

_TOKEN = r'(?s)("[^"\\]*(?:\\.[^"\\]*)*+")|([\[{])|([\]}])|([:,])|([^\s\[\]{}:,"]+)'

_NODE = re.compile(
    r'(?s)[\s,]*(?:("[^"\\]*(?:\\.[^"\\]*)*+")(\s*:)?|([^\s\[\]{}:,"]+)|(\{)|(\[)|([\]}]))'
)
_TEXT, _KEY, _WORD, _OBJECT, _LIST, _CLOSED = range(1, 7)
"""A node, or the end of one, with what is before it, since to look for it takes longer than to
pass over that; a string that a colon follows is a key."""

_MARKS = (0, SCALAR, SCALAR, SCALAR, MAPPING, SEQUENCE, END)
"""What is noted of each."""


class Token(NamedTuple):
    """A word or sign of JSON and where it stands."""

    kind: int
    start: int
    end: int


class Scan(NamedTuple):
    """The nodes of a string, and the marks of each duplicate key: (the first one, this one)."""

    positions: Positions
    duplicates: tuple[tuple[int, int], ...]


def tokens(text: str) -> Iterator[Token]:
    """Give the tokens of a string; what isn't a token of JSON is left out."""
    for found in re.finditer(_TOKEN, text):
        kind = found.lastindex or WORD
        yield Token(kind, *found.span(kind))


def scan(text: str) -> Scan:
    """Note the position of every node of a valid JSON text.

    A pointer leads to the last of several keys with one name. This runs for every document with
    a finding, so it is one loop: a call for each token takes as long as all the rest.
    """
    marks = array("Q")
    children: dict[int, dict[str | int, tuple[int, int]]] = {}
    ends: dict[int, int] = {}
    duplicates: list[tuple[int, int]] = []
    firsts: dict[tuple[int, str], int] = {}
    around: list[int] = []  # the collections that are open
    held: dict[str | int, tuple[int, int]] = {}  # what the innermost has so far
    key, name = -1, ""  # of the value that comes next, in an object
    for found in _NODE.finditer(text):
        group = found.lastindex or _TEXT
        start, end = found.span(_TEXT if group == _KEY else group)
        node = len(marks)
        marks.append(start << START_SHIFT | end << END_SHIFT | _MARKS[group])
        if group == _CLOSED:
            ends[around.pop()] = end
            held = children[around[-1]] if around else {}
            continue
        if group == _KEY:
            key, name = node, text[start + 1 : end - 1]
            if "\\" in name:
                name = json.loads(text[start:end])
            if name in held:
                duplicates.append((firsts.setdefault((around[-1], name), held[name][0]), node))
            continue
        if key >= 0:
            held[name] = (key, node)
            key = -1
        elif around:
            held[len(held)] = (node, node)
        if group > _WORD:
            around.append(node)
            held = children[node] = {}
    positions = Positions(Record(marks, ()), lambda: Nodes(children, ends))
    return Scan(positions, tuple(duplicates))


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
