"""Markdown with YAML front matter: where the one ends and the other starts."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

FENCE = "---"


class FrontMatter(NamedTuple):
    """Offsets of the YAML text, and of the body after the closing `---`."""

    start: int
    end: int
    body: int


def front_matter(text: str) -> FrontMatter | None:
    """Find the front matter between a `---` on the first line and the next such line.

    None where the text does not start with one. One that is never closed reaches to the end
    of the text, and its body starts at -1.
    """
    start = _past(text, 0)
    if start < 0:
        return None
    end = text.find(FENCE, start)
    while end >= 0:
        body = _past(text, end) if text[end - 1] in "\r\n" else -1
        if body >= 0:
            return FrontMatter(start, end, body)
        end = text.find(FENCE, end + len(FENCE))
    return FrontMatter(start, len(text), -1)


def _past(text: str, start: int) -> int:
    """The offset behind the line of a fence, with its break; -1 where no such line is there. It is
    read without a pattern, whose compiling takes longer than to read a hundred headers."""
    if not text.startswith(FENCE, start):
        return -1
    at = start + len(FENCE)
    while text.startswith((" ", "\t"), at):
        at += 1
    if text.startswith("\r\n", at):
        return at + 2
    if text.startswith(("\n", "\r"), at):
        return at + 1
    return at if at == len(text) else -1
