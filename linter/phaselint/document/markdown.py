"""Markdown with YAML front matter: where the one ends and the other starts."""

from __future__ import annotations

import re

from phaselint.vocabulary.record import NamedTuple

_FENCE = re.compile(r"---[ \t]*(?:\r\n|\n|\r|\Z)")
_CLOSING_FENCE = re.compile(r"(?<![^\r\n])---[ \t]*(?:\r\n|\n|\r|\Z)")


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
    opening = _FENCE.match(text)
    if opening is None:
        return None
    closing = _CLOSING_FENCE.search(text, opening.end())
    if closing is None:
        return FrontMatter(opening.end(), len(text), -1)
    return FrontMatter(opening.end(), closing.start(), closing.end())
