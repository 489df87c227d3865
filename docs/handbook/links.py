"""Whether the links between pages lead somewhere: in the README, in docs/ and in what is made."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from handbook import DOCS, ROOT, reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from handbook import Pages

SCHEMES = ("http://", "https://", "mailto:")
_INLINE = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")


def broken(pages: Pages, beside: Mapping[str, str]) -> Iterator[str]:
    """A line for each link with a missing target.

    Args:
        pages: those of the documentation, by path.
        beside: strings of the repository that aren't such pages, such as the README, by path.
    """
    on_site = {path: reading.anchors(text, reading.of_site) for path, text in pages.items()}
    for path, text in sorted(pages.items()):
        for link in _internal(text):
            yield from _complaint(f"docs/{path}", link, _of_page(path, link.target, on_site))
    for path, text in sorted(beside.items()):
        for link in _internal(text):
            yield from _complaint(path, link, _of_text(path, text, link.target))


def external(text: str) -> Iterator[str]:
    """The addresses that a page links to, without what follows `#`."""
    for link in reading.links(text):
        if link.target.startswith(SCHEMES[:2]):
            yield link.target.partition("#")[0]


def _internal(text: str) -> Iterator[reading.Link]:
    return (link for link in reading.links(text) if not link.target.startswith(SCHEMES))


def _complaint(path: str, link: reading.Link, wrong: str) -> Iterator[str]:
    if wrong:
        yield f"{path}:{link.line}: `{link.target}`: {wrong}"


def _of_page(path: str, target: str, pages: Mapping[str, set[str]]) -> str:
    """What is wrong with a link of a page of the documentation; nothing where it is right."""
    file, _, anchor = unquote(target).partition("#")
    found = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
    if found.startswith("../") or not found.endswith(".md"):
        return "" if (DOCS / found).exists() else "there is no such file"
    if found not in pages:
        return "there is no such page"
    return "" if not anchor or anchor in pages[found] else "the page has no such anchor"


def _of_text(path: str, text: str, target: str) -> str:
    """What is wrong with a link in a file that is read in the repository."""
    file, _, anchor = unquote(target).partition("#")
    found = (ROOT / path).parent / file if file else ROOT / path
    if not found.exists():
        return "there is no such file"
    if not anchor or found.suffix != ".md":
        return ""
    there = found.read_text("utf-8") if file else text
    return "" if anchor in reading.anchors(there, reading.of_forge) else "it has no such anchor"


def outward(path: str, text: str, home: str) -> str:
    """A page whose links out of docs/ lead to the repository; where its home is not known, only
    their words stay."""
    lines = text.split("\n")
    for number, line in reading.outside(text):
        lines[number - 1] = _INLINE.sub(lambda found: _led(path, found, home), line)
    return "\n".join(lines)


def _led(path: str, link: re.Match[str], home: str) -> str:
    """A link of a page as it is on the site."""
    words, target = link.groups()
    if target.startswith((*SCHEMES, "#")):
        return link[0]
    found = posixpath.normpath(posixpath.join("docs", posixpath.dirname(path), target))
    if found.startswith("docs/"):
        return link[0]
    return f"[{words}]({home}/{found})" if home else words
