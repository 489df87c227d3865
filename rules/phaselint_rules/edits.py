"""Edits of documents for the fixes of rules, including rules of plugins. They live next to the
documents because migrations use them too. Clean contracts don't need them, so they are imported
with the first fix."""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.document.editing import (
        append_item,
        insert_entry,
        key_text,
        remove_item,
        remove_items,
        replace_entry,
        spelt,
    )
    from phaselint.document.growing import insert_value, replace_value
else:
    _editing = deferred_module("phaselint.document.editing")
    append_item = _editing.append_item
    insert_entry = _editing.insert_entry
    key_text = _editing.key_text
    remove_item = _editing.remove_item
    remove_items = _editing.remove_items
    replace_entry = _editing.replace_entry
    spelt = _editing.spelt
    _growing = deferred_module("phaselint.document.growing")
    insert_value = _growing.insert_value
    replace_value = _growing.replace_value

__all__ = [
    "append_item",
    "insert_entry",
    "insert_value",
    "key_text",
    "remove_item",
    "remove_items",
    "replace_entry",
    "replace_value",
    "spelt",
]
