"""One fix as replacements in the strings of documents (design §9, style 19)."""

from __future__ import annotations

from itertools import pairwise

from phaselint.document.editing import with_breaks
from phaselint.document.marks import BEFORE_TEXT
from phaselint.vocabulary.finding import WHOLE_FILE
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.document import Document
    from phaselint.document.bypath import DocumentsByPath
    from phaselint.vocabulary.finding import Edit, Fix


class Change(NamedTuple):
    """A string for the code points from `start` to `end`, the end exclusive. One that starts at -1
    takes the byte order mark off, which isn't a part of the text."""

    start: int
    end: int
    text: str


Changes = tuple[Change, ...]
"""Of one document, in the order of their places."""


def changes_of(fix: Fix, documents: DocumentsByPath) -> Mapping[str, Changes] | None:
    """Turn a fix into changes of its documents: path → changes.

    None where it cannot be made as a whole: it has no edits, a document is missing, a place
    is none in the text, or two edits get in each other's way.
    """
    found: dict[str, list[Change]] = {}
    for edit in fix.edits:
        document = documents.get(edit.place.file)
        change = None if document is None else _change(edit, document)
        if change is None:
            return None
        found.setdefault(edit.place.file, []).append(change)
    ordered = {path: tuple(sorted(set(changes))) for path, changes in found.items()}
    if not ordered or any(map(_tangled, ordered.values())):
        return None
    return ordered


def apply(text: str, changes: Iterable[Change]) -> str:
    """Make changes of a string that do not overlap; its byte order mark is not in it."""
    parts: list[str] = []
    done = 0
    for change in sorted(changes):
        parts += text[done : max(change.start, 0)], change.text
        done = change.end
    return "".join([*parts, text[done:]])


def overlap(one: Change, other: Change) -> bool:
    """Tell whether two changes get in each other's way.

    Neighbours may touch, unless one of them only inserts: then the order would decide.
    """
    if one.start == one.end or other.start == other.end:
        return one.start <= other.end and other.start <= one.end
    return one.start < other.end and other.start < one.end


def _change(edit: Edit, document: Document) -> Change | None:
    place = edit.place
    span = place.range or document.range(place.pointer, place.part)
    if span == BEFORE_TEXT:
        return Change(-1, 0, edit.text) if document.bom else None
    if span == WHOLE_FILE and place.pointer:  # the place was never found
        return None
    start, end = document.offset(span.start), document.offset(span.end)
    if document.position(start) != span.start or document.position(end) != span.end or end < start:
        return None
    return Change(start, end, with_breaks(edit.text, document.text))


def _tangled(changes: Changes) -> bool:
    return any(overlap(one, other) for one, other in pairwise(changes))
