"""Where nodes of a JSON text are, found on the way that leads to them.

To scan a string for all its nodes takes eight times as long as to read it. Most findings of an
editor are in few places: the collections above a place are gone through one by one, and the values
in them are skipped by the decoder that reads them, which is compiled.
"""

from __future__ import annotations

import re
from json import JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]  # typeshed leaves it out

from phaselint.document.positions import Positions
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phaselint.document.positions import Span
    from phaselint.vocabulary.finding import Part, Pointer

    Gap = Callable[[str, int], re.Match[str]]
    Members = dict[str | int, tuple[Span, Span]]

_gap: Gap = re.compile(r"[ \t\n\r,:]*").match  # type: ignore[assignment]  # it matches everywhere
"""Finds what is between values: where a string is valid, no more signs than there may be."""

_SKIP = JSONDecoder(parse_int=len, parse_float=len).scan_once  # type: ignore[attr-defined]  # no stub
"""Reads a value to see where it ends; of a number whatever is quickest."""

_SMALL = 4_000
"""Characters of a collection that is found again by its text: to look at an entry of a registry
takes ten times as long."""

_DEEP = 12
"""Steps of a pointer from which on it takes less time to scan the whole text."""


class JsonPlaces(Positions):
    """The nodes of a valid JSON text; all of them are scanned for when somebody asks for more than
    where one is."""

    def __init__(self, text: str, known: dict[int, Members] | None = None) -> None:
        self._text = text
        self._members = known or {}  # by where a collection opens
        self._inside: dict[int, Members] = {}  # from where a collection opens

    def find(self, pointer: Pointer, part: Part) -> Span:
        """See Positions."""
        if len(pointer) >= _DEEP:
            return self._whole.find(pointer, part)
        key: Span = (0, 0)
        start = _gap(self._text, 0).end()
        value = (start, len(self._text))
        for step in pointer:
            entry = self._entry(value, step)
            if entry is None:
                return key
            key, value = entry
        if part == "key":
            return key
        return value if pointer else (start, _SKIP(self._text, start)[1])

    def _entry(self, whole: Span, step: str | int) -> tuple[Span, Span] | None:
        """The spans of key and value of one that a collection holds, whose span is given. What a
        small one holds is known from before an edit of others."""
        at, end = whole
        if at in self._members or end - at > _SMALL:
            return self._in(at).get(step)
        found = self._within(at, end).get(step)
        return None if found is None else _moved(found, at)

    def _within(self, at: int, end: int) -> Members:
        """What a small collection holds, with spans that count from where it opens."""
        if at not in self._inside:
            self._inside[at] = _inside(self._text[at:end])
        return self._inside[at]

    @cached_property
    def _whole(self) -> Positions:
        from phaselint.document.jsontokens import scan

        return scan(self._text).positions

    def span(self, node: int) -> Span:
        """See Positions."""
        return self._whole.span(node)

    def at(self, offset: int) -> tuple[Pointer, Part]:
        """See Positions."""
        return self._whole.at(offset)

    def children(self, pointer: Pointer) -> Members | None:
        """See Positions."""
        if len(pointer) >= _DEEP:
            return self._whole.children(pointer)
        whole = (_gap(self._text, 0).end(), len(self._text))
        for step in pointer:
            entry = self._entry(whole, step)
            if entry is None:
                return None
            whole = entry[1]
        at, end = whole
        if self._text[at] not in "{[":
            return None
        if at in self._members or end - at > _SMALL:
            return dict(self._in(at))
        return {step: _moved(entry, at) for step, entry in self._within(at, end).items()}

    def entries(self) -> Iterator[Span]:
        """See Positions."""
        return self._whole.entries()

    def scalars(self) -> Iterator[Span]:
        """See Positions."""
        return self._whole.scalars()

    def events(self) -> Sequence[tuple[int, int, int]]:
        """See Positions."""
        return self._whole.events()

    def _in(self, at: int) -> Members:
        """What a collection holds, by the place where it opens; nothing in another value."""
        if at not in self._members:
            self._members[at] = members(self._text, at)
        return self._members[at]


def _moved(entry: tuple[Span, Span], by: int) -> tuple[Span, Span]:
    """The spans of an entry of a collection that is further down."""
    (first, last), (start, stop) = entry
    return (first + by, last + by), (start + by, stop + by)


@pure
def _inside(text: str) -> Members:
    """What a collection holds that is the whole text."""
    return members(text, 0)


def members(text: str, at: int) -> Members:
    """The spans of key and value of all that is in a collection, an item's twice; of several keys
    with one name those of the last."""
    found: Members = {}
    opening = text[at]
    if opening not in "{[":
        return found
    at = _gap(text, at + 1).end()
    while text[at] not in "}]":
        key = None
        name: str | int = len(found)
        if opening == "{":
            name, end = scanstring(text, at + 1)
            key = (at, end)
            at = _gap(text, end).end()
        value = (at, _SKIP(text, at)[1])
        found[name] = (key or value, value)
        at = _gap(text, value[1]).end()
    return found
