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
        starts, ends: where in the text the names of a string are; empty for a list.
    """

    pointer: Pointer
    texts: Sequence[str]
    starts: Sequence[int] = ()
    ends: Sequence[int] = ()


def without_repeats(finding: Finding, documents: DocumentsByPath) -> Finding:
    """A finding whose fix adds no name to a list that already has it; without the fix if that can't
    be done."""
    fix = finding.fix
    assert fix is not None
    lists: dict[tuple[str, Pointer, int], tuple[_Names, dict[int, Edit]]] = {}
    for edit in fix.edits:
        document = documents.get(edit.place.file)
        found = None if document is None else _entry(edit, document)
        if found is not None:
            names, number = found
            start = names.starts[0] if names.starts else -1
            key = edit.place.file, names.pointer, start
            lists.setdefault(key, (names, {}))[1][number] = edit
    for (path, _, _), (names, edits) in lists.items():
        gone = _repeated(names.texts, {number: name_in(e.text) for number, e in edits.items()})
        document = documents.get(path)
        if gone and fix is not None and document is not None:
            fix = _removing(fix, document, names, [(edits[each], each) for each in gone])
    return finding if fix is finding.fix else finding._replace(fix=fix)


def name_in(text: str) -> str:
    """The name that an edit writes, without its quotes."""
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


def _repeated(texts: Sequence[str], better: Mapping[int, str]) -> list[int]:
    """The numbers of the entries whose new name is in the list already, or is written there by an
    entry before it."""
    known = {text for number, text in enumerate(texts) if number not in better}
    gone = []
    for number, name in sorted(better.items()):
        if name in known:
            gone.append(number)
        known.add(name)
    return gone


def _entry(edit: Edit, document: Document) -> tuple[_Names, int] | None:
    """The list in which an edit replaces an entry, and the number of that; None if it doesn't."""
    place, value = edit.place, document.value
    if place.part != "value" or not place.pointer or document.format == "python" or not edit.text:
        return None
    *above, last = place.pointer
    for step in above:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    if place.range is None:
        if not isinstance(last, int) or not isinstance(value, list):
            return None
        texts = [each if isinstance(each, str) else "" for each in value]
        return _Names(tuple(above), texts), last
    return _piece(document, place, value, last)


def _piece(
    document: Document, place: Place, around: Any, last: str | int
) -> tuple[_Names, int] | None:
    """The names of a string with commas, of which an edit replaces one."""
    try:
        value = around[last]
    except (KeyError, IndexError, TypeError):
        return None
    if not isinstance(value, str) or place.range is None:
        return None
    start, end = scalar(document, place.pointer, "value", value)
    text, at = document.text, document.offset(place.range.start)
    if text[start:end] != value or not start <= at < end:
        return None
    own = (at - start, document.offset(place.range.end) - start)
    for starts, ends in _lists_in(value):
        number = bisect_left(starts, own[0])
        if number < len(starts) and (starts[number], ends[number]) == own:
            texts = [value[first:after] for first, after in zip(starts, ends, strict=True)]
            moved = [array("l", [start + each for each in some]) for some in (starts, ends)]
            return _Names(place.pointer, texts, *moved), number
    return None


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
