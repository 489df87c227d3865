"""Writers of logs: what a runtime writes about a run, in each format, from a list of steps.

A step is a small tuple: `("reach", agent)`, `("call", caller, kind, name)`, `("sub", caller, agent,
steps)` for a called agent with what it does, and `("enter", node)`, `("take", intent, step)` and so
on for the formats without agents. Everything that must never be shown is `SECRET`.
"""

from __future__ import annotations

import itertools
import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

SECRET = "sk-SECRET-0000"
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
SESSION = "0a1b2c3d-0000-4000-8000-000000000000"


class Clock:
    """Times, each a second later."""

    def __init__(self) -> None:
        self._seconds = itertools.count()

    def __call__(self) -> str:
        at = START + timedelta(seconds=next(self._seconds))
        return at.isoformat().replace("+00:00", "Z")


def lines(path: Path, records: Iterable[Any]) -> Path:
    """Write records as JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + "\n" for each in records), "utf-8")
    return path


# --- Claude Code ----------------------------------------------------------------------------------


class ClaudeSession:
    """A session of Claude Code with its subagents, as files."""

    def __init__(self, folder: Path, main: str = "", cwd: str = "/w") -> None:
        self.path = folder / f"{SESSION}.jsonl"
        self._cwd = cwd
        self._clock = Clock()
        self._ids = itertools.count(1)
        self._files: dict[str, list[dict[str, Any]]] = {"": []}
        self._meta: dict[str, dict[str, Any]] = {}
        if main:
            self._files[""].append({"type": "agent-setting", "agentSetting": main})
        self.say("")

    def _add(self, agent: str, **record: Any) -> None:
        base = {
            "uuid": f"u{next(self._ids)}-{SESSION}",
            "timestamp": self._clock(),
            "sessionId": SESSION,
            "cwd": self._cwd,
            "version": "2.1.0",
            "isSidechain": bool(agent),
        }
        if agent:
            base["agentId"] = agent
        self._files.setdefault(agent, []).append({**base, **record})

    def say(self, agent: str) -> None:
        """A message of the user, or the prompt of a subagent."""
        self._add(agent, type="user", message={"role": "user", "content": SECRET})

    def use(self, agent: str, tool: str, given: dict[str, Any]) -> str:
        """The call of a tool; its id."""
        call = f"toolu_{next(self._ids)}"
        block = {"type": "tool_use", "id": call, "name": tool, "input": {**given, "x": SECRET}}
        message = {"role": "assistant", "model": "m", "content": [block], "stop_reason": None}
        self._add(agent, type="assistant", message=message)
        return call

    def answer(self, agent: str, call: str, *, bad: bool = False, **told: Any) -> None:
        """The result of a call."""
        block = {"type": "tool_result", "tool_use_id": call, "content": SECRET, "is_error": bad}
        result = {"toolUseResult": {**told, "content": SECRET}} if told else {}
        self._add(agent, type="user", message={"role": "user", "content": [block]}, **result)

    def run(self, steps: Iterable[Any], agent: str = "") -> None:
        """What an agent does."""
        for step in steps:
            if step[0] == "sub":
                self._below(agent, step[2], step[3])
            elif step[2] == "skill":
                self.answer(agent, self.use(agent, "Skill", {"skill": step[3]}))
            else:
                self.answer(agent, self.use(agent, step[3], {}))

    def _below(self, agent: str, name: str, steps: Iterable[Any]) -> None:
        inner = f"a{next(self._ids)}"
        call = self.use(agent, "Agent", {"subagent_type": name, "prompt": SECRET})
        self._meta[inner] = {"agentType": name, "description": SECRET, "toolUseId": call}
        self.say(inner)
        self.run(steps, inner)
        self.done(inner)
        self.answer(agent, call, status="completed", agentId=inner, agentType=name)

    def done(self, agent: str = "") -> None:
        """A last answer."""
        message = {"role": "assistant", "content": [{"type": "text", "text": SECRET}]}
        self._add(agent, type="assistant", message=message)

    def compact(self) -> None:
        """The session is summarized."""
        self._add("", type="system", subtype="compact_boundary", content=SECRET)

    def write(self) -> Path:
        """The file of the session."""
        below = self.path.with_suffix("") / "subagents"
        for agent, records in self._files.items():
            lines(below / f"agent-{agent}.jsonl" if agent else self.path, records)
        for agent, meta in self._meta.items():
            (below / f"agent-{agent}.meta.json").write_text(json.dumps(meta), "utf-8")
        return self.path


def claude(folder: Path, main: str, steps: Iterable[Any]) -> Path:
    """A session of Claude Code that is over."""
    session = ClaudeSession(folder, main)
    session.run(steps)
    session.done()
    return session.write()


def claude_stream(folder: Path, _main: str, steps: Iterable[Any]) -> Path:
    """The same as stream-json, which doesn't tell the main agent."""
    ids = itertools.count(1)
    records: list[dict[str, Any]] = []

    def add(parent: str | None, **record: Any) -> None:
        records.append({**record, "parent_tool_use_id": parent, "session_id": SESSION})

    def run(some: Iterable[Any], parent: str | None) -> None:
        for step in some:
            call = f"t{next(ids)}"
            name, given = step[3], {"x": SECRET}
            if step[0] == "sub":
                name, given = "Agent", {"subagent_type": step[2], "prompt": SECRET}
            elif step[2] == "skill":
                name, given = "Skill", {"skill": step[3]}
            block = {"type": "tool_use", "id": call, "name": name, "input": given}
            add(parent, type="assistant", message={"content": [block]})
            if step[0] == "sub":
                task = {"type": "system", "subtype": "task_started", "session_id": SESSION}
                records.append({**task, "tool_use_id": call, "subagent_type": step[2]})
                run(step[3], call)
            result = {"type": "tool_result", "tool_use_id": call, "content": SECRET}
            add(parent, type="user", message={"content": [result]})

    head = {"type": "system", "subtype": "init", "session_id": SESSION, "cwd": "/w"}
    records.append({**head, "claude_code_version": "2.1.0", "tools": []})
    run(steps, None)
    records.append(
        {"type": "result", "subtype": "success", "result": SECRET, "session_id": SESSION}
    )
    return lines(folder / "stream.jsonl", records)


# --- Copilot CLI ----------------------------------------------------------------------------------


def copilot(folder: Path, main: str, steps: Iterable[Any]) -> Path:
    """Events of Copilot CLI."""
    clock, ids = Clock(), itertools.count(1)
    records: list[dict[str, Any]] = []

    def add(kind: str, data: dict[str, Any], agent: str = "") -> None:
        record = {"type": kind, "data": data, "id": f"e{next(ids)}", "timestamp": clock()}
        records.append({**record, "parentId": None, **({"agentId": agent} if agent else {})})

    def run(some: Iterable[Any], agent: str) -> None:
        for step in some:
            call = f"c{next(ids)}"
            if step[0] == "sub":
                inner = f"sub-{next(ids)}"
                add("tool.execution_start", {"toolName": "task", "toolCallId": call}, agent)
                add("subagent.started", {"agentName": step[2], "toolCallId": call}, inner)
                run(step[3], inner)
                add("subagent.completed", {"agentName": step[2], "toolCallId": call}, inner)
            elif step[2] == "skill":
                add("skill.invoked", {"name": step[3], "content": SECRET}, agent)
                continue
            else:
                given = {"toolName": step[3], "toolCallId": call, "arguments": {"x": SECRET}}
                add("tool.execution_start", given, agent)
            result = {"toolCallId": call, "success": True, "result": {"content": SECRET}}
            add("tool.execution_complete", result, agent)

    add("session.start", {"sessionId": SESSION, "version": 1, "copilotVersion": "1.0.85"})
    add("subagent.selected", {"agentName": main, "agentDisplayName": main, "tools": []})
    add("user.message", {"content": SECRET})
    run(steps, "")
    add("session.shutdown", {"shutdownType": "routine"})
    return lines(folder / "events.jsonl", records)


# --- VS Code --------------------------------------------------------------------------------------


def vscode(folder: Path, main: str, steps: Iterable[Any]) -> Path:
    """A chat of VS Code, exported. Its tools have internal ids."""
    ids = itertools.count(1)
    parts: list[dict[str, Any]] = [{"kind": "thinking", "value": SECRET}]

    def run(some: Iterable[Any], parent: str) -> None:
        for step in some:
            call = f"c{next(ids)}"
            part = {"kind": "toolInvocationSerialized", "toolCallId": call, "isComplete": True}
            if parent:
                part["subAgentInvocationId"] = parent
            if step[0] == "sub":
                data = {"kind": "subagent", "agentName": step[2], "prompt": SECRET}
                parts.append({**part, "toolId": "runSubagent", "toolSpecificData": data})
                run(step[3], call)
            else:
                parts.append({**part, "toolId": step[3], "invocationMessage": SECRET})

    run(steps, "")
    instructions = {"name": main, "content": SECRET}
    mode = {"isBuiltin": False, "modeId": "x", "modeInstructions": instructions}
    request = {"message": {"text": SECRET}, "response": parts, "modeInfo": mode}
    request["modelState"] = {"value": 1}
    chat = {"initialLocation": "panel", "responderUsername": "x", "requests": [request]}
    path = folder / "chat.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(chat, indent=1), "utf-8")
    return path


def deny(path: Path, number: int) -> None:
    """Have a call of a stream or of a chat denied."""
    if path.suffix == ".json":
        chat = json.loads(path.read_text("utf-8"))
        parts = [each for each in chat["requests"][0]["response"] if "toolId" in each]
        parts[number]["isConfirmed"] = {"type": 0}
        path.write_text(json.dumps(chat), "utf-8")
        return
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    block = [each for each in records if each["type"] == "user"][number]["message"]["content"][0]
    block["is_error"] = True
    call = block["tool_use_id"]
    denial = {"tool_name": "x", "tool_use_id": call, "tool_input": {"x": SECRET}}
    records[-1]["permission_denials"] = [denial]
    lines(path, records)


# --- OpenTelemetry --------------------------------------------------------------------------------


def otlp(folder: Path, main: str, steps: Iterable[Any]) -> Path:
    """Spans, in the order in which they end."""
    ids, clock = itertools.count(1), itertools.count(1)
    spans: list[dict[str, Any]] = []

    def span(operation: str, names: dict[str, str], parent: str) -> dict[str, Any]:
        values = {"gen_ai.operation.name": operation, **names, "gen_ai.input.messages": SECRET}
        found: dict[str, Any] = {
            "traceId": "t" * 32,
            "spanId": f"{next(ids):016x}",
            "status": {"code": 1},
        }
        found["startTimeUnixNano"] = str(next(clock) * 10**9)
        found["attributes"] = [
            {"key": key, "value": {"stringValue": value}} for key, value in values.items()
        ]
        return {**found, **({"parentSpanId": parent} if parent else {})}

    def end(found: dict[str, Any]) -> None:
        found["endTimeUnixNano"] = str(next(clock) * 10**9)
        spans.append(found)

    def run(some: Iterable[Any], parent: str) -> None:
        for step in some:
            if step[0] == "sub":
                wrapped = span("execute_tool", {"gen_ai.tool.name": "runSubagent"}, parent)
                inner = span("invoke_agent", {"gen_ai.agent.name": step[2]}, wrapped["spanId"])
                run(step[3], inner["spanId"])
                end(inner)
                end(wrapped)
            else:
                end(span("execute_tool", {"gen_ai.tool.name": step[3]}, parent))

    names = {"gen_ai.agent.name": main, "gen_ai.conversation.id": "conversation"}
    root = span("invoke_agent", names, "")
    run(steps, root["spanId"])
    end(root)
    records = [{"resourceSpans": [{"scopeSpans": [{"spans": [each]}]}]} for each in spans]
    return lines(folder / "spans.jsonl", records)


TEAMS = {"claude": claude, "stream": claude_stream, "copilot": copilot, "vscode": vscode}
TEAMS["otlp"] = otlp

# --- formats of one contract each -----------------------------------------------------------------


def climpt(folder: Path, acts: Iterable[tuple[str, ...]], end: str) -> Path:
    """The log of a climpt agent."""
    clock = Clock()
    records = [_climpt(clock, "Starting agent: X"), _climpt(clock, "User prompt", content=SECRET)]
    for act in acts:
        if act[0] == "enter":
            records.append(_climpt(clock, "[FlowLoop] Enter", stepId=act[1], iteration=1))
        elif act[0] == "take":
            told = f"[StepFlow] Interpreted intent: {act[1]}"
            records.append(_climpt(clock, told, stepId=act[2], kind="work", reason=SECRET))
    last = {"completed": f"Agent completed after 3 iteration(s): {SECRET}"}
    last["limit"] = "Maximum iterations (3) reached without finishing"
    records.append(_climpt(clock, last.get(end, "Agent failed")))
    return lines(folder / "agent.jsonl", records)


def _climpt(clock: Clock, message: str, **metadata: Any) -> dict[str, Any]:
    return {"timestamp": clock(), "level": "info", "message": message, "metadata": metadata}


def sweny(folder: Path, acts: Iterable[tuple[str, ...]], end: str) -> Path:
    """The stream of a SWEny workflow."""
    statuses = {"pass": "success", "fail": "failed", "skip": "skipped"}
    records: list[dict[str, Any]] = [{"type": "workflow:start", "workflow": "w"}]
    node, failed = "", end == "failed"
    for act in acts:
        if act[0] == "enter":
            node = act[1]
            records.append({"type": "node:enter", "node": node, "instruction": SECRET})
        elif act[0] == "call":
            records.append({"type": "tool:call", "node": node, "tool": act[1], "input": SECRET})
        elif act[0] in statuses:
            result = {"status": statuses[act[0]], "data": {"x": SECRET}, "toolCalls": []}
            records.append({"type": "node:exit", "node": act[1], "result": result})
        elif act[0] == "follow":
            records.append({"type": "route", "from": act[1], "to": act[2], "reason": SECRET})
    if end:
        results = {node: {"status": "failed" if failed else "success"}}
        records.append({"type": "workflow:end", "results": results})
    return lines(folder / "stream.jsonl", records)


def tasks(folder: Path, acts: Iterable[tuple[str, ...]], _end: str) -> Path:
    """A stream of LangGraph's tasks."""
    ids = itertools.count(1)
    open_: dict[str, list[str]] = {}
    records: list[dict[str, Any]] = []

    def close(name: str, **more: Any) -> None:
        if open_.get(name):
            key = open_[name].pop(0)
            base = {"id": key, "name": name, "error": None, "result": {"x": SECRET}}
            records.append({**base, "interrupts": [], **more})
            if more.get("interrupts"):
                stopped.setdefault(name, []).append(key)

    stopped: dict[str, list[str]] = {}
    for act in acts:
        name = act[1] if len(act) > 1 else ""
        if act[0] == "enter":
            key = f"id-{next(ids)}"
            open_.setdefault(name, []).append(key)
            records.append({"id": key, "name": name, "input": {"x": SECRET}, "triggers": []})
        elif act[0] == "fail":
            close(name, error=SECRET)
        elif act[0] == "interrupt":
            close(name, interrupts=[{"value": SECRET}])
        elif act[0] == "resume":
            key = stopped[name].pop(0)
            open_.setdefault(name, []).append(key)
            records.append({"id": key, "name": name, "input": {"x": SECRET}, "triggers": []})
    for name in list(open_):
        while open_[name]:
            close(name)
    return lines(folder / "tasks.jsonl", records)


def words(acts: Iterable[str], run: str = "1") -> Iterator[dict[str, Any]]:
    """Acts in our own format."""
    for act in acts:
        yield {"run": run, "act": act, "note": SECRET}
