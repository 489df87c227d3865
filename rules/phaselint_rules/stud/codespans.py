"""Inline code in the markdown of a body: what stands between backticks outside of fences."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"[ \t>]*(`{3,}(?=[^`]*$)|~{3,})[^\n]*$")
_TICKS = re.compile(r"`+")


class Code(NamedTuple):
    """A span of inline code: its offsets, the backticks included, and what it says."""

    start: int
    end: int
    text: str


def inline_code(text: str) -> Iterator[Code]:
    """The spans of inline code, in text order.

    A span ends in its paragraph, with as many backticks as it starts with. One blank on both
    sides is not part of it. In fenced blocks there are none.
    """
    if "`" not in text:
        return
    fence = ""
    start = offset = 0
    for line in text.splitlines(keepends=True):
        found = _FENCE.match(line.rstrip("\r\n"))
        mark = found.group(1) if found else ""
        if fence:
            bare = line.strip(" \t>\r\n")
            if mark and mark.startswith(fence) and bare == mark:
                fence = ""
            start = offset + len(line)
        elif mark or not line.strip():
            yield from _paragraph(text, start, offset)
            fence = mark
            start = offset + len(line)
        offset += len(line)
    if not fence:
        yield from _paragraph(text, start, offset)


def _paragraph(text: str, start: int, end: int) -> Iterator[Code]:
    """The spans of one paragraph."""
    runs = [found.span() for found in _TICKS.finditer(text, start, end)]
    of_length: dict[int, list[int]] = {}
    for first, last in runs:
        of_length.setdefault(last - first, []).append(first)
    past = start
    for first, last in runs:
        if first < past:
            continue
        opening = first + _escaped(text, start, first)
        closers = of_length.get(last - opening, [])
        at = bisect_left(closers, last)
        if opening == last or at == len(closers):
            continue
        past = closers[at] + last - opening
        yield Code(opening, past, _said(text[last : closers[at]]))


def _escaped(text: str, start: int, at: int) -> bool:
    """Whether a backslash takes the meaning of the backtick at an offset."""
    before = at
    while before > start and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


def _said(inner: str) -> str:
    text = inner.replace("\n", " ")
    around = text[:1] == text[-1:] == " " and text.strip(" ")
    return text[1:-1] if around else text
