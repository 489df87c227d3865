"""What a server imports until it answers for the first time."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

SERVE = """
import sys
from phaselint.cli import main
main({words})
print(*sys.modules, file=sys.stderr)
"""
SESSION: tuple[dict[str, Any], ...] = (
    {"id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}},
    {"id": 2, "method": "shutdown"},
    {"method": "exit"},
)
LATE = {
    *(f"phaselint_lsp.{name}" for name in ("actions", "commands", "completion", "diagnosing")),
    *(f"phaselint_lsp.{name}" for name in ("hover", "names", "outline", "rename", "tokens")),
    *("jsonschema", "networkx", "regress", "ruamel", "yaml"),
}


def started(*words: str) -> tuple[Any, set[str]]:
    """The first answer of a session in which nothing happens, and what has been imported."""
    bodies = (json.dumps({"jsonrpc": "2.0", **message}) for message in SESSION)
    given = "".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies)
    server = subprocess.run(
        [sys.executable, "-c", SERVE.format(words=["server", *words])],
        input=given.encode(),
        capture_output=True,
        check=True,
        timeout=120,
    )
    head, _, answers = server.stdout.partition(b"\r\n\r\n")
    size = int(head.partition(b"\r\n")[0].removeprefix(b"Content-Length: "))
    return json.loads(answers[:size]), set(server.stderr.decode().split())


@pytest.mark.parametrize("words", [(), ("--stdio",)])
def test_features_are_imported_when_they_are_asked_for(words: tuple[str, ...]) -> None:
    answer, modules = started(*words)
    assert answer["result"]["capabilities"]["hoverProvider"] is True
    assert not modules & {*LATE, "click"}


def test_what_is_unusual_is_read_by_click() -> None:
    answer, modules = started("--clientProcessId", "5")
    assert answer["result"]["serverInfo"]["name"] == "phaselint"
    assert "click" in modules
