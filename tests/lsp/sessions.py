"""What sessions with the server as a process share."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from lsprotocol import types
from pytest_lsp import client_capabilities

from phaselint_lsp.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytest_lsp import LanguageClient

    from phaselint_lsp.textstore import Change

COMMAND = [sys.executable, "-m", "phaselint", "server", "--stdio", "--clientProcessId=1"]

WATCHED = {
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION,
}
"""What the server registers for while it runs."""

PATIENCE = 120.0
"""Seconds after which something counts as never coming."""


async def begin(client: LanguageClient, editor: str | types.ClientCapabilities, root: Path) -> None:
    """Begin a session as an editor does, with one workspace folder."""

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]
    def registered(params: types.RegistrationParams) -> None:
        assert {each.method for each in params.registrations} <= WATCHED

    capabilities = client_capabilities(editor) if isinstance(editor, str) else editor
    folder = types.WorkspaceFolder(uri_of(str(root)), "work")
    await client.initialize_session(
        types.InitializeParams(capabilities=capabilities, workspace_folders=[folder])
    )


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something has come to be."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def open_document(client: LanguageClient, uri: str, text: str) -> None:
    document = types.TextDocumentItem(uri, "yaml", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))


def edit(client: LanguageClient, uri: str, version: int, *changes: Change) -> None:
    sent: list[types.TextDocumentContentChangeEvent] = []
    for change in changes:
        if change.start is None or change.end is None:
            sent.append(types.TextDocumentContentChangeWholeDocument(change.text))
        else:
            ends = types.Range(types.Position(*change.start), types.Position(*change.end))
            sent.append(types.TextDocumentContentChangePartial(ends, change.text))
    document = types.VersionedTextDocumentIdentifier(uri=uri, version=version)
    client.text_document_did_change(types.DidChangeTextDocumentParams(document, sent))


def on_disk(client: LanguageClient, path: Path, kind: types.FileChangeType) -> None:
    event = types.FileEvent(uri_of(str(path)), kind)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


async def codes(client: LanguageClient, uri: str) -> list[str | int | None]:
    """The codes of what is reported in a document, as the client asks for it."""
    wanted = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    report = await client.text_document_diagnostic_async(wanted)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return [each.code for each in report.items]
