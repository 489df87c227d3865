"""Navigation and renaming as clients ask for them, in sessions with a server of its own."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient

from lsp.sessions import COMMAND, begin
from phaselint_lsp.uris import uri_of

PROJECT = Path(__file__).parents[2] / "fixtures" / "projects" / "refund-desk"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(PROJECT, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    params=["visual-studio-code"],
    config=ClientServerConfig(server_command=COMMAND),
)
async def client(
    request: pytest.FixtureRequest, lsp_client: LanguageClient, root: Path
) -> AsyncIterator[None]:
    await begin(lsp_client, request.param, root)
    yield
    await lsp_client.shutdown_session()
    assert lsp_client.messages == []


@pytest.mark.asyncio
async def test_navigation_in_a_session(client: LanguageClient, root: Path) -> None:
    path = root / "refunds" / "session.yaml"
    text = path.read_text("utf-8")
    document = types.TextDocumentIdentifier(uri_of(str(path)))
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(document.uri, "yaml", 1, text))
    )
    lines = text.split("\n")
    line = next(number for number, each in enumerate(lines) if "- name: eligible" in each)
    position = types.Position(line, lines[line].index("eligible") + 2)

    found = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), document, position)
    )
    assert len({each.uri for each in found or ()}) > 1
    target = await client.text_document_definition_async(types.DefinitionParams(document, position))
    assert isinstance(target, list)
    assert len(target) == 1
    assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(document, position)
    )
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert await client.text_document_selection_range_async(
        types.SelectionRangeParams(document, [position])
    )
    assert await client.workspace_symbol_async(types.WorkspaceSymbolParams("eligible"))

    prepared = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(document, position)
    )
    assert isinstance(prepared, types.PrepareRenamePlaceholder)
    assert prepared.placeholder == "eligible"
    edit = await client.text_document_rename_async(
        types.RenameParams(document, position, "checked")
    )
    assert edit is not None
    assert len(edit.document_changes or edit.changes or ()) > 1
    with pytest.raises(JsonRpcException, match="already"):
        await client.text_document_rename_async(types.RenameParams(document, position, "payout"))
