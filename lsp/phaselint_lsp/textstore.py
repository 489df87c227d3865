"""The text of an open document, and its lines as the protocol counts them.

Lines end at `\\n`, `\\r\\n` and `\\r` and nowhere else, as in `phaselint.document`. A position is
(line, character) from 0, the character counted in units of the encoding that client and server
agreed on; an offset counts code points.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Literal

from phaselint.document.model import edited_starts, line_starts
from phaselint.javascript.units import length
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Encoding = Literal["utf-8", "utf-16", "utf-32"]


class Change(NamedTuple):
    """A change that a client reports: the new text, from where to where; without these, of the
    whole document."""

    text: str
    start: tuple[int, int] | None = None
    end: tuple[int, int] | None = None


class LineIndex:
    """Where the lines of a string are; nothing changes after it has been made."""

    __slots__ = ("_ascii", "_starts", "text")

    def __init__(self, text: str, starts: Sequence[int] | None = None) -> None:
        """`starts` are the offsets of the lines, where somebody knows them."""
        self.text = text
        self._ascii = text.isascii()
        self._starts = line_starts(text) if starts is None else starts

    @property
    def line_count(self) -> int:
        """The number of lines; an empty text has one, and so has the end of a last break."""
        return len(self._starts)

    def bounds(self, line: int) -> tuple[int, int]:
        """Where a line starts and ends, without its break. Raises IndexError."""
        start = self._starts[line]
        if line + 1 == len(self._starts):
            return start, len(self.text)
        end = self._starts[line + 1]
        return start, end - (2 if self.text.endswith("\r\n", start, end) else 1)

    def offset(self, line: int, character: int, encoding: Encoding) -> int:
        """The offset of a position. One behind the end of a line or of the text is that end; one
        inside a character is the start of the character."""
        if line >= len(self._starts):
            return len(self.text)
        start, end = self.bounds(line)
        if self._ascii or encoding == "utf-32":
            return min(start + character, end)
        return start + _count(self.text[start:end], character, encoding)

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """The position of an offset; one out of the text is the nearest in it, and one inside a
        line break the end of the line."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset) - 1
        start, end = self.bounds(line)
        offset = min(offset, end)
        if self._ascii or encoding == "utf-32":
            return line, offset - start
        return line, units(self.text[start:offset], encoding)

    def changed(self, change: Change, encoding: Encoding) -> LineIndex:
        """The index of the text after a change."""
        if change.start is None or change.end is None:
            return LineIndex(change.text)
        start = self.offset(*change.start, encoding)
        end = max(start, self.offset(*change.end, encoding))
        text = self.text[:start] + change.text + self.text[end:]
        if "\r" in self.text or "\r" in text:
            return LineIndex(text)
        return LineIndex(text, edited_starts(self._starts, start, end, change.text))


def apply(index: LineIndex, changes: Iterable[Change], encoding: Encoding) -> LineIndex:
    """The index of a string after changes, each of which counts in the text the one before left."""
    for change in changes:
        index = index.changed(change, encoding)
    return index


def units(text: str, encoding: Encoding) -> int:
    """How many units of an encoding a string has; half a surrogate pair is one of UTF-16."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-16":
        return length(text)
    return len(text.encode("utf-8", "surrogatepass"))


def _count(line: str, character: int, encoding: Encoding) -> int:
    """How many code points of a line come before a character counted in units."""
    if line.isascii():
        return min(character, len(line))
    passed = 0
    for number, char in enumerate(line):
        passed += units(char, encoding)
        if passed > character:
            return number
    return len(line)


def as_bytes(path: str, text: str) -> bytes:
    """The text as a file would hold it; half a character makes the file invalid UTF-8. One
    of Python is in the encoding that it names."""
    if path.endswith(".py") and "coding" in text:
        from phaselint.document.encodings import encoding_of

        try:
            return text.encode(encoding_of(text))
        except UnicodeEncodeError:
            pass
    return text.encode("utf-8", "surrogatepass")
