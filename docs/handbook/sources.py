"""What rules cite: chapters of the pages on dialects and on the design, and what is written there.

A source is a string such as `agents §4.2, §7.5, D13; design §8`. A chapter that names no page is of
the page before it. `D13` is something that the page has by that name, `row 7` something in the
chapter before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from handbook import reading
from phaselint.dialects import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from handbook import Pages

PAGES = {
    **{name: f"dialects/{name}.md" for name in sorted(NAMES)},
    "climpt 1.14": "dialects/climpt-1.14.md",
    "design": "reference/design.md",
}
"""What is cited, by the word for it."""

_CITED = re.compile(
    r"(?:(?P<word>[a-z]+(?: \d+\.\d+)?) )?§(?P<chapter>\d+(?:\.\d+)*[a-z]?)"
    r"|(?P<code>`[^`]*`)|appendix (?P<appendix>[A-Z])|\b(?P<item>[A-Z]\d+)\b|\b(?P<number>\d+)\b"
)
_NUMBERED = re.compile(
    r"^(?:Appendix (?=[A-Z]))?(\d+(?:\.\d+)*[a-z]?|(?<=Appendix )[A-Z])(?:[.:\s]|$)"
)


class Chapter(NamedTuple):
    """A part of a page: its anchor, and its text up to the next part that has a number."""

    anchor: str
    text: str
    line: int


class Cited(NamedTuple):
    """One thing that a source names: its words in the source, and where it must be. `item` is
    what must appear in the chapter, or on the whole page where there is no chapter."""

    start: int
    end: int
    page: str
    chapter: str = ""
    item: str = ""


def chapters(text: str) -> dict[str, Chapter]:
    """The parts of a page whose headings begin with a number or are appendices, by that."""
    lines = text.split("\n")
    named = reading.anchors(text, reading.of_site)
    numbered = [
        (found[1], heading)
        for heading in reading.headings(text)
        if (found := _NUMBERED.match(heading.text))
    ]
    ends = [heading.line - 1 for _, heading in numbered] + [len(lines)]
    return {
        number: Chapter(
            anchor if (anchor := _own(number)) in named else reading.of_site(heading.text),
            "\n".join(lines[heading.line : end]),
            heading.line,
        )
        for (number, heading), end in zip(numbered, ends[1:], strict=True)
    }


def _own(number: str) -> str:
    """The anchor that a chapter has in front of its heading; it outlives the title."""
    return f"s-{number.replace('.', '-').lower()}"


def cited(source: str) -> Iterator[Cited]:
    """What a source names, in its order."""
    page = chapter = ""
    for found in _CITED.finditer(source):
        span = found.span()
        if found["chapter"]:
            page = PAGES.get(found["word"], page) if found["word"] else page
            chapter = found["chapter"]
            yield Cited(*span, page, chapter)
        elif found["appendix"]:
            yield Cited(*span, page, found["appendix"])
        elif found["item"]:
            yield Cited(*span, page, item=found["item"])
        elif found["number"]:
            yield Cited(*span, page, chapter, found["number"])


def linked(source: str, at: str, parts: Mapping[str, Mapping[str, Chapter]]) -> str:
    """A source with links from a page to the existing chapters.

    Args:
        at: how the root of the documentation is written on that page, such as `../`.
        parts: the chapters of pages, by path.
    """
    shown, last = [], 0
    for each in cited(source):
        chapter = parts.get(each.page, {}).get(each.chapter)
        if chapter is not None and not each.item:
            words = source[each.start : each.end]
            link = f"[{words}]({at}{each.page}#{chapter.anchor})"
            shown += [source[last : each.start], link]
            last = each.end
    return "".join((*shown, source[last:]))


def missing(source: str, pages: Pages) -> Iterator[str]:
    """What a source names that doesn't exist, a line each."""
    for each in cited(source):
        words = source[each.start : each.end]
        text = pages.get(each.page)
        if text is None:
            yield f"`{words}` is of no page"
        elif each.chapter and each.chapter not in chapters(text):
            yield f"{each.page} has no chapter {each.chapter}"
        elif each.item:
            text = chapters(text)[each.chapter].text if each.chapter else text
            where = f"chapter {each.chapter} of {each.page}" if each.chapter else each.page
            if not re.search(rf"(?<![\w.]){each.item}(?![\w])", text):
                yield f"{where} has no `{each.item}`"
