"""Where a node is, in words that survive edits elsewhere in its document (design §10)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Place, Pointer

_LABELS = ("name", "id")


def words_in(document: Document, pointer: Pointer) -> tuple[str, ...]:
    """The way to a place in a document, in names (see `segments`); in Python those of what is
    around it."""
    if document.format == "python":
        from phaselint.document.pythonplaces import words

        return words(document, pointer)
    return segments(document.value, pointer)


def segments(value: Any, pointer: Pointer) -> tuple[str, ...]:
    """Spell a pointer into a value with names in place of list indexes.

    An item is named by its `name` or `id`, or by itself when it is a string; `*` stands for
    any other. So an insertion before an item does not move it.
    """
    words: list[str] = []
    for step in pointer:
        if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
            words.append(_label(value))
        else:
            value = value.get(step) if isinstance(value, dict) else None
            words.append(str(step))
    return tuple(words)


def text_at(document: Document, place: Place) -> str:
    """The text that tells a place from others at the same spot, with its spaces evened out.

    It is what is written where the place is a key, a single value or a piece of a string, and empty
    for whole files and for collections: an edit somewhere inside them changes nothing about a
    finding on them.
    """
    if place.part == "document" or not document.readable:
        return ""
    if document.format == "python":
        from phaselint.document.pythonplaces import text_at as python_text_at

        return python_text_at(document, place.pointer)
    if place.range is not None:
        start, end = map(document.offset, place.range)
    else:
        start, end = document.offsets(place.pointer, place.part)
    value = _value_at(document.value, place.pointer)
    in_body = 0 < document.body_start <= start
    if place.part == "value" and isinstance(value, dict | list) and not in_body:
        return ""
    return " ".join(document.text[start:end].split())


def _label(item: Any) -> str:
    if isinstance(item, str):
        return item
    if isinstance(item, dict):
        for key in _LABELS:
            if isinstance(item.get(key), str):
                return str(item[key])
    return "*"


def _value_at(value: Any, pointer: Pointer) -> Any:
    for step in pointer:
        if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        elif isinstance(value, dict):
            value = value.get(step)
        else:
            return None
    return value
