"""No free text of a log is in anything that is printed or written: each string of a record that is
no name, time or id holds a secret, in each format and each output."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.report.conformance import FORMATS
from phaselint.transcripts.formats.table import FORMATS as LOGS
from transcripts import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cli.command import Command

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
STEPS = (
    ("call", "", "tool", "Edit"),
    ("sub", "", "link-checker", (("call", "", "tool", "Grep"),)),
    ("call", "", "tool", "Bash"),
)
SWENY = [("enter", "gather"), ("pass", "gather"), ("follow", "gather", "assess"), ("enter", "x")]
CLIMPT = [("enter", "initial.flag"), ("take", "next", "initial.flag"), ("call", "Bash")]
CREW, HANDBOOK = "release-crew-fixed", "release-crew-fixed/handbook"
FLAGS = "flag-retirement-fixed/.agent/retirer"
WORKFLOW = "dependency-bot-fixed/.sweny/workflows/security-advisory.yml"
DESK = "loan-desk-fixed/loans.stud.yaml"

FREE = ("S3CRET-alpha", "S3cret beta", "/home/S3CRET/gamma.txt", "Secret S3CRET delta\n", "s3cret")
"""Secrets of several shapes: as a name, as words, as a path, over lines."""

TOLD = re.compile("s[3e]cret", re.IGNORECASE)

NAMES = frozenset(
    {
        *(
            "type",
            "subtype",
            "kind",
            "sessionId",
            "session_id",
            "uuid",
            "id",
            "agentId",
            "run_type",
        ),
        *("timestamp", "name", "subagent_type", "skill", "command", "agentType", "agentSetting"),
        *("toolUseId", "tool_use_id", "parent_tool_use_id", "isSidechain", "version", "toolName"),
        *(
            "toolCallId",
            "agentName",
            "agentDisplayName",
            "shutdownType",
            "copilotVersion",
            "toolId",
        ),
        *("subAgentInvocationId", "modeId", "traceId", "spanId", "parentSpanId", "key", "act"),
        *("startTimeUnixNano", "endTimeUnixNano", "stringValue", "node", "tool", "from", "to"),
        *("status", "workflow", "stepId", "run", "phase", "triggers", "trace_id", "dotted_order"),
        *("parent_run_id", "start_time", "end_time", "tags", "langgraph_checkpoint_ns", "event"),
        *("subjectId", "agent", "outcome", "correlationId", "role", "cwd", "claude_code_version"),
        *("gitBranch", "level", "mode", "ns", "__type", "message"),
    }
)
"""Keys of what readers may take; `message` is what climpt's logs tell of acts by. Nothing of a
working directory and a branch is shown, so these have secrets in `planted`."""


def planted(value: Any, key: str, pick: Iterator[str]) -> Any:
    """A value of a record with a secret in each string that is no name, and next to all others."""
    if isinstance(value, dict):
        found = {name: planted(each, name, pick) for name, each in value.items()}
        if value.get("key") == "gen_ai.input.messages":
            found["value"] = {"stringValue": next(pick)}
        return {**found, **dict.fromkeys(MORE, next(pick))} if value else {"text": next(pick)}
    if isinstance(value, list):
        return [planted(each, key, pick) for each in value]
    if key in ("cwd", "gitBranch") or (isinstance(value, str) and key not in NAMES):
        return next(pick)
    return value


MORE = ("thinking", "error_text", "title", "env", "file_path", "S3CRET_VALUE")


class Secretive:
    """Logs of each format, with secrets wherever a program may put its own text."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _planted(self, path: Path) -> Path:
        pick = cycle(FREE)
        for file in [path, *path.parent.rglob("*/*.jsonl"), *path.parent.rglob("*.meta.json")]:
            some = file.read_text("utf-8")
            records = [some] if file.suffix == ".json" else some.splitlines()
            told = [json.dumps(planted(json.loads(each), "", pick)) for each in records]
            damaged = ["{S3CRET", '"S3CRET"', '{"type": "S3CRET words\\u0000"}']
            file.write_text("\n".join(told if file.suffix == ".json" else told + damaged) + "\n")
        return path

    def make(self, name: str) -> tuple[Path, str]:
        """A log of a format, and its contract."""
        team = {"claude-code": "claude", "claude-stream": "stream", "copilot-cli": "copilot"}
        team |= {"vscode-chat": "vscode", "otlp": "otlp"}
        if name in team:
            path = writing.TEAMS[team[name]](self.folder, "editor", STEPS)
            return self._planted(path), HANDBOOK if "claude" in name else CREW
        made: dict[str, tuple[Callable[[], Path], str]] = {
            "sweny": (lambda: writing.sweny(self.folder, SWENY, "failed"), WORKFLOW),
            "climpt": (self._climpt, FLAGS),
            "climpt-orchestrator": (self._orchestrator, FLAGS),
            "stud": (self._stud, DESK),
            "langgraph": (self._stream, "graph.py"),
            "langsmith": (self._langsmith, "graph.py"),
            "acts": (lambda: self._lines(writing.words(["start", "call tool Edit"])), HANDBOOK),
        }
        if name == "langgraph-sqlite":
            return self._checkpoints(), "graph.py"
        write, contract = made[name]
        return self._planted(write()), contract

    def _lines(self, records: Any, name: str = "x.jsonl") -> Path:
        return writing.lines(self.folder / name, records)

    def _climpt(self) -> Path:
        path = writing.climpt(self.folder, CLIMPT, "completed")
        message = [{"timestamp": "", "level": "info", "message": each} for each in FREE]
        records = [json.loads(each) for each in path.read_text("utf-8").splitlines()]
        return self._lines(records + message)

    def _orchestrator(self) -> Path:
        def event(name: str, **more: Any) -> dict[str, Any]:
            data = {"event": name, "subjectId": 7, **more}
            head = {"timestamp": "", "level": "info", "correlationId": "c"}
            return {**head, "message": "(words)", "metadata": data}

        return self._lines(
            [
                event("run_start", workflowId="x"),
                event("phase_resolved", phase="implementation"),
                event("dispatch", agent="retirer"),
                event("dispatch_result", agent="retirer", outcome="success"),
                event("run_end", status="completed"),
            ]
        )

    def _stud(self) -> Path:
        def record(kind: str, **more: Any) -> dict[str, Any]:
            head = {"type": kind, "correlationId": "c", "timestamp": 1}
            return {**head, "payload": {"sessionId": "s", "projectRoot": "x", **more}}

        call = {"toolName": "read", "toolCallId": "1", "args": {"x": "y"}, "error": "x"}
        some = [record("SessionStarted"), record("TurnStarted", userInput="x")]
        some += [record("ToolCallStarted", **call), record("ToolCallFailed", **call)]
        return self._lines(some, "session-s.jsonl")

    def _stream(self) -> Path:
        (self.folder / "graph.py").write_text(GRAPH, "utf-8")
        acts = [("enter", "draft"), ("interrupt", "draft"), ("resume", "draft"), ("fail", "draft")]
        path = writing.tasks(self.folder, acts, "")
        call = {"role": "ai", "content": "x", "tool_calls": [{"name": "look", "args": {"x": "y"}}]}
        task = {"id": "9", "name": "tools", "input": {"messages": [call]}, "triggers": ["x"]}
        records = [json.loads(each) for each in path.read_text("utf-8").splitlines()]
        return self._lines([*records, task])

    def _langsmith(self) -> Path:
        (self.folder / "graph.py").write_text(GRAPH, "utf-8")
        run = {
            "id": "a" * 32,
            "trace_id": "b" * 32,
            "run_type": "chain",
            "name": "draft",
            "dotted_order": "1",
            "tags": ["graph:step:1"],
            "error": "x",
            "inputs": {"x": "y"},
            "extra": {"metadata": {"langgraph_checkpoint_ns": "draft:1", "user": "x"}},
        }
        tool = {**run, "id": "c" * 32, "dotted_order": "1.2", "run_type": "tool", "name": "look"}
        return self._lines([run, {**tool, "parent_run_id": "a" * 32}])

    def _checkpoints(self) -> Path:
        (self.folder / "graph.py").write_text(GRAPH, "utf-8")
        path = self.folder / "c.sqlite"
        database = sqlite3.connect(path)
        database.executescript(TABLES)
        secret = FREE[0]
        data = json.dumps({"source": "input", "step": -1, "user": secret, "writes": {"x": secret}})
        ids = [f"1f1e78c3-e190-601c-bfff-8f85fd6049c{each}" for each in range(3)]
        for each, above in zip(ids, (None, *ids), strict=False):
            row = ("1", "", each, above, "msgpack", secret.encode(), data)
            database.execute("insert into checkpoints values (?,?,?,?,?,?,?)", row)
            data = json.dumps({"source": "loop", "step": 0, "note": secret})
        for path_, channel in (("draft", "__error__"), ("tools", f"{secret}")):
            written = ("1", "", ids[1], path_, f"~__pregel_pull, {path_}", -1, channel, "x", secret)
            database.execute("insert into writes values (?,?,?,?,?,?,?,?,?)", written)
        database.commit()
        database.close()
        return path


GRAPH = """
from typing import TypedDict
from langgraph.graph import END, START, StateGraph

class State(TypedDict):
    x: str

def draft(state):
    return {}

graph = StateGraph(State)
graph.add_node("draft", draft)
graph.add_edge(START, "draft")
graph.add_edge("draft", END)
"""
TABLES = """
create table checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type,
  checkpoint, metadata);
create table writes (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel,
  type, value);
"""


@pytest.fixture
def project(phaselint: Command) -> Command:
    """The command next to the example projects."""
    for each in (CREW, "flag-retirement-fixed", "dependency-bot-fixed", "loan-desk-fixed"):
        shutil.copytree(PROJECTS / each, phaselint.folder / each)
    return phaselint


@pytest.mark.parametrize("name", [each.name for each in LOGS])
def test_no_text_of_a_log_is_told(project: Command, name: str) -> None:
    logs = project.folder / "logs"
    logs.mkdir()
    path, contract = Secretive(logs).make(name)
    assert TOLD.search(path.read_bytes().decode(errors="replace"))
    where = f"logs/{contract}" if contract == "graph.py" else contract
    only = ("--log-format", name)
    acts = project("conform", "--acts", "--format", "json", *only, str(path))
    (run, *_) = json.loads(acts.out)["runs"]
    assert len(run["acts"]) > 1
    asked: list[tuple[str, ...]] = [
        ("conform", *only, *more, "--format", each, str(path))
        for each in FORMATS
        for more in (
            ("--acts",),
            ("--contract", where, "--verbose"),
            ("--contract", where, "--verbose", "--redact"),
            ("--contract", where, "--run", "request"),
            ("--contract", where, "--census"),
            ("--contract", where, "--census", "--redact"),
        )
    ]
    asked += [
        ("conform", str(path)),
        ("conform", "logs"),
        ("conform", "--contract", where, "logs"),
        ("scripts", where, "--from-log", str(path)),
    ]
    for each in asked:
        ended = project(*each)
        assert not TOLD.search(ended.out + ended.err), each
        assert "internal error" not in ended.err, each
