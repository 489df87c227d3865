"""Fixes that would write a name into a list that already has it remove the replaced entry instead.

Rules replace each name on its own: two former names of one tool, or a misspelled name next to the
right one, would become the same entry twice.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter

from phaselint.document.editing import remove_items, runs
from phaselint.document.spans import scalar
from phaselint.vocabulary.finding import Edit, Fix, Place, Range
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.document import Document
    from phaselint.document.bypath import DocumentsByPath
    from phaselint.vocabulary.finding import Finding, Pointer


class _Names(NamedTuple):
    """A list of names: its entries as written, where they are, and where it is.

    Attributes:
        pointer: the list in the document, or the string with the names.
        texts, counts: the names in order, and how often each is in the list.
        starts, ends: where in the text the names of a string are; empty for a list.
    """

    pointer: Pointer
    texts: Sequence[str]
    counts: Mapping[str, int]
    starts: Sequence[int] = ()
    ends: Sequence[int] = ()


class Lists:
    """The lists of names in some documents. Each is looked through once: thousands of findings can
    be about the entries of one."""

    def __init__(self, documents: DocumentsByPath) -> None:
        self._documents = documents
        self._known: dict[tuple[str, Pointer], tuple[_Names, ...]] = {}

    def without_repeats(self, finding: Finding) -> Finding:
        """A finding whose fix adds no name to a list that already has it; without the fix if that
        can't be done."""
        fix = finding.fix
        assert fix is not None
        lists: dict[tuple[str, Pointer, int], tuple[_Names, dict[int, Edit]]] = {}
        for edit in fix.edits:
            document = self._documents.get(edit.place.file)
            found = None if document is None else self._entry(edit, document)
            if found is not None:
                names, number = found
                start = names.starts[0] if names.starts else -1
                key = edit.place.file, names.pointer, start
                lists.setdefault(key, (names, {}))[1][number] = edit
        for (path, _, _), (names, edits) in lists.items():
            gone = _repeated(names, {number: name_in(e.text) for number, e in edits.items()})
            document = self._documents.get(path)
            if gone and fix is not None and document is not None:
                fix = _removing(fix, document, names, [(edits[each], each) for each in gone])
        return finding if fix is finding.fix else finding._replace(fix=fix)

    def _entry(self, edit: Edit, document: Document) -> tuple[_Names, int] | None:
        """The list in which an edit replaces an entry, and the number of that; None if it
        doesn't."""
        place = edit.place
        if place.part != "value" or not place.pointer or document.format == "python":
            return None
        if not edit.text:
            return None
        if place.range is None:
            *above, last = place.pointer
            if not isinstance(last, int):
                return None
            found = self._names_at(document, tuple(above))
            return (found[0], last) if found and last < len(found[0].texts) else None
        own = document.offset(place.range.start), document.offset(place.range.end)
        for names in self._names_at(document, place.pointer):
            number = bisect_left(names.starts, own[0])
            if number < len(names.starts) and (names.starts[number], names.ends[number]) == own:
                return names, number
        return None

    def _names_at(self, document: Document, pointer: Pointer) -> tuple[_Names, ...]:
        """The list at a place of a document, or those in the string with commas there."""
        key = document.path, pointer
        if key not in self._known:
            value = _value_at(document, pointer)
            if isinstance(value, list):
                texts = [each if isinstance(each, str) else "" for each in value]
                self._known[key] = (_Names(pointer, texts, Counter(texts)),)
            elif isinstance(value, str):
                self._known[key] = tuple(_names_in(document, pointer, value))
            else:
                self._known[key] = ()
        return self._known[key]


def _value_at(document: Document, pointer: Pointer) -> Any:
    """The value at a place; None if there isn't one."""
    value = document.value
    for step in pointer:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _names_in(document: Document, pointer: Pointer, value: str) -> Iterator[_Names]:
    """The lists of names in a string that is written as it is read."""
    start, end = scalar(document, pointer, "value", value)
    if document.text[start:end] != value:
        return
    for starts, ends in _lists_in(value):
        texts = [value[first:after] for first, after in zip(starts, ends, strict=True)]
        moved = [array("l", [start + each for each in some]) for some in (starts, ends)]
        yield _Names(pointer, texts, Counter(texts), *moved)


def name_in(text: str) -> str:
    """The name that an edit writes, without its quotes."""
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


def _repeated(names: _Names, better: Mapping[int, str]) -> list[int]:
    """The numbers of the entries whose new name is in the list already, or is written there by an
    entry before it."""
    replaced = Counter(names.texts[number] for number in better)
    written = set()
    gone = []
    for number, name in sorted(better.items()):
        if name in written or names.counts.get(name, 0) > replaced[name]:
            gone.append(number)
        written.add(name)
    return gone


def _lists_in(value: str) -> Iterator[tuple[array[int], array[int]]]:
    """The names between the commas of a string, then those between the commas in the parentheses of
    each: where they start, and where they end. There can be as many as characters."""
    waiting = [(0, len(value))]
    while waiting:
        start, end = waiting.pop()
        starts, ends, depth, first = array("l"), array("l"), 0, start
        for at in range(start, end + 1):
            sign = value[at] if at < end else ","
            if sign == "," and (not depth or at == end):
                piece = value[first:at]
                inner = first + len(piece) - len(piece.lstrip())
                starts.append(inner)
                ends.append(max(inner, first + len(piece.rstrip())))
                first = at + 1
            depth += (sign == "(") - (sign == ")" and depth > 0)
        yield starts, ends
        for first, after in zip(starts, ends, strict=True):
            opened = value.find("(", first, after)
            if opened >= 0 and value[after - 1] == ")":
                waiting.append((opened + 1, after - 1))


def _removing(
    fix: Fix, document: Document, names: _Names, gone: Sequence[tuple[Edit, int]]
) -> Fix | None:
    """A fix that removes some entries where it replaced them; None if they can't be removed."""
    numbers = [number for _, number in gone]
    if names.starts:
        removals = tuple(_cut(document, names, numbers))
    else:
        removals = remove_items(document, names.pointer, numbers)
    if not removals:
        return None
    replaced = [edit for edit, _ in gone]
    kept = tuple(edit for edit in fix.edits if edit not in replaced)
    if kept:
        return fix._replace(edits=(*kept, *removals))
    old = ", ".join(quote(names.texts[number]) for number in numbers)
    return Fix(fix.safety, f"remove {old}, because the list already has the right name", removals)


def _cut(document: Document, names: _Names, numbers: Sequence[int]) -> Iterator[Edit]:
    """Remove names from a string with commas, each with one comma."""
    for first, last in runs(numbers):
        if first:
            start, end = names.ends[first - 1], names.ends[last]
        elif last + 1 < len(names.starts):
            start, end = names.starts[0], names.starts[last + 1]
        else:
            continue
        span = Range(document.position(start), document.position(end))
        yield Edit(Place(document.path, names.pointer, "value", span), "")


def new_repeat(before: Document, after: Document) -> str:
    """A name that a list, or a string of names with commas, of a changed document has more often
    than before and more than once; empty if there isn't one."""
    old, new = Counter(_repeats(before.value)), Counter(_repeats(after.value))
    return next((key[1] for key, count in new.items() if count > old[key]), "")


def _repeats(value: Any) -> Iterable[tuple[tuple[str, ...], str]]:
    """The names that are in a list again, each with the keys above the list."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), value)]
    while waiting:
        keys, each = waiting.pop()
        if isinstance(each, dict):
            waiting += [((*keys, str(key)), inner) for key, inner in each.items()]
        elif isinstance(each, list):
            waiting += [(keys, inner) for inner in each if isinstance(inner, dict | list)]
            yield from _again(keys, [inner for inner in each if isinstance(inner, str)])
        if isinstance(each, str) and "," in each:
            for starts, ends in _lists_in(each):
                names = map(each.__getitem__, map(slice, starts, ends))
                yield from _again(keys, names)


def _again(keys: tuple[str, ...], names: Iterable[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    known = set()
    for name in names:
        if name and name in known:
            yield keys, name
        known.add(name)
