"""Headers that Claude Code accepts although they aren't YAML (reference §2.2, §2.3): where YAML
fails, one-line values of top-level keys are read as if they were in quotes, if there is a colon
with a space in them or a character that means something to YAML. Those in quotes or in brackets
stay as they are (Claude Code 2.1.197, observed). That also goes for lists and mappings that are
never closed, but what is read in their place is never meant: they remain errors."""

from __future__ import annotations

import re
from bisect import bisect_right

from phaselint.document.record import END_MASK, END_SHIFT, KIND_MASK, START_SHIFT
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.document.record import Record

_ENTRY = re.compile(r"(?m)^[A-Za-z_-]+:[ \t]+(?P<value>\S[^\r\n]*)(?=\n|\Z)")
_SPECIAL = re.compile(r"[{}\[\]*&#!|>%@`]|: ")


class Repaired(NamedTuple):
    """A header with quotes around values that need them, and where each was inserted: the offsets
    in the original and in the new header."""

    text: str
    moved: tuple[tuple[int, int], ...]


def quoted(text: str) -> Repaired | None:
    """The header with the values in quotes that need them; None if there aren't any, or if one of
    them is a collection."""
    parts: list[str] = []
    moved: list[tuple[int, int]] = [(0, 0)]
    done = length = 0
    for found in _ENTRY.finditer(text):
        value = found["value"]
        if value[0] + value[-1] in ('""', "''", "[]") or not _SPECIAL.search(value):
            continue
        if value[0] in "[{" and value[-1] not in "]}":
            return None
        start, end = found.span("value")
        for piece, at in _spelt(text, start, end):
            parts += text[done:at], piece
            length += at - done + len(piece)
            done = at
            moved.append((at, length))
    return Repaired("".join([*parts, text[done:]]), tuple(moved)) if parts else None


def _spelt(text: str, start: int, end: int) -> list[tuple[str, int]]:
    """The insertions with their places: quotes around a value, and a doubled one for each in it."""
    inner = [("'", at) for at in range(start, end) if text[at] == "'"]
    return [("'", start), *inner, ("'", end)]


def as_it_was(record: Record, repaired: Repaired, base: int) -> Record:
    """A record of the new header with the places of the original; `base` is the start of the
    original."""
    back = _back(repaired)
    marks = record.marks[:]
    for number, mark in enumerate(marks):
        start, end, kind = mark >> START_SHIFT, mark >> END_SHIFT & END_MASK, mark & KIND_MASK
        marks[number] = back(start) << START_SHIFT | back(end) << END_SHIFT | kind
    return record._replace(marks=marks, base=base)


def _back(repaired: Repaired) -> Callable[[int], int]:
    after = [new for _, new in repaired.moved]

    def back(offset: int) -> int:
        old, new = repaired.moved[bisect_right(after, offset) - 1]
        return old + (offset - new)

    return back
