"""What the language server costs: until it answers for the first time, and from an edit to the
diagnostics, for contracts of the size at which it is felt.

Run it as a script: `python tests/benchmarks/bench_server.py [ROUNDS [EDITS]]`. Edits are told
without and with the rest that the server takes after them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from importlib import resources
from statistics import median
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.growing import chain, climpt, stud
from benchmarks.hostile import write
from benchmarks.hostilepipelines import SIMPLE, manifest, stage
from benchmarks.measuring import race, ratio
from benchmarks.workflows import workflow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.hostile import Files

SERVER = "import sys; sys.argv[1:] = ['server']; from phaselint.__main__ import run; run()"
"""What editors start: `phaselint server`."""

RESTLESS = f"from phaselint_lsp import worker; worker.DEBOUNCE = 0.0; {SERVER}"
CAPABILITIES = {
    "textDocument": {"diagnostic": {}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
TOOL = (
    "side_effect: read\nevidence_class: local_transaction\ncommit_requirement: acknowledged\n"
    "timeouts: {total_ms: 1000}\nretries: {max_attempts: 1, retry_on: [timeout]}\n"
    "rate_limits: {on_429: {respect_retry_after: true, max_sleep_seconds: 3}}\n"
    "assertions: {input_invariants: [], output_invariants: []}\n"
    "golden_cases: []\nallowed_errors: []\n"
)
EMPTY = "python -c pass"

PAUSE = 0.1
"""Seconds between two letters."""


class Session:
    """A session of a client with a server of its own, over one folder."""

    def __init__(self, root: str, script: str = SERVER, capabilities: Any = CAPABILITIES) -> None:
        words = [sys.executable, "-c", script]
        self._server = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._asked = 0
        given = {"processId": None, "rootUri": f"file://{root}", "capabilities": capabilities}
        self.ask("initialize", given)

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        """Send a request and wait for its answer; what the server asks is answered by nothing."""
        self._asked += 1
        self._send({"id": self._asked, "method": method, "params": params})
        while True:
            message = self._receive()
            if "method" not in message and message["id"] == self._asked:
                return message.get("result")
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})

    def end(self) -> None:
        """End the session and the server."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        self._server.communicate(timeout=60)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._server.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._server.stdin.flush()

    def _receive(self) -> Any:
        assert self._server.stdout is not None
        size = 0
        while (line := self._server.stdout.readline()).strip():
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        return json.loads(self._server.stdout.read(size))


def editor() -> Any:
    """The capabilities of VS Code."""
    name = "visual_studio_code_v1.65.2.json"
    text = resources.files("pytest_lsp").joinpath("clients", name).read_text("utf-8")
    return json.loads(text)["capabilities"]


def tools(count: int) -> Files:
    """A Vesanor set with so many tools, ten for each phase."""
    names = [f"p{number}" for number in range(count // 10)]
    onward = dict(zip(names, [*names[1:], "done"], strict=True))
    first, *others = names
    listed = "".join(f"  - name: {name}\n" for name in others)
    phases = f"  - {{name: {first}, initial: true}}\n{listed}  - {{name: done, terminal: true}}\n"
    ways = "".join(f"  {name}: [{target}]\n" for name, target in onward.items())
    head = 'schema_version: "1.0"\nagent: desk\n'
    files = {"session.yaml": f"{head}phases:\n{phases}transitions:\n{ways}"}
    for number in range(count):
        phase = names[number // 10]
        way = f", advances_to: {onward[phase]}" if number % 10 == 0 else ""
        placed = f"transitions: {{valid_in_phases: [{phase}]{way}}}\n"
        files[f"tool_{number}.yaml"] = f"tool: tool_{number}\n{TOOL}{placed}"
    return files


def branching(count: int) -> Files:
    """A pipeline of so many stages, each with a branch; one reads what no payload has."""
    names = [f"n{number}" for number in range(count)]
    when = "when: {verdict: ok, path: parsed.d, equals: a}"
    ways = {
        name: f"{{branches: [{{{when}, nextStages: [{after}]}}], default: {{nextStages: []}}}}"
        for name, after in zip(names, [*names[1:], ""], strict=True)
    }
    stages = {name: stage(name, SIMPLE) for name in names}
    lost = names[count * 2 // 3]
    stages[lost] = stage(lost, SIMPLE, "Do it with {{ctx.upstream[0].parsed.nope}}.")
    return manifest(ways, stages)


def misnamed(files: Files) -> Files:
    """An agent with something to say about the name of each step: it has a digit."""
    return {
        name.replace("step-", "step1-"): text.replace("step-", "step1-")
        for name, text in files.items()
    }


def cases() -> Iterator[tuple[str, Files, str, str]]:
    """What a contract is, its files, the one that is edited, and behind which words."""
    flow = {".sweny/workflows/w.yml": workflow(random.Random(23), "w", 110)}
    yield "a workflow of 110 nodes", flow, ".sweny/workflows/w.yml", "oldest one first"
    yield "a set of 200 tools", tools(200), "session.yaml", "agent: desk"
    agent, registry = climpt(chain(1_000)), ".agent/demo/steps_registry.json"
    yield "a stage of 300", stud(chain(300)), "stages/n150.md", "Do it"
    branches = branching(300)
    yield "a stage of 300 with branches", branches, "stages/n150.md", "Do it"
    yield "the manifest of 300 stages with branches", branches, "p.stud.yaml", "id: "
    few, schemas = climpt(chain(300)), ".agent/demo/schemas/steps.schema.json"
    yield "300 steps", few, registry, '"name": "Do continuation.step-'
    yield "the schemas of 300 steps", few, schemas, '"type": "obj'
    yield "300 findings", misnamed(few), registry, '"name": "Do continuation.step1-'
    yield "1,000 clean steps", agent, registry, '"name": "Do continuation.step-'
    yield "1,000 findings", misnamed(agent), registry, '"name": "Do continuation.step1-'


def typed(root: str, file: str, behind: str, edits: int, script: str) -> tuple[int, list[float]]:
    """Type so many letters into a file of a contract; how many findings it had, and the seconds
    from each to the diagnostics."""
    path = os.path.join(root, file)
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    before = text[: text.index(behind) + len(behind)]
    line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    session, document = Session(root, script), {"uri": f"file://{path}"}
    session.tell("initialized", {})
    session.tell(
        "textDocument/didOpen",
        {"textDocument": {**document, "languageId": "yaml", "version": 1, "text": text}},
    )
    found = session.ask("textDocument/diagnostic", {"textDocument": document})
    times = []
    for number in range(edits):
        at = {"line": line, "character": column + number}
        change = {"range": {"start": at, "end": at}, "text": "x"}
        begin = perf_counter()
        session.tell(
            "textDocument/didChange",
            {"textDocument": {**document, "version": number + 2}, "contentChanges": [change]},
        )
        session.ask("textDocument/diagnostic", {"textDocument": document})
        times.append(perf_counter() - begin)
        sleep(PAUSE)
    session.end()
    return len(found["items"]), times


def main(rounds: int = 10, edits: int = 20) -> None:
    """Print the figures."""
    capabilities = editor()
    with tempfile.TemporaryDirectory() as root:
        works = {
            "empty": lambda: subprocess.run([sys.executable, "-c", "pass"], check=True),
            "first": lambda: Session(root).end(),
            "editor": lambda: Session(root, capabilities=capabilities).end(),
        }
        race(works, 1)  # compiles and warms the disk
        times = race(works, rounds)
    base = median(times["empty"])
    for name, told in (
        ("first", "a session without work"),
        ("editor", "a session of VS Code without work"),
    ):
        print(f"{told}: {ratio(times, name, 'empty'):.2f} x {EMPTY}")
        print(f"milliseconds, {told}: {median(times[name]) * 1e3:.0f}")
    for name, files, file, behind in cases():
        with tempfile.TemporaryDirectory() as root:
            write(root, files)
            _, waited = typed(root, file, behind, edits, SERVER)
            found, seconds = typed(root, file, behind, edits, RESTLESS)
        ms, rested = median(seconds) * 1e3, median(waited) * 1e3
        print(f"an edit, {name} ({found} findings): {median(seconds) / base:.2f} x {EMPTY}")
        print(f"milliseconds, an edit, {name}: {ms:.0f}; {rested:.0f} with the rest")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
