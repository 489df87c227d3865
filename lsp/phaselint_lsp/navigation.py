"""From a name to where it is defined, and to all places where it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.dialects.symbols import span_of
from phaselint_lsp.document_cache import DocumentCache, circle
from phaselint_lsp.names import links_at, names_at, names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.symbols import Link, Occurrence
    from phaselint.document import Document
    from phaselint_lsp.document_cache import Held
    from phaselint_lsp.names import Named
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import Snapshot


def definition_at(
    snapshot: Snapshot, shelf: DocumentCache, offset: int
) -> list[types.LocationLink]:
    """Where the name at an offset is defined, and the files that the place leads to."""
    found: list[types.LocationLink] = []
    for named in names_at(snapshot, shelf, offset):
        origin = snapshot.range(named.start, named.end)
        for held in circle(shelf, (named.held,), named.symbol):
            for each in held.symbols.of(named.symbol):
                if each.role == "definition":
                    found += _to_definition(shelf, held, each, origin)
    for link in links_at(snapshot, shelf, offset):
        found += _to_file(shelf, link)
    return list(_once(found))


def references_at(
    snapshot: Snapshot, shelf: DocumentCache, offset: int, *, declaration: bool = True
) -> list[types.Location]:
    """Where the name at an offset is in all documents; definitions only with
    `declaration`."""
    found: dict[tuple[str, int, int], types.Location] = {}
    for named in names_at(snapshot, shelf, offset):
        for held in circle(shelf, (named.held,), named.symbol):
            for each in held.symbols.of(named.symbol):
                document = held.documents.get(each.place.file)
                if document is None or (each.role == "definition" and not declaration):
                    continue
                span = span_of(document, each)
                location = shelf.location(document, *span)
                if location is not None:
                    found[each.place.file, *span] = location
    return [found[key] for key in sorted(found)]


def highlights_at(
    snapshot: Snapshot, shelf: DocumentCache, offset: int
) -> list[types.DocumentHighlight]:
    """Where the name at an offset is in the open document."""
    found: dict[tuple[int, int], types.DocumentHighlightKind] = {}
    for named in names_at(snapshot, shelf, offset):
        for each in names_of(snapshot, named.held, named.symbol):
            found.setdefault((each.start, each.end), _highlight_kind(each))
    return [
        types.DocumentHighlight(snapshot.range(start, end), kind)
        for (start, end), kind in sorted(found.items())
    ]


def extent_of(document: Document, occurrence: Occurrence) -> tuple[int, int]:
    """Where what a definition defines starts and ends; of another name the name itself."""
    span = span_of(document, occurrence)
    if occurrence.extent is None:
        return span
    if not occurrence.extent:
        return 0, len(document.text)
    start, _ = document.offsets(occurrence.extent, "key")
    _, end = document.offsets(occurrence.extent)
    return min(start, span[0]), max(end, span[1])


def _highlight_kind(named: Named) -> types.DocumentHighlightKind:
    kinds = types.DocumentHighlightKind
    words = {"definition": kinds.Write, "reference": kinds.Read, "prose": kinds.Text}
    return words[named.occurrence.role]


def _to_definition(
    shelf: DocumentCache, held: Held, occurrence: Occurrence, origin: types.Range
) -> Iterator[types.LocationLink]:
    document = held.documents.get(occurrence.place.file)
    if document is None:
        return
    whole = shelf.range(document, *extent_of(document, occurrence))
    name = shelf.range(document, *span_of(document, occurrence))
    if name is not None:
        uri = shelf.uri_of(document.path)
        yield types.LocationLink(uri, whole or name, name, origin)


def _to_file(shelf: DocumentCache, link: Link) -> Iterator[types.LocationLink]:
    document = shelf.document(link.path)
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    if document is not None and link.pointer and document.readable:
        start = shelf.range(document, *document.offsets(link.pointer, "key")) or start
    yield types.LocationLink(shelf.uri_of(link.path), start, start)


def _once(links: Iterable[types.LocationLink]) -> Iterator[types.LocationLink]:
    """The links, those to one place only once."""
    seen = set()
    for link in links:
        start = link.target_selection_range.start
        key = (link.target_uri, start.line, start.character)
        if key not in seen:
            seen.add(key)
            yield link


async def definition(
    server: Server,
    params: types.DefinitionParams,
) -> list[types.LocationLink] | list[types.Location] | None:
    """Answer where what is at a place is defined."""
    snapshot = await server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    shelf = DocumentCache(server.desk, snapshot)
    found = definition_at(snapshot, shelf, snapshot.at(params.position))
    if server.client_has("text_document.definition.link_support"):
        return found
    return [types.Location(each.target_uri, each.target_selection_range) for each in found]


async def references(server: Server, params: types.ReferenceParams) -> list[types.Location] | None:
    """Answer where else the name at a place stands."""
    snapshot = await server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    shelf = DocumentCache(server.desk, snapshot)
    declaration = params.context.include_declaration
    return references_at(snapshot, shelf, snapshot.at(params.position), declaration=declaration)


async def highlight(
    server: Server,
    params: types.DocumentHighlightParams,
) -> list[types.DocumentHighlight] | None:
    """Answer where else in the document the name at a place stands."""
    snapshot = server.current(params.text_document.uri)
    if snapshot is None:
        return None
    return highlights_at(
        snapshot, DocumentCache(server.desk, snapshot), snapshot.at(params.position)
    )
