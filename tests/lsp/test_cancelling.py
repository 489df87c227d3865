"""A request that waits for the check of an edit is taken back.

Here no edit is checked until the configuration changes, so that what is taken back is never done
already, on however slow a machine.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path  # noqa: TC003

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient

from cli.contracts import SESSION, UNREACHABLE, contract
from lsp.desks import Editor
from lsp.sessions import begin, codes, edit, on_disk, open_document
from phaselint_lsp.textstore import Change
from phaselint_lsp.uris import uri_of
from phaselint_lsp.worker import AT_ONCE, DEBOUNCE, Worker, rest_for

PATIENT = """
import sys
from phaselint.cli import main
from phaselint_lsp import worker
worker.rest_for = lambda costs: 86_400.0
sys.exit(main(["server", "--stdio"]))
"""
"""The server, but for an edit that rests for a day."""

CANCELLED = types.LSPErrorCodes.RequestCancelled.value


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=[sys.executable, "-c", PATIENT])
)
async def client(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    contract(tmp_path)
    await begin(lsp_client, "visual-studio-code", tmp_path)
    yield
    await lsp_client.shutdown_session()
    assert lsp_client.messages == []


@pytest.mark.parametrize(
    ("costs", "rest"),
    [
        ((), 0.0),
        ((0.014,), 0.0),
        ((0.008, 0.008), 0.008),
        ((AT_ONCE,), AT_ONCE / 2),
        ((0.03,), 0.015),
        ((0.5,), DEBOUNCE),
        ((0.05, 0.05), 0.05),
        ((0.08, 0.08), DEBOUNCE),
    ],
)
def test_an_edit_rests_half_as_long_as_its_check_took(
    costs: tuple[float, ...], rest: float
) -> None:
    assert rest_for(costs) == pytest.approx(rest)


@pytest.mark.asyncio
async def test_what_is_taken_back_is_refused_and_the_next_one_answered(
    client: LanguageClient, tmp_path: Path
) -> None:
    uri = uri_of(str(tmp_path / "session.yaml"))
    wanted = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    open_document(client, uri, SESSION)
    edit(client, uri, 2, Change(UNREACHABLE))
    sent = client.protocol.send_request(types.TEXT_DOCUMENT_DIAGNOSTIC, wanted, msg_id="back")
    client.cancel_request(types.CancelParams("back"))
    with pytest.raises(JsonRpcException) as refused:
        await asyncio.wrap_future(sent)
    assert refused.value.code == CANCELLED

    (tmp_path / "phaselint.toml").write_text("")
    on_disk(client, tmp_path / "phaselint.toml", types.FileChangeType.Created)
    assert await codes(client, uri) == ["PL101"]


@pytest.mark.asyncio
async def test_others_that_wait_for_the_same_check_go_on_waiting(tmp_path: Path) -> None:
    editor = Editor(contract(tmp_path))
    editor.open("session.yaml")
    path = str(tmp_path / "session.yaml")

    async def nothing(*_: object) -> None:
        pass

    worker = Worker(editor.desk, nothing, nothing, lambda error: pytest.fail(str(error)))
    worker.add(editor.desk.edited(editor.uri("session.yaml"), 2, [Change(UNREACHABLE)]))
    first, second = (asyncio.ensure_future(worker.done_with(path)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    working = asyncio.ensure_future(worker.run())
    await second
    assert first.cancelled()
    assert editor.names("session.yaml") == ["unreachable-phase"]
    worker.stop()
    await working
