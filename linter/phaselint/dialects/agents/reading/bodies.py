"""What the text of an agent refers to (reference §4.2)."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document import Document

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})(.*)")
_CODE = re.compile(r"`[^`]+`")
_LINK = re.compile(r"\[.*?\]\(.+?\)")
_REFERENCE = re.compile(r"#tool:([\w\-./]+)", re.ASCII | re.IGNORECASE)


def tools_in(document: Document) -> Iterator[tuple[str, int]]:
    """The tools that `#tool:NAME` means outside of code and links, each with where its name
    starts."""
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
    """References in a line that begin in no code, and touch no link."""
    codes = [each.span() for each in _CODE.finditer(line)]
    links = [each.span() for each in _LINK.finditer(line) if _is_link(line, each.start(), codes)]
    for each in _REFERENCE.finditer(line):
        touches = any(each.start() <= end and start <= each.end() for start, end in links)
        if not touches and not _is_in(each.start(), codes):
            yield each


def _is_link(line: str, at: int, codes: list[tuple[int, int]]) -> bool:
    """Whether what looks like a link is one, neither an image nor code."""
    return line[at - 1 : at] != "!" and not _is_in(at, codes)


def _is_in(at: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)
