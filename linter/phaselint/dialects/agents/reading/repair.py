"""Headers that Claude Code accepts although they aren't YAML (reference §2.2, §2.3): a one-line
value that contains a colon and a space is read as if it were in quotes."""

from __future__ import annotations

import re
from bisect import bisect_right

from phaselint.document.positions import END_MASK, END_SHIFT, KIND_MASK, START_SHIFT
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.document.positions import Record

_ENTRY = re.compile(
    r"(?m)^(?P<key>[A-Za-z_][\w-]*[ \t]*:[ \t]+)"
    r"(?P<value>[^\s'\"\[\]{}>|&*!%@`#?,-][^\r\n]*)(?=[\r\n]|\Z)(?![\r\n]+[ \t]+\S)"
)


class Repaired(NamedTuple):
    """A header with quotes around values that need them, and where each was inserted: the offsets
    in the original and in the new header."""

    text: str
    moved: tuple[tuple[int, int], ...]


def quoted(text: str) -> Repaired | None:
    """The header with its top-level one-line values that contain `: ` in quotes; None if there
    aren't any."""
    parts: list[str] = []
    moved: list[tuple[int, int]] = [(0, 0)]
    done = length = 0
    for found in _ENTRY.finditer(text):
        value = found["value"].rstrip(" \t")
        if ": " not in value:
            continue
        start = found.start("value")
        end = start + len(value)
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
