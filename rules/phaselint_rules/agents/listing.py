"""Edits of lists of names, also if written as one string with commas (reference §3.1, §3.2)."""

from __future__ import annotations

from phaselint.document.spans import scalar
from phaselint.vocabulary.finding import Edit, Place, Range
from phaselint_rules.edits import append_item, key_text, remove_item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.agents.model import Word
    from phaselint.document import Document

_QUOTES = ("'", '"')


def added(document: Document, key: str, name: str) -> Edit | None:
    """Add a name to a list, or to a string of names with commas."""
    value = document.value[key]
    if isinstance(value, list):
        return append_item(document, (key,), key_text(document, name))
    if not isinstance(value, str) or not value.strip():
        return None
    start, end = scalar(document, (key,), "value", value)
    if document.text[start:end] != value:
        return None
    comma = "" if value.rstrip().endswith(",") else ","
    return between(document, end, end, f"{comma} {name}")


def removed(document: Document, words: tuple[Word, ...], number: int) -> Edit | None:
    """Remove one of several names; the last one stays, because a missing list differs from an empty
    one."""
    word = words[number]
    if len(words) == 1:
        return None
    if word.start < 0:
        return remove_item(document, word.pointer)
    if document.text[word.start - 1] in _QUOTES:
        return None
    if number + 1 < len(words):
        return between(document, word.start, words[number + 1].start, "")
    return between(document, words[number - 1].end, word.end, "")


def as_list(document: Document, key: str) -> Edit | None:
    """Put names from a string with commas into a list."""
    value = document.value[key]
    names = [piece.strip().strip("'\"") for piece in value.split(",")]
    if not all(names):
        return None
    start, end = document.offsets((key,))
    return between(
        document, start, end, f"[{', '.join(key_text(document, name) for name in names)}]"
    )


def between(document: Document, start: int, end: int, text: str) -> Edit:
    """Replace a piece of a document."""
    span = Range(document.position(start), document.position(end))
    return Edit(Place(document.path, (), "value", span), text)
