"""Claude Code with a model that follows a script: its API on this machine, and a session."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    Turn = Sequence["Call | str"]

COMMAND = os.environ.get("PHASELINT_CLAUDE", "")
USAGE = {"input_tokens": 1, "output_tokens": 1}
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
}
LONGEST = 120
"""Seconds of a session."""


class Call(NamedTuple):
    """A call of a tool by the model."""

    name: str
    input: Mapping[str, Any]


class Asked(NamedTuple):
    """A request to the model: the word of its conversation, and the tools that it is offered."""

    word: str
    tools: tuple[str, ...]


class Session(NamedTuple):
    """What came of a session: its stream of events, and the requests to the model."""

    stream: Path
    asked: Sequence[Asked]


class _Model:
    """The turns of each conversation, which is known by a word in it."""

    def __init__(self, turns: Mapping[str, Sequence[Turn]]) -> None:
        self._turns = turns
        self.asked: list[Asked] = []

    def answer(self, request: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The content of the next message of a conversation."""
        messages = request["messages"]
        said = json.dumps([each for each in messages if each["role"] == "user"])
        word = next((each for each in self._turns if each in said), "")
        tools = tuple(each["name"] for each in request.get("tools", ()))
        self.asked.append(Asked(word, tools))
        step = sum(each["role"] == "assistant" for each in messages)
        turns = self._turns.get(word, ())
        turn = turns[step] if tools and step < len(turns) else ("done",)
        count = len(self.asked)
        return [
            {"type": "text", "text": each}
            if isinstance(each, str)
            else {"type": "tool_use", "id": f"toolu_{count}_{at}", **each._asdict()}
            for at, each in enumerate(turn)
        ]


def _events(
    content: Sequence[Mapping[str, Any]], model: str, number: int
) -> Iterator[dict[str, Any]]:
    """A message as the API streams it."""
    head = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
    }
    yield {"type": "message_start", "message": {**head, "stop_reason": None, "usage": USAGE}}
    for index, block in enumerate(content):
        if block["type"] == "text":
            begun: dict[str, Any] = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": block["text"]}
        else:
            begun = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": begun}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stop = "tool_use" if any(each["type"] == "tool_use" for each in content) else "end_turn"
    yield {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": USAGE}
    yield {"type": "message_stop"}


class _Server(ThreadingHTTPServer):
    model: _Model


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_HEAD(self) -> None:
        """Answer whether there is anybody."""
        self.send_response(200)
        self.end_headers()

    def do_POST(self) -> None:
        """Answer as the model."""
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        if "/v1/messages" not in self.path or "count_tokens" in self.path:
            self.end_headers()
            self.wfile.write(b'{"input_tokens": 1}')
            return
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        model = self.server.model
        for event in _events(model.answer(request), request["model"], len(model.asked)):
            line = f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"
            self.wfile.write(line.encode())


@contextmanager
def _served(model: _Model) -> Iterator[str]:
    with _Server(("127.0.0.1", 0), _Handler) as server:
        server.model = model
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def session(folder: Path, home: Path, turns: Mapping[str, Sequence[Turn]]) -> Session:
    """A session of Claude Code in a folder; its first message is the first word of the turns."""
    model = _Model(turns)
    home.mkdir(exist_ok=True)
    stream = home / "stream.jsonl"
    command = [COMMAND, "-p", next(iter(turns)), "--output-format", "stream-json", "--verbose"]
    command += ["--allowedTools", "Agent,Bash,Edit,Read,Skill,Write"]
    with _served(model) as address, stream.open("wb") as out:
        environment = {
            **os.environ,
            **QUIET,
            "HOME": str(home),
            "ANTHROPIC_BASE_URL": address,
            "ANTHROPIC_API_KEY": "none",
        }
        subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.PIPE,
            check=True,
            timeout=LONGEST,
        )
    return Session(stream, model.asked)
