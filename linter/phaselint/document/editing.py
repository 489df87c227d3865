"""Edits of YAML, JSON and front matter that leave everything else as written: remove an
entry, add one, rename a key.

All take a document and a pointer into it and give the edit, or none where no plain edit of the
text does it for certain. A document with problems is left alone: with a key written twice, the
text between two entries may hold a third.
"""

from __future__ import annotations

import re

from phaselint.document.entries import (
    after_line,
    collection,
    edit_at,
    end_of_block,
    inner,
    line_start,
    opening,
)
from phaselint.document.plain import NOT_PLAIN, PLAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.document import Document
    from phaselint.document.entries import Collection
    from phaselint.vocabulary.finding import Edit, Pointer


def spelt(value: Any) -> str:
    """A value as JSON text, which is YAML as well."""
    import json

    return json.dumps(value, ensure_ascii=False)


def key_text(document: Document, key: str) -> str:
    """A key, or another name, as its document spells one."""
    plain = re.fullmatch(PLAIN, key) and key.lower() not in NOT_PLAIN
    return key if plain and document.format != "json" else spelt(key)


def remove_item(document: Document, pointer: Pointer) -> Edit | None:
    """Remove an entry of a mapping or an item of a list, with the line or the comma that goes
    with it. A collection that loses its last entry stays, and is empty."""
    edits = remove_items(document, pointer[:-1], pointer[-1:])
    return edits[0] if edits else None


def remove_items(
    document: Document, pointer: Pointer, steps: Iterable[str | int]
) -> tuple[Edit, ...]:
    """Remove several entries of one collection; see `remove_item`. No edits at all where one of
    them cannot be removed."""
    held = collection(document, pointer)
    if held is None:
        return ()
    gone = sorted(held.numbers.get(step, -1) for step in steps)
    if not gone or gone[0] < 0:
        return ()
    edits = []
    for first, last in runs(gone):  # one may be named again
        span = (_flow_removal if held.flow else _block_removal)(held, first, last)
        if span is None or _has_used_anchor(document.text, *span[:2]):
            return ()
        edits.append(edit_at(document, *span))
    return tuple(edits)


def replace_entry(document: Document, pointer: Pointer, key: str, text: str) -> Edit | None:
    """Put another entry in the place of one of a mapping; see `insert_entry`. None where a
    comment would be lost."""
    held = collection(document, pointer[:-1]) if pointer else None
    if held is None or not held.keyed or pointer[-1] not in held.numbers or key in held.numbers:
        return None
    start, end = held.entries[held.numbers[pointer[-1]]]
    lost = "#" in document.text[start:end] and document.format != "json"
    if lost or _has_used_anchor(document.text, start, end):
        return None
    return edit_at(document, start, end, f"{key_text(document, key)}: {text}")


def insert_entry(document: Document, pointer: Pointer, key: str, text: str) -> Edit | None:
    """Add an entry to a mapping, after the others and written like them.

    Args:
        pointer: leads to the mapping.
        text: the value, spelt as the document's format has it on one line.
    """
    held = collection(document, pointer)
    if held is None or not held.keyed or key in held.numbers:
        return None
    return insertion(held, f"{key_text(document, key)}: {text}")


def append_item(document: Document, pointer: Pointer, text: str) -> Edit | None:
    """Add an item to a list, after the others and written like them; see `insert_entry`."""
    held = collection(document, pointer)
    return None if held is None or held.keyed else insertion(held, text)


def edited(document: Document, edits: Iterable[Edit]) -> str:
    """The text of a document with edits made that were computed above. Of those at one place the
    first given comes first."""
    text = document.text
    spots = []
    for edit in edits:
        span = edit.place.range or document.range(edit.place.pointer, edit.place.part)
        spots.append((document.offset(span.start), document.offset(span.end), edit.text))
    parts: list[str] = []
    done = 0
    for start, end, new in sorted(spots, key=lambda spot: spot[:2]):
        parts += text[done:start], with_breaks(new, text)
        done = end
    return "".join([*parts, text[done:]])


def with_breaks(text: str, around: str) -> str:
    """A string with the line breaks of another."""
    if "\n" not in text and "\r" not in text:
        return text
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return plain.replace("\n", line_break(around))


def line_break(text: str) -> str:
    """The line break a string uses: its first one, `\\n` where it has none."""
    for at, character in enumerate(text):
        if character == "\n":
            return "\n"
        if character == "\r":
            return "\r\n" if text.startswith("\n", at + 1) else "\r"
    return "\n"


def runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of neighbors among sorted numbers."""
    first = last = numbers[0]
    for number in numbers[1:]:
        if number > last + 1:
            yield first, last
            first = number
        last = number
    yield first, last


def _flow_removal(held: Collection, first: int, last: int) -> tuple[int, int, str] | None:
    start, end = held.entries[first][0], held.entries[last][1]
    if last + 1 < len(held.entries):
        return start, held.entries[last + 1][0], ""
    if first:
        return held.entries[first - 1][1], end, ""
    return None if inner(held) is None else (held.start + 1, held.end - 1, "")


def _block_removal(held: Collection, first: int, last: int) -> tuple[int, int, str] | None:
    text = held.document.text
    start = opening(held, first)
    if start is None:
        return None
    if last - first + 1 == len(held.entries):
        return _emptied(held, start)
    line = line_start(text, start)
    end = after_line(text, held.entries[last][1])
    if end is None:
        return None
    if not text[line:start].strip():
        return line, _past_own_comments(text, end, start - line), ""
    following = opening(held, last + 1) if last + 1 < len(held.entries) else None
    if following is None or text[line:start].strip(" -"):
        return None
    # The first entry of a list's item is behind the dash; the next one takes its place.
    return None if text[end:following].strip() else (start, following, "")


def _emptied(held: Collection, start: int) -> tuple[int, int, str] | None:
    """The only entry of a block gives way to an empty collection."""
    text = held.document.text
    empty = "{}" if held.keyed else "[]"
    before = text[:start].rstrip(" \t\r\n")
    if before.endswith(":"):
        return len(before), held.end, f" {empty}"
    if held.keyed or before.endswith("-") or not before:
        return start, held.end, empty
    return None


def insertion(held: Collection, content: str) -> Edit | None:
    """Add an entry, as one line, behind the others of a collection."""
    document, text = held.document, held.document.text
    if not held.entries:
        if not held.flow or inner(held) is None:
            return None
        return edit_at(document, held.start + 1, held.end - 1, content)
    last = held.entries[-1]
    if held.flow:
        before = held.entries[-2][1] if len(held.entries) > 1 else held.start + 1
        gap = text[before : last[0]]
        if "#" in gap:
            gap = ","
        comma = gap if "," in gap else f",{gap or ' '}"
        return edit_at(document, last[1], last[1], f"{comma}{content}")
    end = end_of_block(held)
    if end is None:
        return None
    at, column = end
    dash = "" if held.keyed else "- "
    return edit_at(document, at, at, f"\n{' ' * column}{dash}{content}")


def _past_own_comments(text: str, offset: int, indent: int) -> int:
    """Where the comment lines end that are inside of an entry by their indentation."""
    comment = re.compile(r"([ \t]*)#[^\r\n]*(?:\r\n|\r|\n|\Z)")
    while found := comment.match(text, offset):
        if len(found[1]) <= indent or found.end() == offset:
            break
        offset = found.end()
    return offset


def _has_used_anchor(text: str, start: int, end: int) -> bool:
    """Whether something else refers to an anchor in a piece of text."""
    if text.find("&", start, end) < 0:
        return False
    names = re.findall(r"&([^\s,\[\]{}]+)", text[start:end])
    rest = text[:start] + text[end:] if names else ""
    return any(f"*{name}" in rest for name in names)
