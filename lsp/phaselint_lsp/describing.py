"""What a key or value may be, in a line of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.shape import NOUNS
from phaselint.vocabulary.suggest import listing

if TYPE_CHECKING:
    from phaselint.dialects.shape import Shape


def what(shape: Shape | None) -> str:
    """What a value of a shape is: `a string`, `one of …`; empty where anything will do."""
    if shape is None or shape.kind == "any":
        return ""
    if shape.words:
        return listing(shape.words) or NOUNS["string"]
    if shape.kind == "list" and shape.items is not None and shape.items.kind != "any":
        inner = shape.items
        if inner.words:
            return f"a list of {listing(inner.words)}"
        return f"a list, each item {NOUNS[inner.kind]}"
    return NOUNS[shape.kind]


def key_line(mapping: Shape | None, key: str) -> str:
    """What should be said about a key of a mapping: whether it must be there, and what it takes."""
    if mapping is None or mapping.fields is None:
        return ""
    need = "optional"
    if key in mapping.required:
        need = "required"
    elif key in mapping.expected:
        need = "expected"
    return ", ".join(filter(None, (need, what(mapping.fields.get(key)))))
