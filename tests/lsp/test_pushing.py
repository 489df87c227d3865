"""Clients that do not pull: each text that has been checked is answered."""

from __future__ import annotations

from collections.abc import AsyncIterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path  # noqa: TC003

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

from cli.contracts import TOOL, UNREACHABLE
from lsp.sessions import COMMAND, begin, edit, open_document, until
from phaselint_lsp.textstore import Change
from phaselint_lsp.uris import uri_of


def listening() -> LanguageClient:
    """A client that keeps what is published of each version of a document."""

    def published(client: LanguageClient, params: types.PublishDiagnosticsParams) -> None:
        client.diagnostics[f"{params.uri} {params.version}"] = params.diagnostics

    client = LanguageClient(converter_factory=default_converter)
    mine = {types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: published}
    register_lsp_features(client, {**DEFAULT_CLIENT_FEATURES, **mine})
    return client


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=COMMAND, client_factory=listening)
)
async def client(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    (tmp_path / ".git").mkdir()
    (tmp_path / "session.yaml").write_text(UNREACHABLE)
    (tmp_path / "answer.yaml").write_text(TOOL)
    await begin(lsp_client, "emacs", tmp_path)
    yield
    await lsp_client.shutdown_session()


async def published(client: LanguageClient, uri: str, version: int) -> list[object]:
    """The codes that are published of a version of a document."""
    key = f"{uri} {version}"
    await until(lambda: key in client.diagnostics)
    return [each.code for each in client.diagnostics[key]]


@pytest.mark.asyncio
async def test_an_edit_that_changes_no_finding_is_answered(
    client: LanguageClient, tmp_path: Path
) -> None:
    """An editor may have lost its mark with the words that were replaced. It also asks for other
    things right after an edit, and what it asks for may look at the findings."""
    uri = uri_of(str(tmp_path / "session.yaml"))
    open_document(client, uri, UNREACHABLE)
    assert await published(client, uri, 1) == ["PL101"]

    edit(client, uri, 2, Change("review", (4, 11), (4, 17)))
    document = types.TextDocumentIdentifier(uri)
    await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(document, types.Position(4, 11))
    )
    assert await published(client, uri, 2) == ["PL101"]
