"""Byte order marks where a format knows none: no JSON parser of a reference takes one."""

from __future__ import annotations

from phaselint.document.model import Document, Problem
from phaselint.vocabulary.finding import Position, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.document.model import ProblemKind
    from phaselint.vocabulary.finding import Fix

BEFORE_TEXT = Range(Position(1, 0), Position(1, 1))
"""Where the mark is: before the first character, for the text of a document is without it."""

_MESSAGE = "the file starts with a byte order mark, which the runtime's JSON parser rejects"


def problem(kind: ProblemKind) -> Problem:
    """What is wrong with a file that starts with a mark; its place is before the text."""
    return Problem(kind, _MESSAGE, -1, 0, "save the file without it")


def takes_mark_off(fix: Fix) -> bool:
    """Whether a fix changes what has no column of its own, as formats count columns."""
    return any(edit.place.range == BEFORE_TEXT for edit in fix.edits)


def marked(document: Document) -> Document:
    """A document with its mark as a problem; everything else in it stays as it was read."""
    return Document(
        document.path,
        document.format,
        document.text,
        value=document.value,
        problems=(problem("byte-order-mark"), *document.problems),
        locate=lambda: document.positions,
        bom=document.bom,
        body_start=document.body_start,
    )
