"""Sessions with the server as a process, which knows plug-ins."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pytest_lsp import client_capabilities, make_test_lsp_client

from phaselint_lsp.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from pathlib import Path

    from pytest_lsp import LanguageClient


@asynccontextmanager
async def session(
    python: list[str], folder: Path, environment: Mapping[str, str]
) -> AsyncIterator[LanguageClient]:
    """A session of an editor with a folder open."""
    client = make_test_lsp_client()
    await client.start_io(*python, "-m", "phaselint", "server", env=dict(environment))
    workspace = types.WorkspaceFolder(uri_of(str(folder)), "work")
    capabilities = client_capabilities("neovim")
    await client.initialize_session(
        types.InitializeParams(capabilities=capabilities, workspace_folders=[workspace])
    )
    yield client
    await client.shutdown_session()


async def codes_of(client: LanguageClient, path: Path) -> list[Any]:
    """Open a file; the codes of what the server has to say about it."""
    uri = uri_of(str(path))
    document = types.TextDocumentItem(uri, "yaml", 1, path.read_text())
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    report = await client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    )
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return [each.code for each in report.items]
