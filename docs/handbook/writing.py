"""Texts as Markdown: what comes from a contract or a program stays what it is, whatever it says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.report.terminal import escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)


def code(text: str) -> str:
    """A text as code within a line or a cell of a table."""
    shown = escape(text)
    mark = "`" * (_longest(shown) + 1)
    room = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{mark}{room}{shown}{room}{mark}" if shown else ""


def fenced(text: str, language: str) -> str:
    """A text as a block of code; its fence is longer than any that the text has."""
    fence = "`" * max(3, _longest(text) + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def prose(text: str) -> str:
    """Markdown of our own without markup of HTML: outside of code `<` is a sign like others."""
    parts, last = [], 0
    for span in _SPAN.finditer(text):
        parts += [text[last : span.start()].replace("<", "&lt;"), span[0]]
        last = span.end()
    return "".join((*parts, text[last:].replace("<", "&lt;")))


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table of cells that are Markdown already."""
    yield _row(heading)
    yield _row(["---"] * len(heading))
    yield from map(_row, rows)


def _row(cells: Sequence[str]) -> str:
    shown = (re.sub(r"(?<!\\)\|", r"\\|", " ".join(cell.split())) for cell in cells)
    return f"| {' | '.join(shown)} |\n"


def _longest(text: str) -> int:
    """How many backticks in a row a string has at most."""
    return max(map(len, re.findall("`+", text)), default=0)
