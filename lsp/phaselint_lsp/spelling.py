"""How a name is written in the place of another: between the same quotes, or in some where it
needs them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from phaselint.document.changes import Change
from phaselint.document.reader import read_text

if TYPE_CHECKING:
    from phaselint.document import Document

_SINGLE, _DOUBLE = "'", '"'


def respelled(document: Document, start: int, end: int, name: str) -> Change:
    """The change that puts a name in the place of a whole key or value, which is between two
    offsets without its quotes."""
    text = document.text
    around = text[start - 1 : start] + text[end : end + 1]
    if around == _DOUBLE * 2:
        return Change(start, end, json.dumps(name, ensure_ascii=False)[1:-1])
    if around == _SINGLE * 2:
        return Change(start, end, name.replace(_SINGLE, _SINGLE * 2))
    if _is_plain(name):
        return Change(start, end, name)
    return Change(start, end, json.dumps(name, ensure_ascii=False))


def _is_plain(name: str) -> bool:
    """Whether a string means itself without quotes wherever YAML may have it."""
    read = read_text(
        "name.yaml", f"- {name}\n- [{name}, 1]\n- {{{name}: 1, a: {name}}}\n- {name}: 1\n"
    )
    wanted = [name, [name, 1], {name: 1, "a": name}, {name: 1}]
    return not read.problems and bool(read.value == wanted)
