"""Where the reference's YAML reader refuses text that ours reads (reference §2.1, first table).

It compares columns: the content of a block collection must be indented deeper than the
collection, on every line, even inside quotes and brackets.
"""

from __future__ import annotations

import re

from phaselint.document.model import Document, Problem
from phaselint.document.reader import read_text
from phaselint.document.record import (
    END,
    END_MASK,
    END_SHIFT,
    KIND_MASK,
    MAPPING,
    START_SHIFT,
    properties_end,
)
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.document.positions import Positions

    Event = tuple[int, int, int]

_BLANKS = " \t\r\n"
_OF_HEADERS = "-+0123456789"
_DEEPER = "indent the line further than the key that holds the value"
_ALONE = " \t\r\n,[]{}"
_TOLD = "'\"|>-&!"
_LONE_CR = r"\r(?!\n)"
LONE_RETURN = "\x85"
"""What stands for a carriage return that ends no line."""


def without_lone_returns(text: str) -> str:
    """Text as the reference splits it into lines: a lone carriage return is ordinary text, so
    another character without meaning takes its place here."""
    return re.sub(_LONE_CR, LONE_RETURN, text) if "\r" in text else text


def as_read(document: Document) -> Document:
    """A YAML document as the reference reads it (see `without_lone_returns`). Its text stays the
    file's own, in which lines end where everybody else counts them."""
    text = without_lone_returns(document.text)
    if text == document.text:
        return document
    read = read_text(document.path, text)
    return Document(
        document.path,
        document.format,
        document.text,
        value=read.value,
        problems=read.problems,
        locate=lambda: read.positions,
        bom=document.bom,
    )


def refused(document: Document) -> Problem | None:
    """The first thing in a YAML document, readable to us, that the reference does not parse."""
    text = without_lone_returns(document.text)
    positions = document.positions
    if positions is None or not is_worth_a_look(text):
        return None
    return next(_departures(text, positions), None)


def is_worth_a_look(text: str) -> bool:
    """Whether there is any quote, bracket or header of a block that could be refused."""
    return any(mark in text for mark in "\"'[{|>#")


class _Holder(NamedTuple):
    """The context of an event: the column of the block collection around it, -1 for the document,
    and the start of the outermost flow collection around it, -1 if there is none."""

    column: int
    flow: int


def _departures(text: str, positions: Positions) -> Iterator[Problem]:
    """All departures. Almost no event can be a departure: the context of an event, and the possible
    departures, are computed only if it can."""
    yield from _glued_comments(text, positions)
    marks, base = positions.marks, positions.base
    events: Sequence[Event] = ()
    around: list[int] = []  # the collections that are open
    for number, mark in enumerate(marks):
        kind = mark & KIND_MASK
        if MAPPING <= kind < END:
            around.append(number)
            continue
        start, end = (mark >> START_SHIFT) + base, (mark >> END_SHIFT & END_MASK) + base
        if kind == END:
            opened = around.pop()
            begin = (marks[opened] >> START_SHIFT) + base
            if start < end and text.find("\n", begin, end) >= 0:
                events = events or positions.events()
                outside = _holder(text, events, around)
                if outside.flow < 0 <= _within(text, events, opened, outside).flow:
                    yield from _shallow_flow(text, begin, end, outside.column)
        elif text[start : start + 1] in _TOLD and _may_depart(text, start, end):
            events = events or positions.events()
            yield from _scalar(text, start, end, _holder(text, events, around))


def _may_depart(text: str, start: int, end: int) -> bool:
    """Whether a scalar that begins with one of `_TOLD` can be refused, whatever holds it."""
    first = text[start : start + 1]
    if first in ("'", '"'):
        return text.find("\n", start, end) >= 0
    return first not in ("|", ">") or _has_glued_header(text, start, end)


def _has_glued_header(text: str, start: int, end: int) -> bool:
    """Whether a comment begins right behind the header of a block text that begins there."""
    at = text.find("#", start, end)
    return at >= 0 and not text[start + 1 : at].strip(_OF_HEADERS)


def _holder(text: str, events: Sequence[Event], around: Sequence[int]) -> _Holder:
    """The context of an event inside some collections, outer ones first."""
    holder = _Holder(-1, -1)
    for number in around:
        holder = _within(text, events, number, holder)
    return holder


def _glued_at(text: str) -> list[int]:
    """Where a `#` stands right behind something else."""
    glued: list[int] = []
    at = text.find("#", 1)
    while at > 0:
        # Of two together the first begins the comment.
        if text[at - 1] not in _BLANKS and (not glued or glued[-1] != at - 1):
            glued.append(at)
        at = text.find("#", at + 1)
    return glued


def _glued_comments(text: str, positions: Positions) -> Iterator[Problem]:
    """Comments that begin right behind something else."""
    glued = _glued_at(text)
    if not glued:
        return
    from bisect import bisect_right

    spans = [(0, 0), *((start, end) for start, end, _ in positions.events() if end > start)]
    starts = [start for start, _ in spans]
    for at in glued:
        end = spans[bisect_right(starts, at) - 1][1]
        line = text.rfind("\n", 0, at) + 1
        if end <= at and text.find("#", max(end, line), at) < 0:
            yield _glued(at)


def _glued(at: int) -> Problem:
    message = "a blank is missing before this comment"
    return Problem("syntax-error", message, at, at + 1, "put a blank before `#`")


def _within(text: str, events: Sequence[Event], number: int, holder: _Holder) -> _Holder:
    """The context of the members of a collection."""
    start, end, kind = events[number]
    if end > start and text[end - 1] in "[{":
        return _Holder(holder.column, end - 1 if holder.flow < 0 else holder.flow)
    first = start
    if text[start : start + 1] in ("&", "!"):  # the anchor or tag might be on another line
        first = events[number + 1][0] if kind == MAPPING else properties_end(text, start)
    return _Holder(first - (text.rfind("\n", 0, first) + 1), -1)


def _scalar(text: str, start: int, end: int, holder: _Holder) -> Iterator[Problem]:
    written = text[start:end]
    begin = min(properties_end(text, start), end)
    first = text[begin : begin + 1]
    if first in ("'", '"') and "\n" in written:
        yield from _shallow_quote(text, begin, end, holder.column)
    elif first in ("|", ">") and holder.flow < 0 and _has_glued_header(text, begin, end):
        yield _glued(text.index("#", begin))
    elif first == "-" and holder.flow >= 0 and text[begin + 1 : begin + 2] in _ALONE:
        message = "`-` alone isn't a member of a list in brackets"
        yield Problem("syntax-error", message, begin, begin + 1, 'quote it: `"-"`')


def _shallow_quote(text: str, start: int, end: int, column: int) -> Iterator[Problem]:
    for at, line in _lines(text, start, end):
        if line.strip(" \t\r") and _indent(line) <= column:
            message = "this line of a quoted string isn't indented deeper than its parent"
            yield _problem(at, line, message)


def _shallow_flow(text: str, start: int, end: int, column: int) -> Iterator[Problem]:
    opening = properties_end(text, start)
    for at, line in _lines(text, opening, end):
        content = line.strip(" \t\r")
        closes = at + len(line) - len(line.lstrip(" ")) == end - 1
        least = column if closes else column + 1
        if content and not content.startswith("#") and _indent(line) < least:
            message = "this line isn't indented deeper than the parent of the brackets"
            yield _problem(at, line, message)


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The lines after the first of a piece of text, each with its offset and as far as it
    belongs to the piece."""
    at = text.find("\n", start, end) + 1
    while at > 0:
        after = text.find("\n", at, end)
        yield at, text[at : end if after < 0 else after]
        at = after + 1


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _problem(at: int, line: str, message: str) -> Problem:
    start = at + _indent(line)
    return Problem("syntax-error", message, start, start + 1, _DEEPER)
