"""The language server as a process: it answers with the findings of what is typed."""

from __future__ import annotations

from collections.abc import AsyncIterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path  # noqa: TC003

import pytest
import pytest_lsp
from pytest_lsp import ClientServerConfig, LanguageClient

from cli.contracts import SESSION, UNREACHABLE, contract
from lsp.sessions import COMMAND, begin, codes, edit, open_document
from phaselint_lsp.textstore import Change
from phaselint_lsp.uris import uri_of


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=COMMAND)
)
async def client(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    contract(tmp_path)
    await begin(lsp_client, "visual-studio-code", tmp_path)
    yield
    await lsp_client.shutdown_session()
    assert lsp_client.messages == []


@pytest.mark.asyncio
async def test_findings_follow_the_text(client: LanguageClient, tmp_path: Path) -> None:
    uri = uri_of(str(tmp_path / "session.yaml"))
    open_document(client, uri, SESSION)
    assert await codes(client, uri) == []
    edit(client, uri, 2, Change(UNREACHABLE))
    assert await codes(client, uri) == ["PL101"]
