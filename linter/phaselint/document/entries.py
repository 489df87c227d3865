"""Collections as written: where their entries begin and end, and where there is room for
more."""

from __future__ import annotations

from functools import lru_cache

from phaselint.vocabulary.finding import Edit, Place, Range
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

_BREAKS = "\r\n"


class Collection(NamedTuple):
    """A mapping or list as written. `start` is where its own text begins, after anchor
    and tag; entries go from the start of their key, or of their item, to the end of the value,
    and `numbers` tells by key or index which of them it is."""

    document: Document
    start: int
    end: int
    keyed: bool
    flow: bool
    numbers: Mapping[str | int, int]
    entries: Sequence[tuple[int, int]]


@lru_cache(maxsize=4)  # many findings may need an edit of the same one
def collection(document: Document, pointer: Pointer) -> Collection | None:
    """What a pointer leads to, if that is a collection written there."""
    positions = document.positions
    if positions is None or any(p.kind != "byte-order-mark" for p in document.problems):
        return None
    found = positions.children(pointer)
    if found is None:
        return None
    from phaselint.document.record import properties_end

    start, end = document.offsets(pointer)
    start = start if document.format == "json" else properties_end(document.text, start)
    ordered = sorted(found.items(), key=lambda item: item[1])
    flow = document.text.startswith(("{", "["), start)
    keyed = isinstance(ordered[0][0], str) if ordered else document.text.startswith("{", start)
    return Collection(
        document,
        start,
        end,
        keyed=keyed,
        flow=flow and not (ordered and ordered[0][1][0][0] == start),
        numbers={step: number for number, (step, _) in enumerate(ordered)},
        entries=[
            key if key is value else (key[0], max(key[1], value[1])) for _, (key, value) in ordered
        ],
    )


def inner(held: Collection) -> str | None:
    """The text between the brackets; none where a comment may be in it."""
    inside = held.document.text[held.start + 1 : held.end - 1]
    return None if "#" in inside and held.document.format != "json" else inside


def opening(held: Collection, at: int) -> int | None:
    """Where an entry of a block starts: at its key, or at the dash before its item."""
    start = held.entries[at][0]
    text = held.document.text
    if held.keyed:
        before = text[line_start(text, start) : start].strip()
        return None if before.endswith("?") else start
    before = text[:start].rstrip(" \t\r\n")
    return len(before) - 1 if before.endswith("-") else None


def line_start(text: str, offset: int) -> int:
    """Where the line begins that an offset is in."""
    return max(text.rfind(each, 0, offset) for each in _BREAKS) + 1


def after_line(text: str, offset: int, *, break_too: bool = True) -> int | None:
    """Where the line of a value's end ends; none where more than a comment follows there."""
    from phaselint.document.record import line_end

    end = line_end(text, offset)
    rest = text[offset:end]
    if rest.strip() and not rest.lstrip().startswith("#"):
        return None
    if not break_too:
        return end
    return end + (2 if text.startswith("\r\n", end) else 1) if end < len(text) else end


def edit_at(document: Document, start: int, end: int, text: str) -> Edit:
    """The edit that puts a string in the place of a piece of a document."""
    spot = Range(document.position(start), document.position(end))
    return Edit(Place(document.path, (), "value", spot), text)


def end_of_block(held: Collection) -> tuple[int, int] | None:
    """Where a block goes on behind its last entry, and the column that its entries begin at; none
    where nothing can be added on a line of its own."""
    document = held.document
    start = opening(held, len(held.entries) - 1)
    first = opening(held, 0)
    at = after_line(document.text, held.entries[-1][1], break_too=False)
    if start is None or first is None or at is None:
        return None
    return at, document.position(first).column - 1
