"""Edits of an agent's JSON files, which rules know by path (see `phaselint_rules.edits`)."""

from __future__ import annotations

from phaselint_rules.edits import append_item, insert_entry, remove_item, spelt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Edit, Place, Pointer

__all__ = ["add_item", "add_member", "add_members", "node", "remove", "spelt"]


def node(place: Place) -> dict[str, Any]:
    """A place as witness data: what a corrected copy lacks."""
    return {"file": place.file, "pointer": list(place.pointer)}


def remove(documents: Mapping[str, Document], file: str, pointer: Pointer) -> Edit | None:
    """Remove a member of an object or an item of a list, with the comma that goes with it."""
    document = _json(documents, file)
    return remove_item(document, pointer) if document else None


def add_member(
    documents: Mapping[str, Document], file: str, pointer: Pointer, key: str, value: Any
) -> Edit | None:
    """Add a member to an object, after the others and written like them."""
    document = _json(documents, file)
    return insert_entry(document, pointer, key, spelt(value)) if document else None


def add_members(
    documents: Mapping[str, Document], file: str, pointer: Pointer, entries: Mapping[str, Any]
) -> Edit | None:
    """Add several members to an object that has some, after these and written like them."""
    edits = [add_member(documents, file, pointer, *entry) for entry in entries.items()]
    first = edits[0] if edits else None
    texts = [edit.text for edit in edits if edit is not None and first is not None]
    return first._replace(text="".join(texts)) if first and len(texts) == len(edits) else None


def add_item(
    documents: Mapping[str, Document], file: str, pointer: Pointer, value: Any
) -> Edit | None:
    """Add an item to a list, after the others and written like them."""
    document = _json(documents, file)
    return append_item(document, pointer, spelt(value)) if document else None


def _json(documents: Mapping[str, Document], file: str) -> Document | None:
    document = documents.get(file)
    return document if document is not None and document.format == "json" else None
