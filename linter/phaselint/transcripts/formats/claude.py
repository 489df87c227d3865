"""Session files of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`, and those of its
subagents. Their fields aren't documented: seen in 1.0.96 to 2.1.33, described up to
2.1.259."""

from __future__ import annotations

import json
import os

from phaselint.transcripts.seen import AGENT, MAIN, SKILL, TOOL, Seen
from phaselint.transcripts.sources import is_odd, items, mapping, seconds, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.acts import Ok
    from phaselint.transcripts.sources import Source

CALLS = ("Agent", "Task")
"""The tool that calls agents, and its former name; when it changed isn't known."""

LAUNCHED = ("async_launched", "remote_launched")
"""What the result of a call tells of an agent that has started and works in the background."""

DEFAULT = "general-purpose"
SYNTHETIC = "<synthetic>"
PREFIX, SUFFIX = "agent-", ".jsonl"

LEFT_OUT = frozenset(
    {
        *("summary", "custom-title", "mode", "permission-mode", "queue-operation", "progress"),
        *("file-history-snapshot", "attachment", "last-prompt", "agent-name", "worktree-state"),
        *("cost-state", "system", "agent-setting", "ai-title", "pr-link", "tag"),
    }
)
"""Kinds of records without acts."""

_HEADS = LEFT_OUT | {"user", "assistant"}


def sign(record: object) -> bool:
    """Whether a record is one of a session file."""
    if not isinstance(record, dict) or text(record.get("type")) not in _HEADS:
        return False
    return "session_id" not in record and (
        "sessionId" in record or "leafUuid" in record or "snapshot" in record
    )


def read(source: Source) -> Iterator[Seen]:
    """The records of one file: of a session, or of a subagent."""
    return _Reading(source).records()


def is_of_subagent(path: str) -> bool:
    """Whether a file is named as those of subagents are."""
    name = os.path.basename(path)
    return name.startswith(PREFIX) and name.endswith(SUFFIX)


def files(path: str) -> Iterator[str]:
    """A session, then those of its subagents: in the directory of the session and, as until 2.1.2,
    next to it."""
    yield path
    if is_of_subagent(path):
        return
    folder, name = os.path.split(path)
    session = name.removesuffix(SUFFIX)
    below = os.path.join(folder, session, "subagents")
    for inner in (below, *_folders(os.path.join(below, "workflows"))):
        yield from _of_subagents(inner)
    for each in _of_subagents(folder):
        if _session_of(each) == session:
            yield each


def _folders(path: str) -> list[str]:
    if not os.path.isdir(path):
        return []
    return [os.path.join(path, each) for each in sorted(os.listdir(path))]


def _of_subagents(folder: str) -> list[str]:
    return [each for each in _folders(folder) if is_of_subagent(each)]


def _session_of(path: str) -> str:
    """The session that the first record of a file names."""
    try:
        with open(path, "rb") as file:
            return text(mapping(json.loads(file.readline(2**20))).get("sessionId"))
    except (OSError, ValueError, RecursionError):
        return ""


class _Reading:
    """One file, record by record."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._main = MAIN
        self._named = False
        self._agent = ""
        if is_of_subagent(source.path):
            name = os.path.basename(source.path)
            self._agent = name.removeprefix(PREFIX).removesuffix(SUFFIX)
        self._begun: set[str] = set()
        self._leaves: dict[str, str] = {}
        self._inline = 0
        self._asks: bool | None = None

    def records(self) -> Iterator[Seen]:
        """What the file tells."""
        if self._agent:
            yield from self._meta()
        for number, record in self._source.lines():
            if record is None:
                yield Seen("gap", place=number)
            else:
                yield from self._record(number, mapping(record))
        if not self._agent and self._asks is not None:
            yield Seen("end", "" if self._asks else "completed")

    def _meta(self) -> Iterator[Seen]:
        """What the file next to that of a subagent tells."""
        path = self._source.path.removesuffix(SUFFIX) + ".meta.json"
        try:
            with open(path, "rb") as file:
                meta = mapping(json.loads(file.read(2**20)))
        except (OSError, ValueError, RecursionError):
            return
        yield Seen(
            "instance",
            text(meta.get("agentType")),
            instance=self._agent,
            call=text(meta.get("toolUseId")),
            target=text(meta.get("parentAgentId")),
        )

    def _record(self, number: int, record: dict[str, Any]) -> Iterator[Seen]:
        source, kind = self._source, record.get("type")
        uuid = record.get("uuid")
        if isinstance(uuid, str) and source.seen is not None and not source.seen.add(uuid):
            source.skip("repeated")
            return
        if kind not in ("user", "assistant"):
            if kind == "agent-setting" and (main := text(record.get("agentSetting"))):
                self._named = self._named or (main != self._main and "" in self._begun)
                self._main = main
            elif kind == "agent-setting":
                yield Seen("gap", place=number)
            named = kind == "system" and record.get("subtype")
            if named == "compact_boundary" and not self._agent:
                yield Seen("compact", place=number, time=seconds(record.get("timestamp")))
            if text(kind) in LEFT_OUT:
                source.skip(f"system/{named}" if isinstance(named, str) else kind)
                return
            source.strange(kind)
            if not text(kind) or "message" in record:  # which alone tells of calls
                yield Seen("gap", place=number)
            return
        if is_odd(record.get("timestamp"), str):  # it might be anywhere
            source.skip("record of another form")
            yield Seen("gap", place=number)
            return
        time, instance = seconds(record.get("timestamp")), self._instance(record)
        if instance not in self._begun:
            yield from self._begin(number, record, time, instance)
        elif self._named and not instance:  # the session was resumed with another agent
            self._named = False
            yield Seen("reach", self._main, number, time)
        message = mapping(record.get("message"))
        if kind == "assistant":
            if message.get("model") == SYNTHETIC:
                source.skip("synthetic answer")
                return
            yield from self._answer(number, message, time, instance)
        else:
            yield from self._said(number, record, message, time, instance)

    def _instance(self, record: dict[str, Any]) -> str:
        """Which invocation a record is of. Old sessions have those of subagents between their own,
        each with the one before it."""
        if self._agent:
            return self._agent
        if record.get("isSidechain") is not True:
            return ""
        agent = text(record.get("agentId"))
        if agent:
            return agent
        parent, uuid = text(record.get("parentUuid")), text(record.get("uuid"))
        instance = self._leaves.get(parent, "")
        if not instance:
            self._inline += 1
            instance = f"sidechain {self._inline}"
        if uuid:
            self._leaves[uuid] = instance
            if len(self._leaves) > 10_000:
                del self._leaves[next(iter(self._leaves))]
        return instance

    def _begin(
        self, number: int, record: dict[str, Any], time: float | None, instance: str
    ) -> Iterator[Seen]:
        self._begun.add(instance)
        if not instance:
            yield Seen("folder", text(record.get("cwd")), target=text(record.get("gitBranch")))
            yield Seen("folder", text(record.get("version")), sort="version")
            yield Seen("start", place=number, time=time)
        name = "" if instance else self._main
        yield Seen("reach", name, number, time, instance=instance)

    def _answer(
        self, number: int, message: dict[str, Any], time: float | None, instance: str
    ) -> Iterator[Seen]:
        content = message.get("content")
        if not are_blocks(content):
            self._source.skip("assistant without content")
            yield Seen("gap", place=number)
        uses = [each for each in items(content) if mapping(each).get("type") == "tool_use"]
        if not instance:
            self._asks = bool(uses)
        for each in uses:
            sort, name = callee(each)
            call = text(each.get("id"))
            yield Seen("call", name, number, time=time, instance=instance, call=call, sort=sort)

    def _said(
        self,
        number: int,
        record: dict[str, Any],
        message: dict[str, Any],
        time: float | None,
        instance: str,
    ) -> Iterator[Seen]:
        results = [
            each
            for each in items(message.get("content"))
            if mapping(each).get("type") == "tool_result"
        ]
        told = mapping(record.get("toolUseResult"))
        for each in results:
            call = text(each.get("tool_use_id"))
            ok = "unknown" if told.get("status") in LAUNCHED else answered(each)
            yield Seen("result", place=number, time=time, call=call, ok=ok)
            agent = text(told.get("agentId"))
            if agent:
                yield Seen("instance", text(told.get("agentType")), instance=agent, call=call)
        if not results:
            if record.get("isMeta") is True or record.get("isCompactSummary") is True:
                self._source.skip("isMeta/compact")
            elif not instance:
                yield Seen("request", place=number, time=time)


def are_blocks(content: object) -> bool:
    """Whether the content of a message can be understood: text, or blocks of some kinds."""
    if isinstance(content, list):
        return all(isinstance(mapping(each).get("type"), str) for each in content)
    return isinstance(content, str)


def callee(use: dict[str, Any]) -> tuple[str, str]:
    """What a block with a call calls: the kind and the name. Of what is passed only the key that
    names an agent or a skill is read; the name is empty where it can't be."""
    name = text(use.get("name"))
    given = mapping(use.get("input"))
    if name in CALLS:
        odd = is_odd(use.get("input"), dict) or is_odd(given.get("subagent_type"), str)
        return AGENT, "" if odd else text(given.get("subagent_type")) or DEFAULT
    if name == "Skill":  # whose key for the name was `command` before
        skill = text(given.get("skill")) or text(given.get("command")).partition(" ")[0]
        return (SKILL, skill) if skill else (TOOL, name)
    return TOOL, name


def answered(result: dict[str, Any]) -> Ok:
    """How a call went, as a block with its result tells."""
    return "no" if result.get("is_error") is True else "yes"
