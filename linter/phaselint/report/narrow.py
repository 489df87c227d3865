"""Text for terminals that are too narrow for its lines: broken between words, with an indent."""

from __future__ import annotations

import re

from phaselint.report.terminal import width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WIDE = 80
"""Terminals with so many columns and more break long lines themselves, so that what is copied from
them has no line breaks."""

LEAST = 20
"""The smallest width that lines are broken at, and that source lines are cut to."""

_UNSEEN = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;.*?\x1b\\")
"""What a terminal doesn't show: colors and links."""

_FRAME = re.compile(r" *(\d* \||-->|:::) ?")
"""The start of a line of a source frame, or of a place."""

_HANGING = 4


def usable(columns: int) -> int:
    """The width that lines are broken at, given the columns of a terminal; 0 if they aren't."""
    return max(columns, LEAST) if 0 < columns < WIDE else 0


def broken(pieces: Iterable[str], columns: int) -> Iterator[str]:
    """Yield pieces of text with their long lines broken between words. Lines of source frames are
    cut where they are drawn, and stay whole; so do places, which terminals open by a click, and a
    word that is too long for a line."""
    for piece in pieces:
        for line in piece.splitlines(keepends=True):
            seen = _UNSEEN.sub("", line.rstrip("\n"))
            if len(seen) * 2 <= columns or width(seen) <= columns or _FRAME.match(seen):
                yield line
            else:
                yield "\n".join(broken_to(line.rstrip("\n"), columns)) + "\n"


def broken_to(line: str, columns: int) -> list[str]:
    """Break a line between words into lines of at most so many columns, later ones with a hanging
    indent; a word that is too long for a line stays whole."""
    body = _UNSEEN.sub("", line).lstrip(" ")
    indent = len(_UNSEEN.sub("", line)) - len(body)
    hanging = min(indent + _HANGING, columns // 2)
    lines: list[str] = []
    for word in line[indent:].split(" "):
        if not lines:
            lines.append(" " * indent + word)
        elif _shown(lines[-1]) + 1 + _shown(word) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(" " * hanging + word)
    return lines


def _shown(text: str) -> int:
    return width(_UNSEEN.sub("", text))
