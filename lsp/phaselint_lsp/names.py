"""The names of an open document: which of them is at a place, and where each of them is now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.symbols import span_of
from phaselint.vocabulary.record import NamedTuple
from phaselint_lsp.aligning import align

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.symbols import Link, Occurrence, Symbol
    from phaselint.document import Document
    from phaselint_lsp.document_cache import DocumentCache, Held
    from phaselint_lsp.snapshot import Snapshot


class Named(NamedTuple):
    """A name in the open document: the contract it counts in, and where it is in the client's
    text."""

    held: Held
    occurrence: Occurrence
    start: int
    end: int

    @property
    def symbol(self) -> Symbol:
        """What it names."""
        return self.occurrence.symbol


def names_at(snapshot: Snapshot, shelf: DocumentCache, offset: int) -> tuple[Named, ...]:
    """The names that an offset of the open document is in or touches, by contract."""
    return tuple(_at(snapshot, shelf, offset))


def _at(snapshot: Snapshot, shelf: DocumentCache, offset: int) -> Iterator[Named]:
    for held in shelf.own():
        document = held.documents[snapshot.file]
        alignment = align(document.text, snapshot.text)
        old = alignment.back(offset)
        if old is None:
            continue
        node = node_at(document, old)
        for each in held.symbols.occurrences:
            place = each.place
            if place.file != snapshot.file or (place.pointer, place.part) != node:
                continue
            start, end = span_of(document, each)
            now = alignment.forward(start, end) if start <= old <= end else None
            if now is not None:
                yield Named(held, each, *now)


def names_of(snapshot: Snapshot, held: Held, symbol: Symbol | None = None) -> Iterator[Named]:
    """The names of a contract that are in the open document, all or those of one symbol, each
    place once and in text order."""
    document = held.documents[snapshot.file]
    alignment = align(document.text, snapshot.text)
    found: dict[tuple[int, int, Symbol], Occurrence] = {}
    for each in held.symbols.occurrences:
        if each.place.file == snapshot.file and symbol in (None, each.symbol):
            now = alignment.forward(*span_of(document, each))
            if now is not None:
                found.setdefault((*now, each.symbol), each)
    for (start, end, _), each in sorted(found.items(), key=lambda item: item[0][:2]):
        yield Named(held, each, start, end)


def links_at(snapshot: Snapshot, shelf: DocumentCache, offset: int) -> Iterator[Link]:
    """The links that an offset of the open document is in or touches."""
    for held in shelf.own():
        document = held.documents[snapshot.file]
        old = align(document.text, snapshot.text).back(offset)
        if old is not None:
            node = node_at(document, old)
            for link in held.symbols.links:
                place = link.place
                if place.file == snapshot.file and node == (place.pointer, place.part):
                    yield link


def node_at(document: Document, offset: int) -> tuple[tuple[str | int, ...], str]:
    """The innermost node at an offset; the root where a document has no nodes."""
    positions = document.positions
    return ((), "value") if positions is None else positions.at(offset)
