"""Streams of LangGraph that a program wrote to a file: `tasks` and `debug`, alone or among other
modes, with or without subgraphs; `updates` only where they are alone. Seen with 0.2.76, 0.6.11 and
1.2.22."""

from __future__ import annotations

from phaselint.transcripts.formats.updates import (
    UPDATES_HIDE,
    Updates,
    may_be_update,
    nodes_around,
)
from phaselint.transcripts.seen import TOOL, Seen
from phaselint.transcripts.sources import is_odd, items, mapping, seconds, text
from phaselint.transcripts.uuids import Uuids

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.transcripts.sources import Source

BARE = "bare"
"""The mode of a mapping that nothing tells about: an update, in a stream of these alone."""

MODES = frozenset({"tasks", "debug", "updates", "values", "messages", "custom", "checkpoints"})
_DEBUG = {"task": "tasks", "task_result": "tasks", "checkpoint": "checkpoints"}
_WITH_CONTEXT = "tool_call_with_context"


def sign(record: object) -> bool:
    """Whether a record is one of a stream."""
    mode, _, chunk = parts(record)
    if mode in ("tasks", "debug"):
        return isinstance(chunk, dict)
    return mode in MODES or (mode == BARE and isinstance(record, list))


def parts(record: object) -> tuple[str, tuple[str, ...], Any]:
    """A record as its mode, the space of the subgraph, and what the mode has; an empty mode for
    anything else."""
    if isinstance(record, list):
        if len(record) == 3 and isinstance(record[0], list):
            return text(record[1]), _space(record[0]), record[2]
        if len(record) == 2 and isinstance(record[0], list):
            mode, _, chunk = parts(record[1])
            return mode, _space(record[0]), chunk
        return (text(record[0]), (), record[1]) if len(record) == 2 else ("", (), None)
    if not isinstance(record, dict):
        return "", (), None
    if "payload" in record and text(record.get("type")) in _DEBUG:
        return "debug", (), record
    if "data" in record and "ns" in record and text(record.get("type")) in MODES:
        return record["type"], _space(items(record["ns"])), record["data"]
    if "id" in record and "name" in record and ("triggers" in record or "result" in record):
        return "tasks", (), record
    return BARE, (), record


def _space(parts: list[Any]) -> tuple[str, ...]:
    """Where a subgraph is: the tasks around it, each as its node and its id."""
    return tuple(map(text, parts))


def read(source: Source) -> Iterator[Seen]:
    """The records of a stream: one run, however often it was resumed."""
    reading = _Reading(source)
    number = 0
    for number, record in source.lines():
        yield from reading.record(number, record)
    yield from reading.finish(number)


class _Reading:
    """One stream, record by record."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._begun = False
        self._tasks = False
        self._framed = False
        self._updates: Updates | None = None
        self._open: dict[str, tuple[str, ...]] = {}
        self._stopped: dict[str, tuple[str, ...]] = {}
        self._done = Uuids()
        self._failed: set[str] = set()
        self._next = False

    def record(self, number: int, record: Any) -> Iterator[Seen]:
        """What a record tells."""
        mode, space, chunk = parts(record)
        time: float | None = None
        if mode == "debug":
            time = seconds(mapping(chunk).get("timestamp"))
            inner = _DEBUG.get(text(mapping(chunk).get("type")), "")
            mode, chunk = inner, mapping(chunk).get("payload")
        if mode == BARE:
            alone = not (self._tasks or self._framed) and may_be_update(chunk)
            mode = "updates" if alone else ""
        else:
            self._framed |= bool(mode) and mode != "tasks"
        if not mode or (not isinstance(chunk, (dict, list, str)) and mode not in MODES):
            if record is not None:
                self._source.strange("not of a stream")
            yield Seen("gap", place=number)
            return
        if not self._begun:
            self._begun = True
            yield Seen("start", place=number, time=time)
        if mode == "tasks":
            self._tasks = True
            if self._updates is not None:  # they aren't alone after all
                yield Seen("gap", place=number)
                self._updates = None
            yield from self._task(number, time, space, mapping(chunk))
        elif mode == "updates":
            self._source.skip(mode)
            if not self._tasks:
                if self._updates is None:
                    self._updates = Updates(self._source)
                    yield Seen("blind", UPDATES_HIDE)
                yield from self._updates.record(number, space, mapping(chunk))
        else:
            if mode == "checkpoints" and not space:
                self._next = bool(items(mapping(chunk).get("next")))
            self._source.skip(mode)

    def _task(
        self, number: int, time: float | None, space: tuple[str, ...], task: dict[str, Any]
    ) -> Iterator[Seen]:
        key, name = text(task.get("id")), "/".join((*nodes_around(space), text(task.get("name"))))
        if not key or not text(task.get("name")):
            self._source.skip("task without a name")
            yield Seen("gap", place=number)
            return
        if "triggers" in task or "input" in task:
            if key in self._done:
                self._source.skip("finished task, told again at a resume")
                return
            again = key in self._stopped or key in self._open or key in self._failed
            if again and key not in self._stopped:  # an interrupt is missing, or a failure is over
                yield Seen("gap", place=number)
            self._stopped.pop(key, None)
            self._failed.discard(key)
            self._open[key] = space
            yield Seen("resume" if again else "enter", name, number, time)
            if not again:
                for called in _called(name, task.get("input")):
                    yield Seen("call", called, number, time, sort=TOOL, target=name)
            return
        self._open.pop(key, None)
        if is_odd(task.get("interrupts"), list):
            yield Seen("gap", place=number)
        if task.get("error") is not None:
            self._failed.add(key)
            yield Seen("fail", name, number, time)
        elif items(task.get("interrupts")):
            self._stopped[key] = space
            yield Seen("interrupt", name, number, time)
        else:
            self._done.add(key)
            self._close(key)

    def _close(self, key: str) -> None:
        """A task is done, so those in its subgraph are. LangGraph doesn't tell the end of one that
        returns a command for the graph around it."""
        for waiting in (self._open, self._stopped):
            for inner, space in [*waiting.items()]:
                if any(each.partition(":")[2] == key for each in space):
                    del waiting[inner]
                    self._done.add(inner)

    def finish(self, number: int) -> Iterator[Seen]:
        """What is known at the end of the stream. Where a limit has ended it, only `debug` tells,
        and only with a checkpointer."""
        if self._updates is not None:
            yield Seen("end", "waiting" if self._updates.waits else "completed", number)
            return
        if self._failed:
            ended = "failed"
        elif self._stopped:
            ended = "waiting"
        elif self._open or self._source.cut:
            ended = ""
        else:
            ended = "limit" if self._next else "completed"
        if self._begun:
            yield Seen("end", ended, number)


def _called(name: str, given: Any) -> list[str]:
    """The tools that a task calls, if it is one of a ToolNode: names stand only in what it is
    given, and nothing else of that is read."""
    if isinstance(given, dict):
        if given.get("__type") == _WITH_CONTEXT:
            return _names([given.get("tool_call")])
        if given.get("type") == "tool_call":
            return _names([given])
        if name.rpartition("/")[2] != "tools":
            return []
        given = given.get("messages")
        last = mapping(items(given)[-1]) if items(given) else {}
        inner = mapping(last.get("kwargs")) or last
        return _names(items(inner.get("tool_calls")))
    calls = [each for each in items(given) if mapping(each).get("type") == "tool_call"]
    return _names(calls)


def _names(calls: list[Any]) -> list[str]:
    return [name for each in calls if (name := text(mapping(each).get("name")))]
