"""What `claude -p --output-format stream-json --verbose` prints."""

from __future__ import annotations

from phaselint.transcripts.formats.claude import SYNTHETIC, answered, are_blocks, callee
from phaselint.transcripts.seen import AGENT, MAIN, UNKNOWN, Seen
from phaselint.transcripts.sources import is_odd, items, mapping, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.transcripts.sources import Source

ENDS = {
    "success": "completed",
    "error_during_execution": "failed",
    "error_max_turns": "limit",
    "error_max_budget_usd": "limit",
    "error_max_structured_output_retries": "failed",
}
"""How a `result` ends a run."""

_HEADS = frozenset({"system", "assistant", "user", "result", "stream_event", "rate_limit_event"})


def sign(record: object) -> bool:
    """Whether a record is one of a stream."""
    return (
        isinstance(record, dict)
        and text(record.get("type")) in _HEADS
        and isinstance(record.get("session_id"), str)
    )


def read(source: Source) -> Iterator[Seen]:
    """The records of a stream, which may be of several sessions."""
    reading = _Reading(source)
    for number, record in source.lines():
        if isinstance(record, dict) and isinstance(record.get("type"), str):
            yield from reading.record(number, record)
            continue
        if record is not None:
            source.strange("not a message")
        yield from reading.lose(number)


class _Reading:
    """One stream, record by record."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.run = ""
        self._lost = False
        self._begun: set[str] = set()
        self._called: dict[str, str] = {}
        self._tasks: dict[str, str] = {}
        self._reached: set[tuple[str, str]] = set()

    def record(self, number: int, record: dict[str, Any]) -> Iterator[Seen]:
        """What a record tells."""
        kind, subtype = record.get("type"), record.get("subtype")
        session = text(record.get("session_id"))
        if session:
            self.run = session
        if is_odd(record.get("parent_tool_use_id"), str):
            yield from self.lose(number)
        if kind == "system" and subtype == "init":
            yield from self._init(number, record)
        elif kind == "assistant":
            yield from self._begin(number)
            yield from self._answer(number, record)
        elif kind == "user":
            yield from self._begin(number)
            yield from self._said(number, record)
        elif kind == "system" and subtype == "task_started":
            yield from self._started(number, record)
        elif kind == "result":
            yield from self._begin(number)
            yield from self._ended(number, record)
        elif text(kind) in _HEADS:
            self._source.skip(f"system/{subtype}" if kind == "system" else kind)
        else:
            self._source.strange(kind)
            if "message" in record:  # which alone tells of calls
                yield from self.lose(number)

    def lose(self, number: int) -> Iterator[Seen]:
        """A record wasn't understood: of the session that goes on, or of one that begins."""
        self._lost = True
        if self.run in self._begun:
            yield Seen("gap", place=number, run=self.run)

    def _init(self, number: int, record: dict[str, Any]) -> Iterator[Seen]:
        if self.run in self._begun:
            yield Seen("turn", place=number, run=self.run)
            return
        yield Seen("folder", text(record.get("cwd")), run=self.run)
        version = text(record.get("claude_code_version"))
        yield Seen("folder", version, run=self.run, sort="version")
        self._lost = False
        yield from self._begin(number)

    def _begin(self, number: int) -> Iterator[Seen]:
        if self.run not in self._begun:
            self._begun.add(self.run)
            if self._lost:
                yield Seen("gap", place=number, run=self.run)
            yield Seen("start", place=number, run=self.run)
            yield Seen("reach", MAIN, number, run=self.run)

    def _reach(self, number: int, instance: str, name: str) -> Iterator[Seen]:
        if instance and (self.run, instance) not in self._reached:
            self._reached.add((self.run, instance))
            named = name or self._called.get(instance, UNKNOWN)
            yield Seen("instance", named, run=self.run, instance=instance, call=instance)
            yield Seen("reach", named, number, run=self.run, instance=instance)

    def _answer(self, number: int, record: dict[str, Any]) -> Iterator[Seen]:
        instance = text(record.get("parent_tool_use_id"))
        yield from self._reach(number, instance, text(record.get("subagent_type")))
        message = mapping(record.get("message"))
        if message.get("model") == SYNTHETIC:
            self._source.skip("synthetic answer")
            return
        content = message.get("content")
        if not are_blocks(content):
            self._source.skip("assistant without content")
            yield Seen("gap", place=number, run=self.run)
        for each in map(mapping, items(content)):
            if each.get("type") != "tool_use":
                continue
            sort, name = callee(each)
            call = text(each.get("id"))
            if sort == AGENT:
                self._called[call] = name
            yield Seen(
                "call",
                name,
                number,
                run=self.run,
                instance=instance,
                call=call,
                sort=sort,
            )

    def _said(self, number: int, record: dict[str, Any]) -> Iterator[Seen]:
        instance = text(record.get("parent_tool_use_id"))
        yield from self._reach(number, instance, text(record.get("subagent_type")))
        results = False
        for each in map(mapping, items(mapping(record.get("message")).get("content"))):
            if each.get("type") == "tool_result":
                results = True
                call = text(each.get("tool_use_id"))
                yield Seen("result", place=number, run=self.run, call=call, ok=answered(each))
        if results or instance:
            self._source.skip("user")
        else:
            yield Seen("request", place=number, run=self.run)

    def _started(self, number: int, record: dict[str, Any]) -> Iterator[Seen]:
        """An agent that starts; other work in the background has no name of one."""
        task, call = text(record.get("task_id")), text(record.get("tool_use_id"))
        name = text(record.get("subagent_type"))
        if name or call in self._called:
            yield from self._begin(number)
            yield from self._reach(number, call or task, name)
        else:
            self._source.skip("system/task_started")

    def _ended(self, number: int, record: dict[str, Any]) -> Iterator[Seen]:
        for each in map(mapping, items(record.get("permission_denials"))):
            call = text(each.get("tool_use_id"))
            yield Seen("denied", place=number, run=self.run, call=call)
            yield Seen("result", place=number, run=self.run, call=call, ok="no")
        subtype = text(record.get("subtype"))
        fallback = "failed" if record.get("is_error") is True else "completed"
        yield Seen("end", ENDS.get(subtype, fallback), number, run=self.run)
