"""The structure of a document: what can be folded, and how a selection grows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint_lsp.aligning import align

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.document import Document
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import Snapshot

_HEADING = re.compile(r"(#{1,6})(?:[ \t]|$)")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_WORD = re.compile(r"[\w.-]+")
_CLOSERS = ("}", "]")


def folds(snapshot: Snapshot) -> list[types.FoldingRange]:
    """What can be folded: entries of mappings and lists, the header and the sections of
    markdown. Lines count from 0."""
    document = snapshot.document
    if document is None:
        return []
    found: dict[int, int] = {}
    for first, last in (*_entries(document), *_sections(document)):
        if last > first:
            found[first] = max(last, found.get(first, 0))
    return [types.FoldingRange(first, last) for first, last in sorted(found.items())]


def selections_at(snapshot: Snapshot, offset: int) -> types.SelectionRange:
    """The pieces of text around an offset, each in the next: the word, then keys and values up to
    the whole document."""
    found = types.SelectionRange(snapshot.range(0, len(snapshot.text)))
    before = (0, len(snapshot.text))
    for start, end in sorted(_around(snapshot, offset), key=lambda piece: piece[0] - piece[1]):
        if (start, end) != before and before[0] <= start <= end <= before[1]:
            before = (start, end)
            found = types.SelectionRange(snapshot.range(start, end), found)
    return found


# --- folding -------------------------------------------------------------------------------------


def _entries(document: Document) -> Iterator[tuple[int, int]]:
    """The lines of entries and items; a closing bracket on a line of its own stays in sight."""
    if document.positions is None:
        return
    for start, end in document.positions.entries():
        first, last = document.lines_between(start, end)
        closed = document.line(last).strip().rstrip(",") in _CLOSERS
        yield first - 1, last - 1 - (1 if closed else 0)


def _sections(document: Document) -> Iterator[tuple[int, int]]:
    """The lines of the header and of the sections of a markdown text."""
    if document.format != "markdown":
        return
    start = 1
    if document.body_start:
        start = document.position(document.body_start).line
        yield 0, start - 2
    open: list[tuple[int, int]] = []
    last = start
    for number, level in _headings(document, start):
        while open and open[-1][1] >= level:
            yield open.pop()[0] - 1, _written(document, number - 1) - 1
        open.append((number, level))
    last = _written(document, document.line_count)
    for first, _ in open:
        yield first - 1, last - 1


def _headings(document: Document, start: int) -> Iterator[tuple[int, int]]:
    """The lines of headings from a line on, with their levels; none in a block of code."""
    fence = ""
    for number in range(start, document.line_count + 1):
        line = document.line(number)
        marks = _FENCE.match(line)
        if marks is not None and not fence:
            fence = marks[1]
        elif marks is not None and marks[1].startswith(fence):
            fence = ""
        elif not fence and (heading := _HEADING.match(line)):
            yield number, len(heading[1])


def _written(document: Document, number: int) -> int:
    """The nearest line up from one that is not blank."""
    while number > 1 and not document.line(number).strip():
        number -= 1
    return number


# --- selecting -----------------------------------------------------------------------------------


def _around(snapshot: Snapshot, offset: int) -> Iterator[tuple[int, int]]:
    """The pieces of the client's text that an offset is in or touches."""
    text = snapshot.text
    line = snapshot.index.position(offset, "utf-32")[0]
    start, end = snapshot.index.bounds(line)
    for word in _WORD.finditer(text, max(0, start - 1), end):
        if word.start() <= offset <= word.end():
            yield word.span()
    if snapshot.document is not None:
        alignment = align(snapshot.document.text, text)
        old = alignment.back(offset)
        for piece in () if old is None else _nodes(snapshot.document, old):
            now = alignment.forward(*piece)
            if now is not None:
                yield now


def _nodes(document: Document, offset: int) -> Iterator[tuple[int, int]]:
    """The keys, values and entries an offset is in, and in markdown its paragraph and the body."""
    if document.format == "markdown" and offset >= document.body_start:
        yield document.body_start, len(document.text)
        yield _paragraph(document, offset)
        return
    if document.positions is None:
        return
    if document.format == "python":
        from phaselint.document.pythonplaces import spans_around

        yield from spans_around(document, offset)
        return
    pointer, part = document.positions.at(offset)
    if part == "key":
        yield document.offsets(pointer, "key")
    for depth in range(len(pointer), 0, -1):
        start, end = document.offsets(pointer[:depth])
        if start <= offset <= end:
            yield start, end
        yield document.offsets(pointer[:depth], "key")[0], end
    yield document.offsets(())


def _paragraph(document: Document, offset: int) -> tuple[int, int]:
    """The lines around an offset up to blank ones."""
    first = last = document.position(offset).line
    while first > 1 and document.line(first).strip() and document.line(first - 1).strip():
        first -= 1
    while document.line(last).strip() and document.line(last + 1).strip():
        last += 1
    start = max(document.line_start(first), document.body_start)
    return start, document.line_start(last) + len(document.line(last))


def _selections(
    snapshot: Snapshot, positions: Iterable[types.Position]
) -> list[types.SelectionRange]:
    return [selections_at(snapshot, snapshot.at(position)) for position in positions]


async def folding(
    server: Server, params: types.FoldingRangeParams
) -> list[types.FoldingRange] | None:
    """Answer what can be folded."""
    snapshot = server.current(params.text_document.uri)
    return None if snapshot is None else folds(snapshot)


async def selecting(
    server: Server, params: types.SelectionRangeParams
) -> list[types.SelectionRange] | None:
    """Answer what can be selected around places."""
    snapshot = server.current(params.text_document.uri)
    return None if snapshot is None else _selections(snapshot, params.positions)
