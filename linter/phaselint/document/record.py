"""What reading a document notes of where everything is, in one flat record.

A reader notes each event as one integer (start, end, kind) and each key's name, so reading pays 8
bytes and an append per node (core D.1). See `positions` for what is made of it.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Collection, Mapping, Sequence

SCALAR, ALIAS, MAPPING, SEQUENCE, END = range(5)
"""Kinds of events. An end that has no string of its own closes a block collection."""

START_SHIFT, END_SHIFT = 32, 4
END_MASK = (1 << START_SHIFT - END_SHIFT) - 1
KIND_MASK = (1 << END_SHIFT) - 1
"""A mark is two halves of 32 bits; no string is as long as 28 of them tell (see `limits`)."""

LINE_BREAKS = "\r\n"


class Record(NamedTuple):
    """What a reader noted.

    `marks` holds `start << START_SHIFT | end << END_SHIFT | kind` per event, in text order;
    `names` the name of every key, in the same order. Of equal keys the last one counts, except
    those whose marks have their index in `skipped`; `aliases` leads from the mark of an
    alias to that of the node it stands for. `base` is added to every offset.
    """

    marks: array[int]
    names: Sequence[str]
    skipped: Collection[int] = ()
    aliases: Mapping[int, int] = {}
    base: int = 0


def properties_end(text: str, start: int) -> int:
    """Give where a node's own text starts, after its anchor and tag and comments on them."""
    if not text.startswith(("&", "!"), start):
        return start
    import re

    space = re.compile(r"(?>(?:[ \t\r\n]+(?:#[^\r\n]*)?)*)")
    word = re.compile(r"[&!][^ \t\r\n]*")
    while found := word.match(text, start):
        after = space.match(text, found.end())
        start = after.end() if after else found.end()
    return start


def line_end(text: str, offset: int) -> int:
    """Give the offset of the line break after `offset`, or of the end of the text."""
    ends = (text.find("\n", offset), text.find("\r", offset))
    return min((end for end in ends if end >= 0), default=len(text))
