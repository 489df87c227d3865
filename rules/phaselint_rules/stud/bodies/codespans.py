"""Inline code in the markdown of a body: what is between backticks outside of fences."""

from __future__ import annotations

import re

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Body, Stage
    from phaselint.document import Document

_FENCE = r"[ \t>]*(`{3,}(?=[^`]*$)|~{3,})[^\n]*$"


class Code(NamedTuple):
    """A span of inline code: its offsets, the backticks included, and what it says."""

    start: int
    end: int
    text: str


def code_of(facts: StudFacts, stage: Stage) -> tuple[Code, ...]:
    """The spans of inline code in the body of a stage."""
    return facts.contract.documents[stage.file].derived(_code_in, stage.body)


def _code_in(_document: Document, body: Body) -> tuple[Code, ...]:
    return tuple(inline_code(body.text))


def inline_code(text: str) -> Iterator[Code]:
    """The spans of inline code, in text order.

    A span ends in its paragraph, with as many backticks as it starts with. One blank on both
    sides is not part of it. In fenced blocks there are none.
    """
    if "`" not in text:
        return
    fence = ""
    fenced = "```" in text or "~~~" in text
    start = offset = 0
    for line in text.splitlines(keepends=True):
        found = re.match(_FENCE, line.rstrip("\r\n")) if fenced else None
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
    runs = list(_runs(text, start, end))
    if not runs:
        return
    from bisect import bisect_left

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


def _runs(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where backticks stand side by side."""
    first = text.find("`", start, end)
    while first >= 0:
        last = first + 1
        while text.startswith("`", last, end):
            last += 1
        yield first, last
        first = text.find("`", last, end)


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
