"""Links from documents to the prompts, schemas, sources, skills and stages they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.dialects.symbols import follow
from phaselint.document.spans import scalar
from phaselint_lsp.aligning import align
from phaselint_lsp.document_cache import DocumentCache

if TYPE_CHECKING:
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import Snapshot


def document_links(snapshot: Snapshot, shelf: DocumentCache) -> list[types.DocumentLink]:
    """The links of the open document, in text order."""
    found: dict[tuple[int, int], types.DocumentLink] = {}
    for held in shelf.own():
        document = held.documents[snapshot.file]
        alignment = align(document.text, snapshot.text)
        for link in held.symbols.links:
            place = link.place
            is_key = place.part == "key"
            text = place.pointer[-1] if is_key else follow(document.value, place.pointer)
            if place.file != snapshot.file or not isinstance(text, str):
                continue
            now = alignment.forward(*scalar(document, place.pointer, place.part, text))
            if now is not None:
                found.setdefault(
                    now,
                    types.DocumentLink(
                        snapshot.range(*now), shelf.uri_of(link.path), tooltip=link.path
                    ),
                )
    return [found[place] for place in sorted(found)]


async def links(
    server: Server, params: types.DocumentLinkParams
) -> list[types.DocumentLink] | None:
    """Answer with the links of a document."""
    snapshot = await server.snapshot(params.text_document.uri)
    return (
        None if snapshot is None else document_links(snapshot, DocumentCache(server.desk, snapshot))
    )
