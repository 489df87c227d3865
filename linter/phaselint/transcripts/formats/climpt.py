"""Logs of climpt: of an agent, one file a run, and of the orchestrator, many runs. Calls of tools
are almost never in them."""

from __future__ import annotations

import re

from phaselint.transcripts.seen import AGENT, Seen
from phaselint.transcripts.sources import mapping, seconds, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.transcripts.sources import Source

STARTING, ENTER, EXIT = "Starting agent: ", "[FlowLoop] Enter", "[CompletionLoop] Exit"
INTENT = "[StepFlow] Interpreted intent: "
TOOL_USE = "Tool use"
_COMPLETED = re.compile(r"Agent completed after \d+ iteration")
_LIMIT = re.compile(r"Maximum iterations \(\d+\) reached")
_FAILED = "Agent failed"
_LABEL = re.compile(
    r"=== Iteration|User prompt|Assistant response|SDK message|"
    r"\[(?:[A-Z][a-z]+){1,3}\](?: [A-Za-z]+){0,2}"
)
"""The beginnings of messages that hold nothing but words of climpt."""


ENDS = {
    "completed": "completed",
    "dry-run": "completed",
    "blocked": "failed",
    "cycle_exceeded": "limit",
    "phase_repetition_exceeded": "limit",
}
LIMITS = ("cycle_exceeded", "rate_limit_budget_exhausted")


def sign(record: object) -> bool:
    """Whether a record is one of an agent's log."""
    return _is_line(record) and not _event(record)


def orchestrator_sign(record: object) -> bool:
    """Whether a record is one of the orchestrator's log."""
    return _is_line(record) and bool(_event(record))


def _is_line(record: object) -> bool:
    return isinstance(record, dict) and all(
        isinstance(record.get(key), str) for key in ("timestamp", "level", "message")
    )


def _event(record: object) -> str:
    return text(mapping(mapping(record).get("metadata")).get("event"))


def read(source: Source) -> Iterator[Seen]:
    """The records of an agent's run."""
    begun, entered = False, ""
    for number, value in source.lines():
        if not _is_line(value):
            if value is not None:
                source.strange("not a line of a log")
            entered = ""
            yield Seen("gap", place=number)
            continue
        record = mapping(value)
        message, data = text(record.get("message")), mapping(record.get("metadata"))
        time = seconds(record.get("timestamp"))
        if not begun:
            begun = True
            yield Seen("folder", text(data.get("climptVersion")), sort="version")
            yield Seen("start", place=number, time=time)
        step = text(data.get("stepId"))
        if message == ENTER:
            if step and step == entered:
                source.skip("step entered again")
            else:
                yield Seen("enter", step, number, time)
            entered = step
        elif message.startswith(INTENT):
            entered = ""
            intent = message.removeprefix(INTENT).strip()
            yield Seen("take", intent, number, time, target=step)
        elif message == TOOL_USE:
            yield Seen("call", text(data.get("tool")), number, time, sort="tool")
        elif ended := _ended(message):
            yield Seen("end", ended, number, time)
        elif not message.startswith(STARTING):
            if message.startswith(EXIT):
                entered = ""
            source.skip(_label(message))


def _ended(message: str) -> str:
    if _COMPLETED.match(message):
        return "completed"
    if _LIMIT.match(message):
        return "limit"
    return "failed" if message.startswith(_FAILED) else ""


def _label(message: str) -> str:
    """What kind of message it is, without anything that it tells."""
    found = _LABEL.match(message)
    return found[0] if found else "other"


def read_orchestrator(source: Source) -> Iterator[Seen]:
    """The records of the orchestrator, each run by its subject."""
    runs: dict[str, str] = {}
    number = 0
    for number, record in source.lines():
        if not _is_line(record):
            if record is not None:
                source.strange("not a line of a log")
            for run in dict.fromkeys(runs.values()):
                yield Seen("gap", place=number, run=run)
            continue
        data = mapping(mapping(record).get("metadata"))
        subject = str(data.get("subjectId", ""))
        event, time = text(data.get("event")), seconds(mapping(record).get("timestamp"))
        if event == "run_start":
            runs[subject] = f"{subject}:{number}"
            run = runs[subject]
            yield Seen("folder", text(data.get("climptVersion")), run=run, sort="version")
            yield Seen("start", place=number, time=time, run=run)
            continue
        if not subject and len(runs) == 1:
            subject = next(iter(runs))
        run = runs.get(subject, "")
        if not run:
            source.skip(event or "without an event")
            continue
        told = _told(event, data)
        if told is None:
            source.skip(event or "without an event")
        else:
            yield told._replace(place=number, time=time, run=run)


def _told(event: str, data: dict[str, Any]) -> Seen | None:
    agent, phase = text(data.get("agent")), text(data.get("phase"))
    if event in ("phase_resolved", "phase_terminal_or_blocked"):
        return Seen("enter", phase)
    if event == "dispatch":
        return Seen("call", agent, sort=AGENT)
    if event == "dispatch_result":
        return Seen("take", text(data.get("outcome")), target=agent)
    if event == "run_end":
        return Seen("end", ENDS.get(text(data.get("status")), "failed"))
    return Seen("end", "limit") if event in LIMITS else None
