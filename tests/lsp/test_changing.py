"""What changes around the open documents, in a session with a client that can do everything: files
on disk, the configuration, settings."""

from __future__ import annotations

from collections.abc import AsyncIterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path  # noqa: TC003
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from cli.contracts import SESSION, TOOL, UNREACHABLE
from lsp.sessions import COMMAND, begin, codes, on_disk, open_document, until
from phaselint_lsp.uris import uri_of

OTHERS = 40
"""Contracts enough for a scan that takes more than one slice."""


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


@pytest.mark.asyncio
async def test_what_changes_around_open_documents(client: LanguageClient, tmp_path: Path) -> None:
    uri = uri_of(str(tmp_path / "session.yaml"))
    open_document(client, uri, UNREACHABLE)
    assert await codes(client, uri) == ["PL101"]

    # Progress of the scan, from its beginning to its end.
    await until(lambda: bool(_kinds(client)) and _kinds(client)[-1] == "end")
    assert _kinds(client)[0] == "begin"

    await change_a_file(client, tmp_path / "answer.yaml")
    await change_the_configuration(client, tmp_path / "phaselint.toml", uri)
    await change_the_settings(client, uri)


async def change_a_file(client: LanguageClient, tool: Path) -> None:
    """A file changes on disk, and goes: what is known of it is asked for again."""
    uri = uri_of(str(tool))
    assert await codes(client, uri) == []
    asked = client.diagnostic_refresh_count
    tool.write_text(TOOL.replace("[intake]", "[elsewhere]"))
    on_disk(client, tool, types.FileChangeType.Changed)
    await until(lambda: client.diagnostic_refresh_count > asked)
    assert await codes(client, uri) != []
    tool.unlink()
    on_disk(client, tool, types.FileChangeType.Deleted)
    assert await codes(client, uri) == []


async def change_the_configuration(client: LanguageClient, file: Path, uri: str) -> None:
    """A configuration file comes, and goes."""
    file.write_text('ignore = ["PL101"]\n')
    on_disk(client, file, types.FileChangeType.Created)
    assert await codes(client, uri) == []
    file.unlink()
    on_disk(client, file, types.FileChangeType.Deleted)
    assert await codes(client, uri) == ["PL101"]


async def change_the_settings(client: LanguageClient, uri: str) -> None:
    """Settings of the client come, and go."""
    for ignored, left in ((["PL101"], []), ([], ["PL101"])):
        told = types.DidChangeConfigurationParams({"phaselint": {"ignore": ignored}})
        client.workspace_did_change_configuration(told)
        assert await codes(client, uri) == left


def _kinds(client: LanguageClient) -> list[str]:
    """The reports of the first scan that showed any."""
    told: list[list[Any]] = [list(each) for each in client.progress_reports.values()]
    return [each.kind for each in told[0]] if told else []
