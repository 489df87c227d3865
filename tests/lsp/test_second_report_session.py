"""Sessions in which something takes long to find out: clients are told twice, or all at once."""

from __future__ import annotations

from collections.abc import AsyncIterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path  # noqa: TC003
from typing import Any, cast

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

from lsp.sessions import COMMAND, begin, open_document, until
from lsp.test_second_report import ordered
from phaselint_lsp.uris import uri_of

AGAIN = "again"
"""Stands among what a client is told for being asked to pull."""


def told(client: LanguageClient) -> list[Any]:
    """What a client has been told: the codes of a document, each time, and `AGAIN`."""
    return cast("list[Any]", client.messages)


def listening() -> LanguageClient:
    """A client that keeps what is published one after the other, and that it is asked to pull."""

    def published(client: LanguageClient, params: types.PublishDiagnosticsParams) -> None:
        if params.version == 1:
            told(client).append([each.code for each in params.diagnostics])

    def refresh(client: LanguageClient, _params: None) -> None:
        told(client).append(AGAIN)

    client = LanguageClient(converter_factory=default_converter)
    mine = {
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: published,
        types.WORKSPACE_DIAGNOSTIC_REFRESH: refresh,
    }
    register_lsp_features(client, {**DEFAULT_CLIENT_FEATURES, **mine})
    return client


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=COMMAND, client_factory=listening)
)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    yield
    await lsp_client.shutdown_session()


def pulling(*, refreshes: bool) -> types.ClientCapabilities:
    """The capabilities of a client that pulls, and pulls again when asked or not."""
    capabilities = client_capabilities("visual-studio-code")
    assert capabilities.text_document is not None
    assert capabilities.workspace is not None
    capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()
    again = types.DiagnosticWorkspaceClientCapabilities(refresh_support=refreshes)
    capabilities.workspace.diagnostics = again
    return capabilities


async def pulled(client: LanguageClient, uri: str) -> list[object]:
    """The codes of a document."""
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    report = await client.text_document_diagnostic_async(params)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return [each.code for each in report.items]


async def opened(client: LanguageClient, editor: str | types.ClientCapabilities, root: Path) -> str:
    """Begin a session with a contract that takes long, and open it; gives its document."""
    path = ordered(root)
    uri = uri_of(str(path))
    await begin(client, editor, root)
    open_document(client, uri, path.read_text())
    return uri


@pytest.mark.asyncio
async def test_a_client_that_waits_is_told_twice(client: LanguageClient, tmp_path: Path) -> None:
    await opened(client, "emacs", tmp_path)
    await until(lambda: any("VE305" in codes for codes in told(client)))
    first_one, *_, last = told(client)
    assert set(first_one) < set(last)


@pytest.mark.asyncio
async def test_a_client_that_pulls_is_asked_to_pull_again(
    client: LanguageClient, tmp_path: Path
) -> None:
    uri = await opened(client, pulling(refreshes=True), tmp_path)
    await pulled(client, uri)
    await until(lambda: AGAIN in told(client))
    assert "VE305" in await pulled(client, uri)


@pytest.mark.asyncio
async def test_a_client_that_never_pulls_again_is_told_all_at_once(
    client: LanguageClient, tmp_path: Path
) -> None:
    uri = await opened(client, pulling(refreshes=False), tmp_path)
    assert "VE305" in await pulled(client, uri)
