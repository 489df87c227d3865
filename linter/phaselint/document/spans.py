"""Where names are in a document to the letter: without quotes, and as parts of longer strings."""

from __future__ import annotations

from phaselint.document.record import properties_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Part, Pointer

Span = tuple[int, int]


def written(document: Document, pointer: Pointer, part: Part = "value") -> Span:
    """Where a node's own text is, behind its anchor and tag; see `Document.offsets`."""
    start, end = document.offsets(pointer, part)
    if document.format != "json" and document.text.startswith(("&", "!"), start):
        start = min(properties_end(document.text, start), end)
    return start, end


def scalar(document: Document, pointer: Pointer, part: Part, value: str) -> Span:
    """Where the text of a scalar is: between the quotes where it was written unchanged, else all
    that was written for it."""
    start, end = written(document, pointer, part)
    text = document.text
    quoted = end - start > 1 and text[start] == text[end - 1] and text[start] in "\"'"
    if quoted and text[start + 1 : end - 1] == value:
        return start + 1, end - 1
    return start, end


def piece(
    document: Document, pointer: Pointer, part: Part, value: str, start: int, end: int
) -> Span | None:
    """Where a piece of a scalar's value is, given by offsets into that.

    None where that is not certain: with escapes and folded lines the piece may be in the text
    more or less often than in the value.
    """
    first, last = scalar(document, pointer, part, value)
    text = document.text
    if text[first:last] == value:
        return first + start, first + end
    wanted = value[start:end]
    here = list(_found(text, wanted, first, last))
    there = list(_found(value, wanted, 0, len(value)))
    if not wanted or len(here) != len(there):
        return None
    at = here[there.index(start)]
    return at, at + len(wanted)


def _found(text: str, wanted: str, start: int, end: int) -> list[int]:
    """Every place of a string in another, overlapping ones included."""
    found = []
    at = text.find(wanted, start, end)
    while at >= 0:
        found.append(at)
        at = text.find(wanted, at + 1, end)
    return found
