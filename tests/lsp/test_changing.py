"""What changes around the open documents, in a session with a client that can do everything: files
on disk, the configuration, settings; and requests that are taken back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path  # noqa: TC003
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from cli.contracts import SESSION, TOOL, UNREACHABLE
from lsp.sessions import COMMAND, begin, edit, open_document, until
from phaselint_lsp.textstore import Change
from phaselint_lsp.uris import uri_of

OTHERS = 40
"""Contracts enough for a scan that takes more than one slice."""

CANCELLED = types.LSPErrorCodes.RequestCancelled.value


def everything() -> types.ClientCapabilities:
    """The capabilities of a client that also shows progress and pulls again when asked."""
    found: Any = client_capabilities("visual-studio-code")
    assert found.window.work_done_progress
    assert found.workspace.did_change_watched_files.dynamic_registration
    found.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    found.text_document.diagnostic = types.DiagnosticClientCapabilities()
    found.workspace.configuration = None  # what changes is told, not asked for
    return found  # type: ignore[no-any-return]


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=COMMAND)
)
async def client(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    (tmp_path / ".git").mkdir()
    (tmp_path / "session.yaml").write_text(SESSION)
    (tmp_path / "answer.yaml").write_text(TOOL)
    for number in range(OTHERS):
        (tmp_path / f"other{number}").mkdir()
        (tmp_path / f"other{number}/session.yaml").write_text(SESSION)
    await begin(lsp_client, everything(), tmp_path)
    yield
    await lsp_client.shutdown_session()
    assert lsp_client.messages == []


async def codes(client: LanguageClient, uri: str) -> list[object]:
    report = await client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    )
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return [each.code for each in report.items]


def on_disk(client: LanguageClient, path: Path, kind: types.FileChangeType) -> None:
    event = types.FileEvent(uri_of(str(path)), kind)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


@pytest.mark.asyncio
async def test_what_changes_around_open_documents(client: LanguageClient, tmp_path: Path) -> None:
    session, tool, settings = (
        tmp_path / name for name in ("session.yaml", "answer.yaml", "phaselint.toml")
    )
    uri = uri_of(str(session))
    open_document(client, uri, UNREACHABLE)
    assert await codes(client, uri) == ["PL101"]

    # Progress of the scan, from its beginning to its end.
    await until(lambda: bool(_kinds(client)) and _kinds(client)[-1] == "end")
    assert _kinds(client)[0] == "begin"

    # A file on disk changes, and goes: what is known of another one is asked for again.
    other = uri_of(str(tool))
    assert await codes(client, other) == []
    asked = client.diagnostic_refresh_count
    tool.write_text(TOOL.replace("[intake]", "[elsewhere]"))
    on_disk(client, tool, types.FileChangeType.Changed)
    await until(lambda: client.diagnostic_refresh_count > asked)
    assert await codes(client, other) != []
    tool.unlink()
    on_disk(client, tool, types.FileChangeType.Deleted)
    assert await codes(client, other) == []

    # The configuration changes on disk, then settings of the client.
    settings.write_text('ignore = ["PL101"]\n')
    on_disk(client, settings, types.FileChangeType.Created)
    assert await codes(client, uri) == []
    settings.unlink()
    on_disk(client, settings, types.FileChangeType.Deleted)
    assert await codes(client, uri) == ["PL101"]
    for ignored, left in ((["PL101"], []), ([], ["PL101"])):
        told = types.DidChangeConfigurationParams({"phaselint": {"ignore": ignored}})
        client.workspace_did_change_configuration(told)
        assert await codes(client, uri) == left

    # A request that is taken back while the edit before it is being checked.
    edit(client, uri, 2, Change(SESSION))
    wanted = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    asking = asyncio.wrap_future(
        client.protocol.send_request(types.TEXT_DOCUMENT_DIAGNOSTIC, wanted, msg_id="back")
    )
    client.cancel_request(types.CancelParams("back"))
    with pytest.raises(JsonRpcException) as refused:
        await asking
    assert refused.value.code == CANCELLED
    assert await codes(client, uri) == []


def _kinds(client: LanguageClient) -> list[str]:
    """The reports of the first scan that showed any."""
    told: list[list[Any]] = [list(each) for each in client.progress_reports.values()]
    return [each.kind for each in told[0]] if told else []
