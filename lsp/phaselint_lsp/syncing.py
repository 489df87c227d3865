"""Open documents: their text is always the client's, and each edit is checked after a rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint_lsp.textstore import Change

if TYPE_CHECKING:
    from phaselint_lsp.server import Server


def register(server: Server) -> None:
    """Keep up with the client's documents."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        jobs = server.desk.opened(document.uri, document.version, document.text)
        server.worker.add(jobs)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        changes = [change_of(change) for change in params.content_changes]
        document = params.text_document
        jobs = server.desk.edited(document.uri, document.version, changes)
        server.worker.add_edited(jobs)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        jobs = server.desk.closed(params.text_document.uri)
        server.worker.add(jobs)


def change_of(change: types.TextDocumentContentChangeEvent) -> Change:
    """A change as the text store takes it."""
    if isinstance(change, types.TextDocumentContentChangePartial):
        start, end = change.range.start, change.range.end
        return Change(change.text, (start.line, start.character), (end.line, end.character))
    return Change(change.text)
