"""The language server, message by message."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, Any

from cases import FIXTURES
from phaselint.embedding.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

CONTRACT = FIXTURES / "projects" / "refund-desk" / "refunds" / "session.yaml"
BEGIN: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}


def _talk(*messages: dict[str, Any] | str, until: Callable[[dict[str, Any]], bool]) -> Any:
    """What a server sent up to a message, and its status, after those of a client."""
    sent: list[dict[str, Any]] = []

    async def talking() -> int | None:
        arrived = asyncio.Event()

        def send(text: str) -> None:
            sent.append(json.loads(text))
            if until(sent[-1]):
                arrived.set()

        session = Session(send)
        for message in messages:
            session.receive(message if isinstance(message, str) else json.dumps(message))
            await asyncio.sleep(0)
        await asyncio.wait_for(arrived.wait(), 60)
        return session.status

    return sent, asyncio.run(talking())


def _request(number: int, method: str, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def _notice(method: str, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def test_a_contract_that_is_opened_has_its_findings() -> None:
    text = CONTRACT.read_text("utf-8")
    opened = {"uri": CONTRACT.as_uri(), "languageId": "yaml", "version": 1, "text": text}
    sent, status = _talk(
        _request(1, "initialize", BEGIN),
        _notice("initialized", {}),
        _notice("textDocument/didOpen", {"textDocument": opened}),
        until=lambda message: message.get("params", {}).get("uri") == CONTRACT.as_uri(),
    )
    assert sent[0]["result"]["serverInfo"]["name"] == "phaselint"
    assert sent[-1]["method"] == "textDocument/publishDiagnostics"
    assert sent[-1]["params"]["diagnostics"]
    assert status is None


def test_the_end_of_a_session_is_its_status() -> None:
    sent, status = _talk(
        _request(1, "initialize", BEGIN),
        _request(2, "shutdown"),
        _notice("exit"),
        until=lambda message: message.get("id") == 2,
    )
    assert sent[-1] == {"jsonrpc": "2.0", "id": 2, "result": None}
    assert status == 0


def test_what_is_not_json_is_logged_and_the_session_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, "phaselint"):
        sent, status = _talk(
            "{",
            "[" * 100_000,
            _request(1, "initialize", BEGIN),
            until=lambda message: message.get("id") == 1,
        )
    assert [
        record.getMessage()[:22] for record in caplog.records if record.name == "phaselint"
    ] == ["a message isn't JSON: "] * 2
    assert "capabilities" in sent[-1]["result"]
    assert status is None
