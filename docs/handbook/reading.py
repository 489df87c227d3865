"""What there is in the Markdown of a page: headings with their anchors, links, blocks of code."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Slug = Callable[[str], str]


class Heading(NamedTuple):
    """A heading: its level, its words, and the number of its line, from 1."""

    level: int
    text: str
    line: int


class Link(NamedTuple):
    """A link: where it leads, as written, and the number of its line."""

    target: str
    line: int


class Block(NamedTuple):
    """A fenced block of code: its language, its text without the indent of the fence, the number
    of the line of its fence, and the line before that which is not empty."""

    language: str
    text: str
    line: int
    before: str


_FENCE = re.compile(r"^(?P<indent>\s*)(?P<fence>`{3,}|~{3,})\s*(?P<language>[\w+-]*)")
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINKS = (
    re.compile(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)"),
    re.compile(r"^\s*\[[^\]]+\]:\s+(\S+)"),
    re.compile(r"<(?:a|img)\b[^>]*?\b(?:href|src)=\"([^\"]+)\""),
    re.compile(r"<(https?://[^>\s]+)>"),
)
_ID = re.compile(r"<[a-z]+\b[^>]*?\b(?:id|name)=\"([^\"]+)\"")


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    opened: re.Match[str] | None = None
    body: list[str] = []
    start, before = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        found = _FENCE.match(line)
        if opened is None:
            if found:
                opened, body, start = found, [], number
            elif line.strip():
                before = line.strip()
        elif found and _closes(opened, line):
            yield Block(opened["language"], _dedented(body, opened["indent"]), start, before)
            opened, before = None, ""
        else:
            body.append(line)


def headings(text: str) -> Iterator[Heading]:
    """The headings of a page."""
    for number, line in outside(text):
        if found := _HEADING.match(line):
            yield Heading(len(found[1]), found[2], number)


def links(text: str) -> Iterator[Link]:
    """The links of a page, outside of code."""
    for number, line in outside(text):
        shown = _without_code(line)
        for pattern in _LINKS:
            for found in pattern.finditer(shown):
                yield Link(found[1], number)


def anchors(text: str, slug: Slug) -> set[str]:
    """What links into a page may name: its headings, and elements with an id."""
    found: set[str] = set()
    for heading in headings(text):
        found.add(_unused(slug(_words(heading.text)), found))
    return found | {each[1] for _, line in outside(text) for each in _ID.finditer(line)}


def of_site(text: str) -> str:
    """The anchor of a heading on the site."""
    kept = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", kept).strip().lower())


def of_forge(text: str) -> str:
    """The anchor of a heading where a repository is looked at, such as on GitHub."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def outside(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a page that aren't in a block of code or a comment, with their numbers."""
    fence: re.Match[str] | None = None
    for number, line in enumerate(_COMMENT.sub(_blank, text).split("\n"), 1):
        found = _FENCE.match(line)
        if fence is None and not found:
            yield number, line
        elif fence is None:
            fence = found
        elif _closes(fence, line):
            fence = None


def _blank(comment: re.Match[str]) -> str:
    return "\n" * comment[0].count("\n")


def _closes(fence: re.Match[str], line: str) -> bool:
    shown = line.strip()
    return len(shown) >= len(fence["fence"]) and set(shown) == {fence["fence"][0]}


def _dedented(lines: list[str], indent: str) -> str:
    return "".join(f"{line.removeprefix(indent)}\n" for line in lines)


def _without_code(line: str) -> str:
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line)


def _words(heading: str) -> str:
    """The words of a heading, without links and marks."""
    shown = re.sub(r"<[^>]*>", "", heading)
    return re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", shown).replace("`", "").replace("**", "")


def _unused(anchor: str, used: set[str]) -> str:
    """The anchor, or the first one with a number that no heading before has."""
    found, number = anchor, 0
    while found in used:
        number += 1
        found = f"{anchor}_{number}"
    return found
