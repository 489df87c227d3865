"""What a client should not send: each request has its answer, and none is a defect of ours."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator  # noqa: TC003 (pytest-lsp looks at annotations)
from pathlib import Path  # noqa: TC003
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from cli.contracts import SESSION, UNREACHABLE, contract
from lsp.sessions import COMMAND, PATIENCE, begin, codes, edit, open_document
from phaselint_lsp.textstore import Change
from phaselint_lsp.uris import path_of, uri_of

INVALID_PARAMS, INVALID_REQUEST, NOT_INITIALIZED = -32602, -32600, -32002
CAPABLE: dict[str, Any] = {"capabilities": {}}
NOWHERE = ("file:///%00", "file:///a%00b.yaml", "file://[")
SLOW = """
import sys
from phaselint.cli import main
from phaselint_lsp import worker
worker.SLICE = 0.0005
worker.BREATH = 0.05
sys.exit(main(["server", "--stdio"]))
"""
"""The server, with rests in its scan that anything else comes in between."""


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=COMMAND)
)
async def client(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    contract(tmp_path)
    await begin(lsp_client, "visual-studio-code", tmp_path)
    yield
    await lsp_client.shutdown_session()
    assert lsp_client.messages == []


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=[sys.executable, "-c", SLOW])
)
async def slow(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    for number in range(20):
        contract(tmp_path / f"c{number:02}", UNREACHABLE)
    await begin(lsp_client, "visual-studio-code", tmp_path)
    yield
    await lsp_client.shutdown_session()


class Raw:
    """A session in which anything can be sent."""

    def __init__(self) -> None:
        self.server = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def send(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.server.stdin is not None
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def ask(self, method: str, **more: Any) -> Any:
        """The answer to a request, whatever comes in between."""
        self.send(id=method, method=method, **more)
        assert self.server.stdout is not None
        while True:
            size = int(self.server.stdout.readline().split(b":")[1])
            while self.server.stdout.readline().strip():
                pass
            answer = json.loads(self.server.stdout.read(size))
            if answer.get("id") == method:
                return answer.get("error", {}).get("code", answer.get("result"))

    def end(self) -> tuple[int, str]:
        """The status of the server, and what it has logged."""
        self.send(method="exit")
        _, said = self.server.communicate(timeout=PATIENCE)
        return self.server.returncode, said.decode()


@pytest.fixture
def raw() -> Iterator[Raw]:
    session = Raw()
    assert session.ask("initialize", params={"processId": None, "rootUri": None} | CAPABLE)
    session.send(method="initialized", params={})
    yield session
    session.server.kill()
    session.server.communicate()


def test_wrong_parameters(raw: Raw) -> None:
    for params in ({}, {"textDocument": 5}, [1], "x", None):
        assert raw.ask("textDocument/hover", params=params) == INVALID_PARAMS
    assert raw.ask("textDocument/hover") == INVALID_PARAMS
    raw.send(method="textDocument/didChange", params={"textDocument": 5})
    assert raw.ask("shutdown") is None
    status, said = raw.end()
    assert status == 0
    assert {line.rpartition(": ")[0] for line in said.splitlines()} == {
        "WARNING phaselint: a message doesn't follow the protocol"
    }


def test_after_the_end(raw: Raw) -> None:
    assert raw.ask("shutdown") is None
    for method in ("textDocument/hover", "nothing/known", "shutdown"):
        params = {"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 0}}
        assert raw.ask(method, params=params) == INVALID_REQUEST
    raw.send(method="initialized", params={})
    assert raw.end() == (0, "")


def test_before_the_beginning() -> None:
    session = Raw()
    assert session.ask("shutdown") == NOT_INITIALIZED
    session.send(method="initialized", params={})
    assert session.end()[1] == ""


@pytest.mark.asyncio
async def test_what_is_about_no_open_document(client: LanguageClient, tmp_path: Path) -> None:
    uri = uri_of(str(tmp_path / "session.yaml"))
    edit(client, uri, 2, Change(UNREACHABLE))
    document = types.TextDocumentIdentifier(uri)
    client.text_document_did_close(types.DidCloseTextDocumentParams(document))
    assert await codes(client, uri) == []
    open_document(client, uri, SESSION)
    edit(client, uri, 2, Change(UNREACHABLE))
    assert await codes(client, uri) == ["PL101"]


@pytest.mark.parametrize("uri", [*NOWHERE, "untitled:a", ""])
def test_a_place_that_no_file_can_have(uri: str) -> None:
    assert path_of(uri) == ""


@pytest.mark.asyncio
async def test_documents_that_no_file_can_be(client: LanguageClient) -> None:
    for uri in NOWHERE[:2]:
        open_document(client, uri, SESSION)
        edit(client, uri, 2, Change(UNREACHABLE))
        assert await codes(client, uri) == []


@pytest.mark.asyncio
async def test_what_is_asked_before_the_scan_has_come_there(
    slow: LanguageClient, tmp_path: Path
) -> None:
    uri = uri_of(str(tmp_path / "c19" / "session.yaml"))
    assert await codes(slow, uri) == ["PL101"]
