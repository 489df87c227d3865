"""Edits that add values to YAML and JSON: as blocks where what is next to them is in one."""

from __future__ import annotations

from phaselint.document.editing import insertion, key_text, replace_entry, spelt
from phaselint.document.entries import (
    after_line,
    collection,
    edit_at,
    end_of_block,
    inner,
    line_start,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.document import Document
    from phaselint.document.entries import Collection
    from phaselint.vocabulary.finding import Edit, Pointer


def insert_value(document: Document, pointer: Pointer, key: str, value: Any) -> Edit | None:
    """Add an entry to a mapping, after the others and written like them: what is in it is in a
    block where they do."""
    held = collection(document, pointer)
    if held is None or not held.keyed or key in held.numbers:
        return None
    if not _is_collection(value) or not _in_block(held):
        return insertion(held, f"{key_text(document, key)}: {_inline(document, value)}")
    return _block_insertion(held, {key: value})


def replace_value(document: Document, pointer: Pointer, key: str, value: Any) -> Edit | None:
    """Put another entry in the place of one of a mapping; see `insert_value`, `replace_entry`."""
    held = collection(document, pointer[:-1]) if pointer else None
    edit = replace_entry(document, pointer, key, _inline(document, value))
    if edit is None or held is None or not _is_collection(value) or not _in_block(held):
        return edit
    from phaselint.document.blocks import block, layout_of

    start = held.entries[held.numbers[pointer[-1]]][0]
    layout = layout_of(document.text_of(()))
    return edit._replace(text=block({key: value}, layout, document.position(start).column - 1))


def append_values(document: Document, pointer: Pointer, values: Sequence[Any]) -> Edit | None:
    """Add items to a list, after the others and written like them; see `insert_value`. A list that
    is empty becomes a block where one may stand."""
    held = collection(document, pointer)
    if held is None or held.keyed or not values:
        return None
    if _in_block(held):
        return _block_insertion(held, list(values))
    if not held.entries and document.format != "json":
        return _first_items(held, list(values))
    depth = len(pointer) + 1
    edits = [insertion(held, _inline(document, each, _column(held), depth)) for each in values]
    texts = [edit.text for edit in edits if edit is not None]
    first = edits[0]
    if first is None:
        return None
    return first._replace(text=("" if held.entries else ", ").join(texts))


def _block_insertion(held: Collection, value: Any) -> Edit | None:
    """Add entries to a block, as one; they keep the distance between the others."""
    from phaselint.document.blocks import block, layout_of

    document, end = held.document, end_of_block(held)
    if end is None:
        return None
    at, column = end
    layout = layout_of(document.text_of(()))
    some = (
        [{key: each} for key, each in value.items()] if held.keyed else [[each] for each in value]
    )
    space = "\n\n" if _are_apart(held) else "\n"
    lines = (f"{space}{' ' * column}{block(each, layout, column)}" for each in some)
    return edit_at(document, at, at, "".join(lines))


def _first_items(held: Collection, items: list[Any]) -> Edit | None:
    """Put a block in the place of an empty list that ends the line of its key."""
    from phaselint.document.blocks import block, layout_of

    document, text = held.document, held.document.text
    line = line_start(text, held.start)
    before = text[line : held.start].rstrip(" \t")
    after = after_line(text, held.end, break_too=False)
    if after is None or not before.endswith(":") or inner(held) is None or "{" in before:
        return edit_at(document, held.start + 1, held.end - 1, ", ".join(map(spelt, items)))
    layout = layout_of(document.text_of(()))
    column = len(before) - len(before.lstrip(" -")) + layout.dash
    new = f"\n{' ' * column}{block(items, layout, column)}"
    return edit_at(document, line + len(before), held.end, new)


def _are_apart(held: Collection) -> bool:
    """Whether there is an empty line in front of the last entry of a block."""
    if len(held.entries) < 2:
        return False
    between = held.document.text[held.entries[-2][1] : held.entries[-1][0]]
    return any(not line.strip() for line in between.split("\n")[1:-1])


def _in_block(held: Collection) -> bool:
    return bool(held.entries) and not held.flow


def _is_collection(value: Any) -> bool:
    return isinstance(value, (dict, list)) and bool(value)


def _column(held: Collection) -> int:
    """The column of the first entry, where that begins a line; else it is unknown."""
    if not held.entries:
        return 0
    text, start = held.document.text, held.entries[0][0]
    line = text[line_start(text, start) : start]
    return 0 if line.strip() else len(line)


def _inline(document: Document, value: Any, column: int = 0, depth: int = 1) -> str:
    """A value on one line; in JSON in lines from a column on, which so many levels are indented
    by."""
    if document.format != "json":
        return _flow(document, value)
    import json

    if not column:
        return spelt(value)
    text = json.dumps(value, ensure_ascii=False, indent=column // depth)
    return text.replace("\n", "\n" + " " * column)


def _flow(document: Document, value: Any) -> str:
    """A value of our own between brackets, without quotes that it does not need."""
    if isinstance(value, dict):
        entries = (f"{key_text(document, k)}: {_flow(document, v)}" for k, v in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list):
        return f"[{', '.join(_flow(document, each) for each in value)}]"
    return key_text(document, value) if isinstance(value, str) else spelt(value)
