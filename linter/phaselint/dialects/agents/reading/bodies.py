"""References in the body of an agent (reference §4.2)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document import Document

    Span = tuple[int, int]

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})(.*)")
_CODE = re.compile(r"`[^`]+`")
_REFERENCE = re.compile(r"#tool:([\w\-./]+)", re.ASCII | re.IGNORECASE)


def tools_in(document: Document) -> Iterator[tuple[str, int]]:
    """The tools referenced with `#tool:NAME` outside code and links, each with the start of its
    name."""
    text = document.text
    if "#tool:" not in text.lower():
        return
    fence = ""
    for line in _LINE.finditer(text, document.body_start):
        opens = _FENCE.match(line[0])
        if opens and not fence:
            fence = opens[1]
        elif opens and opens[1].startswith(fence) and not opens[2].strip():
            fence = ""
        elif not fence:
            for each in _references(line[0]):
                yield each[1], line.start() + each.start(1)


def _references(line: str) -> Iterator[re.Match[str]]:
    """References in a line that don't begin in code and don't touch a link."""
    codes = [each.span() for each in _CODE.finditer(line)]
    links = [each for each in _links(line) if _is_link(line, each[0], codes)]
    for each in _REFERENCE.finditer(line):
        near = bisect_left(links, each.start(), key=_end)
        touches = near < len(links) and links[near][0] <= each.end()
        if not touches and not _is_in(each.start(), codes):
            yield each


def _links(line: str) -> Iterator[Span]:
    """Possible links `[text](target)`, in order. After a bracket without an end, no later one has
    an end either, so each line is read once."""
    start = line.find("[")
    while start >= 0:
        closes = line.find("](", start + 1)
        ends = line.find(")", closes + 3) + 1 if closes >= 0 else 0
        if not ends:
            return
        yield start, ends
        start = line.find("[", ends)


def _is_link(line: str, at: int, codes: list[Span]) -> bool:
    """Whether a possible link is one, and neither an image nor code."""
    return line[at - 1 : at] != "!" and not _is_in(at, codes)


def _is_in(at: int, spans: list[Span]) -> bool:
    """Whether one of some ordered spans contains a character."""
    near = bisect_right(spans, at, key=_end)
    return near < len(spans) and spans[near][0] <= at


def _end(span: Span) -> int:
    return span[1]
