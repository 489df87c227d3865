"""A YAML document read again after an edit: the entry of a block mapping that was edited is read
alone, and all other values are the objects that they were.

That gives what reading the whole text gives, for a parser goes from the start to the end, and knows
as much where an entry begins on a line of its own as where one does in a string that begins there:
how far it is indented, and that no quote or bracket is open. The entry has to end like that as
well. So each of its lines is indented deeper than its key, or begins another key there, and it
parses alone; anchors, tags and directives, which reach further, are left to the whole reading.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial

from phaselint.document.difference import difference
from phaselint.document.limits import NODE_LIMIT, SIZE_LIMIT
from phaselint.document.model import Document
from phaselint.document.positions import Places
from phaselint.document.reader import read
from phaselint.document.record import (
    END_MASK,
    END_SHIFT,
    KIND_MASK,
    MAPPING,
    START_SHIFT,
    Record,
    line_end,
)
from phaselint.document.yamlreader import read_inside
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.document.difference import Difference
    from phaselint.vocabulary.finding import Pointer

_FURTHER = (1 << START_SHIFT) + (1 << END_SHIFT)
"""What a mark is more for each character that is before it."""

_ELSEWHERE = ("\0", "\r", "\x85", "\u2028", "\u2029", "\n%")
"""What is not text, may be the end of a line next to the usual one, or begins a directive."""


class _Entry(NamedTuple):
    """An entry of a block mapping that begins a line.

    `way` leads to the mapping; `key` and `value` are marks, `behind` the first one after them.
    `start` and `end` are offsets: of its lines, up to the one on which something else begins.
    """

    way: Pointer
    name: str | int
    key: int
    value: int
    behind: int
    start: int
    end: int


def reread(before: Document, data: bytes) -> Document:
    """What `read` gives of the data of a file that has changed since `before` was read."""
    text, places = _plain_text(data), _plain_places(before)
    if text is None or places is None:
        return read(before.path, data)
    if text == before.text:
        return before
    edit = difference(before.text, text)
    for entry in reversed(tuple(_entries_around(before, places, edit))):
        written = text[entry.start : entry.end + edit.grown]
        lines = _lines_of((places.record.marks[entry.key] >> START_SHIFT) - entry.start)
        # The mark of a key that is missing is behind the `?` of its line, which an edit of the
        # entry before it can take away.
        if lines.fullmatch(written) and lines.fullmatch(before.text, entry.start, entry.end):
            piece = _piece(before.path, written, len(entry.way))
            found = piece and _spliced(before, places, entry, piece)
            return found or read(before.path, data)
    return read(before.path, data)


def _piece(path: str, written: str, depth: int) -> Document | None:
    """What is in the lines of an entry, inside so many collections; none where that cannot be
    told from these lines alone."""
    read_alone = read_inside(written, depth)
    if read_alone is None or read_alone.record is None:
        return None
    locate = partial(Places, read_alone.record, written)
    return Document(path, "yaml", written, value=read_alone.value, locate=locate)


def _plain_text(data: bytes) -> str | None:
    """The text of a file; none where there may be more to it than what is in its entries."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    odd = len(data) > SIZE_LIMIT or text.startswith(("\ufeff", "%"))
    return None if odd or any(mark in text for mark in _ELSEWHERE) else text


def _plain_places(document: Document) -> Places | None:
    """Where everything in a document is; none where that is not all there is to know."""
    if document.format != "yaml" or document.problems or document.bom:
        return None
    places = document.positions
    if not isinstance(places, Places) or document.value.__class__ is not dict:
        return None
    # A string that is edited into a plain one may have been disguised for the parser.
    return places if _plain_text(document.text.encode()) is not None else None


def _entries_around(document: Document, places: Places, edit: Difference) -> Iterator[_Entry]:
    """The entries of block mappings on whose lines an edit is, the outermost first."""
    marks, text = places.record.marks, document.text
    node, limit = 0, len(text)
    way: Pointer = ()
    # New lines before a key are lines of the entry before it, which may be the shorter one.
    at = edit.start - (edit.start == edit.end == _line_start(text, edit.start))
    while not _is_flow(marks[node], text) and (found := _held_at(places, node, at)) is not None:
        name, key, value, following = found
        limit = marks[following] >> START_SHIFT if following else limit
        begin, end = marks[key] >> START_SHIFT, _line_start(text, limit)
        start = _line_start(text, begin)
        if end < edit.end:
            return
        if marks[node] & KIND_MASK == MAPPING and not text[start:begin].strip(" "):
            behind = places.extents.ends.get(value, value) + 1
            yield _Entry(way, name, key, value, behind=behind, start=start, end=end)
        node, way = value, (*way, name)


def _held_at(places: Places, node: int, offset: int) -> tuple[str | int, int, int, int] | None:
    """The last entry of a collection that begins at or before an offset: its step, the marks of key
    and value, and that of the next key, 0 for the last one."""
    marks, found = places.record.marks, None
    for step, (key, value) in places.entries_of(node).items():
        if marks[key] >> START_SHIFT > offset:
            return found and (*found, key)
        found = (step, key, value)
    return found and (*found, 0)


def _line_start(text: str, offset: int) -> int:
    """Where the line begins that an offset is on; for the end of a string, that is the end."""
    return offset if offset == len(text) else text.rfind("\n", 0, offset) + 1


def _is_flow(mark: int, text: str) -> bool:
    """Whether a mark is that of a collection between brackets, in which a pair without any may
    begin a line as an entry of a block does. A block mapping begins with its first key."""
    start = mark >> START_SHIFT
    if mark & KIND_MASK == MAPPING:
        return start != mark >> END_SHIFT & END_MASK
    return text.startswith("[", start)


@lru_cache(maxsize=200)
def _lines_of(column: int) -> re.Pattern[str]:
    """The lines of entries of a block mapping whose keys are at a column: the members of a list
    may start there too, and blank lines and comments anywhere."""
    key, item, deeper = rf" {{{column}}}\w", rf" {{{column}}}-(?=[ \n])", rf" {{{column + 1}}}"
    return re.compile(rf"{key}.*\n(?>(?:(?:{key}|{item}|{deeper}| *(?=[#\n])).*\n)*)")


def _spliced(before: Document, places: Places, entry: _Entry, piece: Document) -> Document | None:
    """The document in which a piece takes the place of an entry; none where that has a key that the
    mapping has already, or the document has too many nodes then."""
    value = _with_entries(before.value, entry, piece.value)
    inner = piece.positions
    if value is None or not isinstance(inner, Places):
        return None
    text = before.text[: entry.start] + piece.text + before.text[entry.end :]
    marks = _with_marks(places.record.marks, entry, inner.record.marks, piece.text, text)
    if len(marks) > NODE_LIMIT:
        return None
    names = _with_names(places, entry, inner.record.names)
    extents = places.extents if _are_alike(places.record.marks, marks, entry) else None
    locate = partial(Places, Record(marks, names), text, extents)
    edit = before.edited(piece, entry.start, entry.end)
    return Document(before.path, "yaml", text, value=value, locate=locate, edit=edit)


def _with_entries(value: Any, entry: _Entry, new: dict[Any, Any]) -> Any:
    """A value with other entries in the place of one; none where they repeat a key."""
    around = [value]
    for step in entry.way:
        around.append(around[-1][step])
    mapping = around.pop()
    found: Any = {}
    for name, held in mapping.items():
        found |= new if name == entry.name else {name: held}
    if len(found) != len(mapping) - 1 + len(new):
        return None
    for container, step in zip(reversed(around), reversed(entry.way), strict=True):
        other = container.copy()
        other[step], found = found, other
    return found


def _with_marks(
    marks: array[int], entry: _Entry, inner: array[int], written: str, text: str
) -> array[int]:
    """Marks with those of a piece in the place of an entry's. What is open still where the piece
    ends is closed by what begins behind it in the text."""
    end = entry.start + len(written)
    following = text[end : line_end(text, end)]
    closed = (end + len(following) - len(following.lstrip(" "))) * _FURTHER
    left_open, further = len(written) << START_SHIFT, entry.start * _FURTHER
    grown = (end - entry.end) * _FURTHER
    found = marks[: entry.key]
    found.extend(
        mark + further if mark < left_open else closed | mark & KIND_MASK for mark in inner[1:-1]
    )
    found.extend([mark + grown for mark in marks[entry.behind :]])
    return found


def _with_names(places: Places, entry: _Entry, inner: Sequence[str]) -> list[str]:
    """Names of keys with those of a piece in the place of an entry's."""
    names, behind = places.record.names, places.names_before(entry.value)
    inside = places.extents.names.get(entry.value, 0)
    return [*names[: behind - 1], *inner, *names[behind + inside :]]


def _are_alike(old: array[int], new: array[int], entry: _Entry) -> bool:
    """Whether collections begin and end at the same marks as before."""
    if len(old) != len(new):
        return False
    was, now = old[entry.key : entry.behind], new[entry.key : entry.behind]
    return all(a & KIND_MASK == b & KIND_MASK for a, b in zip(was, now, strict=True))
