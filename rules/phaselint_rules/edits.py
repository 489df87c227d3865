"""Edits of documents for the fixes of rules, those of plug-ins among them: they live beside the
documents, where migrations use them too."""

from __future__ import annotations

from phaselint.document.editing import (
    append_item,
    insert_entry,
    key_text,
    remove_item,
    remove_items,
    replace_entry,
    spelt,
)

__all__ = [
    "append_item",
    "insert_entry",
    "key_text",
    "remove_item",
    "remove_items",
    "replace_entry",
    "spelt",
]
