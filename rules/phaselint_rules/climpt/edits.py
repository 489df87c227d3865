"""Edits of JSON text that leave everything else as it is written: remove, add, never rewrite.

All take a document and a pointer into it and give the edit, or none where the place is not as
it has to be. A document with problems is left alone: with a key written twice, the text between
two members may hold a third.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from phaselint.finding import Edit, Place, Range

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.document import Document
    from phaselint.finding import Pointer


def spelt(value: Any) -> str:
    """A value as JSON text."""
    return json.dumps(value, ensure_ascii=False)


def node(place: Place) -> dict[str, Any]:
    """A place as witness data: what a corrected copy lacks."""
    return {"file": place.file, "pointer": list(place.pointer)}


def remove(documents: Mapping[str, Document], file: str, pointer: Pointer) -> Edit | None:
    """Remove a member of an object or an item of a list, with the comma that goes with it."""
    found = _children(documents, file, pointer[:-1])
    if found is None:
        return None
    document, steps = found
    if pointer[-1] not in steps:
        return None
    at = steps.index(pointer[-1])
    start, end = _extent(document, pointer)
    if at + 1 < len(steps):
        end = _extent(document, (*pointer[:-1], steps[at + 1]))[0]
    elif at:
        start = _extent(document, (*pointer[:-1], steps[at - 1]))[1]
    return _edit(document, start, end, "")


def add_member(
    documents: Mapping[str, Document], file: str, pointer: Pointer, key: str, value: Any
) -> Edit | None:
    """Add a member to an object, after the others and written like them."""
    return _add(documents, file, pointer, f"{spelt(key)}: {spelt(value)}")


def add_item(
    documents: Mapping[str, Document], file: str, pointer: Pointer, value: Any
) -> Edit | None:
    """Add an item to a list, after the others and written like them."""
    return _add(documents, file, pointer, spelt(value))


def _add(documents: Mapping[str, Document], file: str, pointer: Pointer, text: str) -> Edit | None:
    found = _children(documents, file, pointer)
    if found is None:
        return None
    document, steps = found
    start, end = document.offsets(pointer)
    if not steps:
        return _edit(document, start + 1, end - 1, text)
    last = _extent(document, (*pointer, steps[-1]))
    before = _extent(document, (*pointer, steps[-2]))[1] if len(steps) > 1 else start + 1
    gap = document.text[before : last[0]]
    comma = gap if "," in gap else f",{gap or ' '}"
    return _edit(document, last[1], last[1], f"{comma}{text}")


def _children(
    documents: Mapping[str, Document], file: str, pointer: Pointer
) -> tuple[Document, list[str | int]] | None:
    """A document and the steps to the members or items of a container in it."""
    document = documents.get(file)
    if document is None or document.format != "json" or document.problems:
        return None
    value = document.value
    for step in pointer:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    if isinstance(value, list):
        return document, list(range(len(value)))
    return (document, list(value)) if isinstance(value, dict) else None


def _extent(document: Document, pointer: Pointer) -> tuple[int, int]:
    """Where a member, its key included, or an item starts and ends."""
    return document.offsets(pointer, "key")[0], document.offsets(pointer)[1]


def _edit(document: Document, start: int, end: int, text: str) -> Edit:
    spot = Range(document.position(start), document.position(end))
    return Edit(Place(document.path, (), "value", spot), text)
