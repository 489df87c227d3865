"""Events of Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`. Transcripts of Copilot
Chat have the same records, without agents."""

from __future__ import annotations

from phaselint.transcripts.seen import AGENT, MAIN, SKILL, TOOL, UNKNOWN, Seen
from phaselint.transcripts.sources import is_odd, mapping, ok_of, seconds, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.transcripts.sources import Source

TASK = "task"
"""The tool that calls agents; what it starts tells of the call."""

ENDS = {"routine": "completed", "error": "failed"}


def sign(record: object) -> bool:
    """Whether a record is an event in its envelope."""
    return (
        isinstance(record, dict)
        and isinstance(record.get("type"), str)
        and isinstance(record.get("data"), dict)
        and "id" in record
        and "timestamp" in record
    )


def read(source: Source) -> Iterator[Seen]:
    """The records of a session."""
    reading = _Reading(source)
    for number, record in source.lines():
        if isinstance(record, dict) and isinstance(record.get("type"), str):
            if is_odd(record.get("data"), dict) or is_odd(record.get("agentId"), str):
                yield Seen("gap", place=number)
            yield from reading.record(number, record)
            continue
        if record is not None:
            source.strange("not an event")
        yield Seen("gap", place=number)


class _Reading:
    """One session, event by event."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._begun = False
        self._tasks: dict[str, str] = {}
        self._below: dict[str, str] = {}
        self._reached: set[str] = set()

    def record(self, number: int, record: dict[str, Any]) -> Iterator[Seen]:
        """What an event tells."""
        kind, data = text(record.get("type")), mapping(record.get("data"))
        time, agent = seconds(record.get("timestamp")), text(record.get("agentId"))
        if not self._begun:
            self._begun = True
            yield from _started(data)
            yield Seen("start", place=number, time=time)
        if kind == "subagent.selected":
            shown = text(data.get("agentDisplayName"))
            if not text(data.get("agentName")):
                yield Seen("gap", place=number)
            yield Seen("reach", text(data.get("agentName")), number, time, target=shown)
        elif kind == "subagent.deselected":
            yield Seen("instance", MAIN)
        elif kind == "subagent.started":
            yield from self._started(number, data, time, agent)
        elif kind == "tool.execution_start":
            yield from self._call(number, data, time, agent)
        elif kind == "tool.execution_complete":
            self._source.skip(kind)
            call, ok = text(data.get("toolCallId")), ok_of(data.get("success"))
            yield Seen("result", place=number, time=time, call=call, ok=ok)
        elif kind == "skill.invoked":
            skill = text(data.get("name"))
            yield Seen("call", skill, number, time, instance=agent, sort=SKILL)
        elif kind == "session.shutdown":
            yield Seen("end", ENDS.get(text(data.get("shutdownType")), ""), number, time)
        elif kind == "session.resume":
            yield Seen("end", "", number, time)
        elif kind != "session.start":
            if kind == "user.message" and not agent:
                yield Seen("request", place=number, time=time)
            self._source.skip(kind)

    def _call(
        self, number: int, data: dict[str, Any], time: float | None, agent: str
    ) -> Iterator[Seen]:
        name, call = text(data.get("toolName")), text(data.get("toolCallId"))
        agent = agent or self._below.get(text(data.get("parentToolCallId")), "")
        if name == TASK:
            self._source.skip("tool task")
            if call:
                self._tasks[call] = agent
            else:
                yield Seen("gap", place=number)
            return
        server, tool = text(data.get("mcpServerName")), text(data.get("mcpToolName"))
        named = f"{server}/{tool}" if server and tool else name
        yield Seen("call", named, number, time, instance=agent, call=call, sort=TOOL)

    def _started(
        self, number: int, data: dict[str, Any], time: float | None, agent: str
    ) -> Iterator[Seen]:
        name, call = text(data.get("agentName")), text(data.get("toolCallId"))
        instance, shown = agent or call, text(data.get("agentDisplayName"))
        caller = UNKNOWN
        if call:
            caller = self._tasks.pop(call, "")
            self._below[call] = instance
        yield Seen("call", name, number, time, instance=caller, call=call, sort=AGENT, target=shown)
        yield Seen("instance", name, instance=instance, call=call, target=caller)
        if instance not in self._reached:
            self._reached.add(instance)
            yield Seen("reach", name, number, time, instance=instance, target=shown)


def _started(data: dict[str, Any]) -> Iterator[Seen]:
    """What the first event tells about the session."""
    context = mapping(data.get("context"))
    branch = text(context.get("branch"))
    yield Seen("folder", text(context.get("cwd")), target=branch)
    yield Seen("folder", text(data.get("copilotVersion")), sort="version")
