"""A JSON text that has another value: what stays the same stays as written.

Given are a document and the value that it shall have. Entries that both have keep their text,
their place in the order of the new value, and what is between them; what is new is written
like its neighbors. Nothing else is touched, so a string whose value stays is the same text.
"""

from __future__ import annotations

import json

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer


def rewritten(document: Document, value: Any, renamed: Mapping[str, str] | None = None) -> str:
    """The text of a JSON document with another value.

    It goes as deep as the two values differ, at most as deep as the caller went; both are
    within what `phaselint.document.limits` allows.

    Args:
        value: what the text shall say; parts of `document.value` may be in it.
        renamed: new key → the key whose entry it takes over, wherever a mapping has lost the one
            and got the other.

    Raises:
        ValueError: the document isn't a JSON text without duplicate keys.
    """
    if document.format != "json" or document.positions is None or document.problems:
        raise ValueError(document.path)
    start, end = document.offsets(())
    inner = _Writer(document, renamed or {}).value((), document.value, value)
    return document.text[:start] + inner + document.text[end:]


def spelt(value: Any, style: Style) -> str:
    """A value as JSON text in some style. Lists of plain values are on one line."""
    short = json.dumps(value, ensure_ascii=False)
    nested = isinstance(value, dict) or any(isinstance(each, dict | list) for each in _items(value))
    if not value or not nested or not style.line:
        return short
    inner = style._replace(line=style.line + style.unit)
    if isinstance(value, dict):
        entries = [f"{_key(key)}: {spelt(each, inner)}" for key, each in value.items()]
        return f"{{{inner.line}{f',{inner.line}'.join(entries)}{style.line}}}"
    items = [spelt(each, inner) for each in value]
    return f"[{inner.line}{f',{inner.line}'.join(items)}{style.line}]"


class Style(NamedTuple):
    """How collections are laid out: `line` is the break and indentation before an entry, next to
    which its value is, empty where all is on one line; `unit` one step of indentation."""

    line: str = "\n"
    unit: str = "  "


class _Held(NamedTuple):
    """A collection that is written in a document. `entries` are where its entries begin, their
    values begin, and they end; `gap` is what is between two, `opening` before the first."""

    start: int
    end: int
    entries: Sequence[tuple[int, int, int]]
    opening: str
    gap: str
    style: Style


class _Writer:
    def __init__(self, document: Document, renamed: Mapping[str, str]) -> None:
        self._document = document
        self._text = document.text
        self._renamed = renamed

    def value(self, pointer: Pointer, old: Any, new: Any) -> str:
        """The text of a value that is at a place, or will be put there."""
        start, end = self._document.offsets(pointer)
        if type(old) is type(new) and old == new:
            return self._text[start:end]
        if old and new and isinstance(old, dict) and isinstance(new, dict):
            return self._mapping(pointer, old, new)
        if old and new and isinstance(old, list) and isinstance(new, list):
            return self._list(pointer, old, new)
        around = self._held(pointer[:-1]).style if pointer else Style()
        return spelt(new, around)

    def _mapping(self, pointer: Pointer, old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
        held, keys = self._held(pointer), list(old)
        parts: list[tuple[int | None, str]] = []
        for key, value in new.items():
            former = self._former(key, old, new)
            if former is None:
                parts.append((None, f"{_key(key)}: {spelt(value, held.style)}"))
                continue
            at = keys.index(former)
            start, middle, _ = held.entries[at]
            label = self._text[start:middle]
            if former != key:
                label = label.replace(label.rstrip(" \t\r\n:"), _key(key), 1)
            parts.append((at, label + self.value((*pointer, former), old[former], value)))
        return self._joined(held, parts)

    def _former(self, key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> str | None:
        """The key of the old mapping whose entry one of the new mapping is."""
        if key in old:
            return key
        former = self._renamed.get(key)
        return former if former in old and former not in new else None

    def _list(self, pointer: Pointer, old: Sequence[Any], new: Sequence[Any]) -> str:
        held, at = self._held(pointer), 0
        parts: list[tuple[int | None, str]] = []
        for value in new:
            found = next((i for i in range(at, len(old)) if old[i] == value), None)
            if len(old) == len(new):  # the items are changed, each in its place
                found = len(parts)
            if found is None:
                parts.append((None, spelt(value, held.style)))
                continue
            parts.append((found, self.value((*pointer, found), old[found], value)))
            at = found + 1
        return self._joined(held, parts)

    def _joined(self, held: _Held, parts: Sequence[tuple[int | None, str]]) -> str:
        out = [self._text[held.start : held.start + 1], held.opening]
        last: int | None = None
        for number, (at, text) in enumerate(parts):
            if number:
                follows = at is not None and last is not None and at == last + 1
                out.append(self._between(held, at) if follows else held.gap)
            out.append(text)
            last = at
        return "".join([*out, self._text[held.entries[-1][2] : held.end]])

    def _between(self, held: _Held, at: int | None) -> str:
        """What is before an entry, and after the one before it."""
        number = at or 0
        return self._text[held.entries[number - 1][2] : held.entries[number][0]]

    def _held(self, pointer: Pointer) -> _Held:
        """The collection, which is not empty, that is at a place."""
        start, end = self._document.offsets(pointer)
        entries = tuple(self._entries(pointer))
        opening = self._text[start + 1 : entries[0][0]]
        gap = f",{opening or ' '}"
        if len(entries) > 1:
            gap = self._text[entries[0][2] : entries[1][0]]
        line = opening[opening.index("\n") - ("\r\n" in opening) :] if "\n" in opening else ""
        closing = self._text[entries[-1][2] : end - 1].rpartition("\n")[2]
        unit = line.rpartition("\n")[2].removeprefix(closing) or "  "
        style = Style(line, unit)
        return _Held(start, end, entries, opening=opening, gap=gap, style=style)

    def _entries(self, pointer: Pointer) -> Iterator[tuple[int, int, int]]:
        positions = self._document.positions
        found = positions.children(pointer) if positions is not None else None
        for key, value in sorted((found or {}).values()):
            yield key[0], value[0], value[1]


def _items(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)
