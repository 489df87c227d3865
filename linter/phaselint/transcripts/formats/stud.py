"""Session logs of stud: `~/.stud/logs/session-<id>.jsonl`. No stage ever appears in them, but the
calls of tools do."""

from __future__ import annotations

import os

from phaselint.transcripts.seen import TOOL, Seen
from phaselint.transcripts.sources import mapping, seconds, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.transcripts.sources import Source

SUFFIX = ".jsonl"
STARTS = ("SessionStarted", "SessionResumed")


def sign(record: object) -> bool:
    """Whether a record is one of a session log."""
    return (
        isinstance(record, dict)
        and isinstance(record.get("type"), str)
        and isinstance(record.get("correlationId"), str)
        and isinstance(record.get("payload"), dict)
    )


def files(path: str) -> Iterator[str]:
    """The parts of a log: first those that were put away when it had grown."""
    folder, name = os.path.split(path)
    if name.endswith(SUFFIX):
        for each in sorted(os.listdir(folder or ".")):
            if each.startswith(f"{name}."):
                yield os.path.join(folder, each)
    yield path


def _is_first(path: str) -> bool:
    """Whether a part of a log is the first one."""
    folder, name = os.path.split(path)
    main = os.path.join(folder, f"{name.partition(SUFFIX)[0]}{SUFFIX}")
    return path == next(files(main))


def read(source: Source) -> Iterator[Seen]:
    """The records of a session."""
    begun = not _is_first(source.path)
    for number, value in source.lines():
        if not sign(value):
            if value is not None:
                source.strange("not an event")
            yield Seen("gap", place=number)
            continue
        record = mapping(value)
        kind, data = text(record.get("type")), mapping(record.get("payload"))
        time = seconds(record.get("timestamp"))
        time = None if time is None else time / 1000
        name, call = text(data.get("toolName")), text(data.get("toolCallId"))
        if not begun:
            begun = True
            yield Seen("folder", text(data.get("projectRoot")))
            yield Seen("start", place=number, time=time)
        if kind == "TurnStarted":
            yield Seen("request", place=number, time=time)
            yield Seen("turn", place=number, time=time)
        elif kind == "ToolCallStarted":
            yield Seen("call", name, number, time, call=call, sort=TOOL)
        elif kind == "ToolCallFailed":
            yield Seen("result", place=number, time=time, call=call, ok="no")
            yield Seen("fail", name, number, time)
        elif kind == "SessionClosed":
            yield Seen("end", "completed", number, time)
        elif kind not in STARTS:
            if kind == "ToolCallSucceeded":
                yield Seen("result", place=number, time=time, call=call, ok="yes")
            source.skip(kind)
