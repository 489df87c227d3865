"""Clients that do not pull: each text that has been checked is answered."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path  # noqa: TC003
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from cli.contracts import TOOL, UNREACHABLE
from phaselint_lsp.uris import uri_of

COMMAND = [sys.executable, "-m", "phaselint", "server"]


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=COMMAND)
)
async def client(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    (tmp_path / ".git").mkdir()
    (tmp_path / "session.yaml").write_text(UNREACHABLE)
    (tmp_path / "answer.yaml").write_text(TOOL)

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]
    def registered(_params: types.RegistrationParams) -> None:
        """Take it."""

    folder = types.WorkspaceFolder(uri_of(str(tmp_path)), "work")
    capabilities = client_capabilities("emacs")
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, workspace_folders=[folder])
    )
    yield
    await lsp_client.shutdown_session()


async def published(client: LanguageClient, uri: str, version: int) -> list[types.Diagnostic]:
    """What is published of a version of a document."""
    while True:
        waiting = client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        found: Any = await asyncio.wait_for(waiting, 10)
        if (found.uri, found.version) == (uri, version):
            return list(found.diagnostics)


@pytest.mark.asyncio
async def test_an_edit_that_changes_no_finding_is_answered(
    client: LanguageClient, tmp_path: Path
) -> None:
    """An editor may have lost its mark with the words that were replaced. It also asks for other
    things right after an edit, and what it asks for may look at the findings."""
    uri = uri_of(str(tmp_path / "session.yaml"))
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "yaml", 1, UNREACHABLE))
    )
    before = await published(client, uri, 1)
    assert [each.code for each in before] == ["PL101"]

    at = types.Position(4, 11)
    written = types.TextDocumentContentChangePartial(
        types.Range(at, types.Position(4, 17)), "review"
    )
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(uri=uri, version=2), [written]
        )
    )
    waiting = asyncio.ensure_future(published(client, uri, 2))
    document = types.TextDocumentIdentifier(uri)
    await client.text_document_document_highlight_async(types.DocumentHighlightParams(document, at))
    assert await waiting == before
