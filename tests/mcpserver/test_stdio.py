"""The server and its pipes: nothing but messages on standard output, and a quiet end."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from cli.command import clean_environment
from cli.contracts import UNREACHABLE, contract
from mcpserver.session import PATIENCE, command
from phaselint.mcp.calls import WORKER

if TYPE_CHECKING:
    from pathlib import Path

START = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def call(number: int, tool: str, **arguments: Any) -> dict[str, Any]:
    """The message of a call."""
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def started(folder: Path) -> subprocess.Popen[bytes]:
    """A server in a folder."""
    pipe = subprocess.PIPE
    return subprocess.Popen([command(), "mcp"], cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe)


def send(server: subprocess.Popen[bytes], *messages: object) -> None:
    """Send messages; bytes as they are."""
    assert server.stdin is not None
    for each in messages:
        server.stdin.write(each if isinstance(each, bytes) else json.dumps(each).encode())
        server.stdin.write(b"\n")
    server.stdin.flush()


def answer(server: subprocess.Popen[bytes], number: int) -> dict[str, Any]:
    """The answer to a request; all lines before it must be messages, too."""
    assert server.stdout is not None
    while True:
        message: dict[str, Any] = json.loads(server.stdout.readline())
        assert message["jsonrpc"] == "2.0"
        if message.get("id") == number:
            return message


def test_garbage_does_not_end_the_server(tmp_path: Path) -> None:
    contract(tmp_path, UNREACHABLE)
    server = started(tmp_path)
    garbage = (b"", b"garbage", b"\xff\xfe\x00", b"[]", b'{"jsonrpc": "2.0"', b"{" * 10_000)
    send(server, START, READY, *garbage, {"jsonrpc": "2.0", "id": 2, "method": "no/such"})
    assert answer(server, 1)["result"]["serverInfo"]["name"] == "phaselint"
    assert "error" in answer(server, 2)
    send(server, call(3, "no_such_tool"), call(4, "lint", fixes=False))
    seen = {each["id"]: each for each in (json.loads(_line(server)) for _ in range(2))}
    assert "unknown tool `no_such_tool`" in seen[3]["error"]["message"]
    assert seen[4]["result"]["structuredContent"]["summary"]["errors"] == 1
    out, err = server.communicate(timeout=PATIENCE)
    assert (server.returncode, out) == (0, b"")
    assert b"Traceback" not in err


def _line(server: subprocess.Popen[bytes]) -> bytes:
    """The next line with an answer; the SDK may tell of garbage in notifications."""
    assert server.stdout is not None
    while True:
        line = server.stdout.readline()
        if "id" in json.loads(line):
            return line


def test_a_client_that_closes_its_end_of_standard_input_ends_the_server_quietly(
    tmp_path: Path,
) -> None:
    contract(tmp_path)
    server = started(tmp_path)
    send(server, START, READY, call(2, "prove"))
    out, err = server.communicate(timeout=PATIENCE)
    assert (server.returncode, err) == (0, b"")
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in out.splitlines())


@pytest.mark.posix
def test_a_client_that_closes_its_end_of_standard_output_ends_the_server_quietly(
    tmp_path: Path,
) -> None:
    server = started(tmp_path)
    send(server, START, READY)
    answer(server, 1)
    assert server.stdout is not None
    assert server.stderr is not None
    server.stdout.close()
    send(server, call(2, "explain_rule", rule="order-trap"))
    assert server.wait(PATIENCE) == 0
    assert server.stderr.read() == b""
    server.stderr.close()
    assert server.stdin is not None
    server.stdin.close()


def test_what_code_of_the_workspace_prints_is_not_between_messages(tmp_path: Path) -> None:
    program = (
        "import json, sys\n"
        "from phaselint.mcp import worker\n"
        "from phaselint.mcp.answers import lint\n"
        "whole = lint.answer\n"
        "def loud(*arguments):\n"
        "    print('stray')\n"
        "    return whole(*arguments)\n"
        "lint.answer = loud\n"
        "worker.main()\n"
    )
    contract(tmp_path, UNREACHABLE)
    asked = {"tool": "lint", "arguments": {"paths": ["."], "fixes": False}, "texts": {}}
    pipe = subprocess.PIPE
    arguments = [sys.executable, "-c", program]
    with subprocess.Popen(arguments, cwd=tmp_path, stdin=pipe, stdout=pipe, stderr=pipe) as worker:
        send(worker, asked)
        assert worker.stdout is not None
        assert worker.stderr is not None
        lines = [json.loads(line) for line in worker.stdout]
        assert "done" in lines[-1]
        assert b"stray" in worker.stderr.read()


def test_a_call_ends_with_the_server(tmp_path: Path) -> None:
    contract(tmp_path)
    worker = subprocess.Popen(WORKER, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with worker:
        send(worker, {"tool": "prove", "arguments": {"paths": ["."]}, "texts": {}})
        worker.communicate(timeout=PATIENCE)
    assert worker.returncode in (0, 1)


def test_without_the_extra_one_line_says_how_to_install_it(tmp_path: Path) -> None:
    blocked = (
        "import sys\n"
        "sys.modules['mcp_types'] = None\n"
        "from phaselint.cli import main\n"
        "sys.exit(main(['mcp']))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", blocked],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert "requires the extra `mcp`" in ended.stderr
    assert "pip install '.[mcp]'" in ended.stderr
