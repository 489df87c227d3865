"""JSON that is read again after an edit: only what the edit touches.

To read a registry of a megabyte takes longer than most questions about it. The text before
and behind an edit is what it was, and so are the values: the same objects, by which whoever
remembers something of them knows them again.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right

from phaselint.document.difference import difference
from phaselint.document.jsonplaces import JsonPlaces, members
from phaselint.document.jsonreader import depth
from phaselint.document.limits import DEPTH_LIMIT, NODE_LIMIT
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.document.difference import Difference
    from phaselint.document.jsonplaces import Members

_BLANK = " \t\n\r"

LARGE = 4_000
"""Characters of a collection whose parts are worth a look; a smaller one is read as a whole."""


class Unlike(Exception):
    """A string must be read as a whole."""


class _Entries(NamedTuple):
    """What a collection holds, in order: names, and where each entry starts, key included, and
    ends; and where its value starts."""

    names: list[str | int]
    starts: list[int]
    values: list[int]
    ends: list[int]


class Readable:
    """A string of JSON in which nothing is wrong, and its value; the entries of the large
    collections that edits were in are known."""

    __slots__ = ("_known", "text", "value")

    def __init__(self, text: str, value: Any) -> None:
        self.text = text
        self.value = value
        self._known: dict[int, _Entries] = {}

    def edited(self, text: str) -> Readable:
        """The same for another string. Raises Unlike where that must be read as a whole, since
        something is or may be wrong with it, or nothing was large."""
        if text == self.text:
            return self
        if len(text) > 2 * NODE_LIMIT:  # it may have too many
            raise Unlike
        edit = difference(self.text, text)
        above: list[tuple[int, int]] = []  # the collections around it, and the entry of each
        at, value = len(self.text) - len(self.text.lstrip(_BLANK)), self.value
        values = [value]
        while (number := self._inside(at, value, edit)) is not None:
            above.append((at, number))
            entries = self._entries(at)
            at, value = entries.values[number], value[entries.names[number]]
            values.append(value)
        if not _is_collection(value) or not self._surrounds(at, edit):
            raise Unlike
        entries, value = self._read(at, value, text, edit, len(above))
        found = Readable(text, value)
        found._known[at] = entries
        moved = edit.grown
        for (at, number), outer in zip(reversed(above), reversed(values[:-1]), strict=True):
            entries = self._entries(at)
            value = _replaced(outer, entries.names[number], value)
            found._known[at] = _moved(entries, number, moved)
        found.value = value
        return found

    def places(self) -> JsonPlaces:
        """Where everything in the text is; what the edits before have found out is known."""
        known = {at: _members(self.text, at, entries) for at, entries in self._known.items()}
        return JsonPlaces(self.text, known)

    def _entries(self, at: int) -> _Entries:
        """What the collection holds that opens at a place."""
        if at not in self._known:
            self._known[at] = _entries(self.text, at, 0)
        return self._known[at]

    def _surrounds(self, at: int, edit: Difference) -> bool:
        """Whether an edit is between the brackets of a collection."""
        return at < edit.start and edit.end <= self._closing(at)

    def _closing(self, at: int) -> int:
        """Where the collection closes that opens at a place."""
        ends = self._entries(at).ends
        return self.text.index("]" if self.text[at] == "[" else "}", ends[-1] if ends else at + 1)

    def _inside(self, at: int, value: Any, edit: Difference) -> int | None:
        """The number of the large collection in another in which all of an edit is; none where it
        is in none."""
        if not _is_collection(value):
            return None
        entries = self._entries(at)
        number = bisect_right(entries.values, edit.start) - 1
        if number < 0:
            return None
        start, end = entries.values[number], entries.ends[number]
        if not (start < edit.start and edit.end < end and end - start > LARGE):
            return None
        return number if _is_collection(value[entries.names[number]]) else None

    def _read(
        self, at: int, value: Any, text: str, edit: Difference, level: int
    ) -> tuple[_Entries, Any]:
        """A collection after an edit in it: the entries that it touches are read, with what stands
        between those before and behind it."""
        old, moved = self._entries(at), edit.grown
        first = bisect_left(old.ends, edit.start)  # entries before it end before it, and not at it
        behind = bisect_right(old.starts, edit.end)
        begin = old.ends[first - 1] if first else at + 1
        opening = text[at]
        is_last = behind == len(old.starts)
        until = (self._closing(at) if is_last else old.starts[behind]) + moved
        piece, offset = _stripped(text, begin, until, before=first > 0, behind=not is_last)
        whole = f"{{{piece}}}" if opening == "{" else f"[{piece}]"
        inner = _loaded(whole, level)
        new = _entries(whole, 0, offset - 1)
        names = [*old.names[:first], *new.names, *old.names[behind:]]
        entries = _Entries(
            names if opening == "{" else [*range(len(names))],
            [*old.starts[:first], *new.starts, *(each + moved for each in old.starts[behind:])],
            [*old.values[:first], *new.values, *(each + moved for each in old.values[behind:])],
            [*old.ends[:first], *new.ends, *(each + moved for each in old.ends[behind:])],
        )
        if opening == "[":
            return entries, [*value[:first], *inner, *value[behind:]]
        found: Any = {name: inner[name] if name in inner else value[name] for name in names}
        if len(found) != len(names):  # a name twice
            raise Unlike
        return entries, found


def _is_collection(value: Any) -> bool:
    return value.__class__ is dict or value.__class__ is list


def _stripped(text: str, begin: int, until: int, *, before: bool, behind: bool) -> tuple[str, int]:
    """The entries between two places without the commas that part them from those before and
    behind, and where they start. Raises Unlike where there are not as many commas as there have to
    be."""
    piece = text[begin:until]
    inner = piece.strip(_BLANK)
    start = begin + len(piece) - len(piece.lstrip(_BLANK))
    if not inner:
        if before and behind:
            raise Unlike
        return "", start
    if inner == "," and before and behind:
        return "", start
    if before:
        start, inner = start + 1, _without(inner[0], inner[1:])
    if behind:
        inner = _without(inner[-1:], inner[:-1])
    if not inner.strip(_BLANK):
        raise Unlike
    return inner, start


def _without(comma: str, rest: str) -> str:
    """The rest of a piece from which a comma is taken. Raises Unlike where it isn't one."""
    if comma != ",":
        raise Unlike
    return rest


def _loaded(text: str, level: int) -> Any:
    """The value of a collection. Raises Unlike where something is wrong, or may be."""

    def keep(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) != len(pairs):
            raise Unlike
        return value

    def refuse(_name: str) -> Any:
        raise Unlike

    if "\\ud" in text or "\\uD" in text:  # which may be half a character
        raise Unlike
    try:
        value = json.loads(text, object_pairs_hook=keep, parse_constant=refuse)
    except (ValueError, RecursionError):
        raise Unlike from None
    if level + depth(value) > DEPTH_LIMIT:
        raise Unlike
    return value


def _entries(text: str, at: int, offset: int) -> _Entries:
    """What the collection holds that opens at a place of a string, counted from an offset."""
    found = members(text, at)
    return _Entries(
        [*found],
        [key[0] + offset for key, _ in found.values()],
        [value[0] + offset for _, value in found.values()],
        [value[1] + offset for _, value in found.values()],
    )


def _members(text: str, at: int, entries: _Entries) -> Members:
    """The same as `members` gives it: the items of a list have no keys."""
    spans = [*zip(entries.values, entries.ends, strict=True)]
    keys = spans
    if text[at] == "{":
        pairs = zip(entries.starts, entries.values, strict=True)
        keys = [(start, text.rindex('"', start, value) + 1) for start, value in pairs]
    return dict(zip(entries.names, zip(keys, spans, strict=True), strict=True))


def _moved(entries: _Entries, number: int, by: int) -> _Entries:
    """Entries of which one has become longer, in its value."""
    after = number + 1
    return _Entries(
        entries.names,
        [*entries.starts[:after], *(each + by for each in entries.starts[after:])],
        [*entries.values[:after], *(each + by for each in entries.values[after:])],
        [*entries.ends[:number], *(each + by for each in entries.ends[number:])],
    )


def _replaced(value: Any, name: str | int, inner: Any) -> Any:
    """A collection with another value in the place of one."""
    copy = value.copy()
    copy[name] = inner
    return copy
