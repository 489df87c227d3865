"""Chats of VS Code: exports (`Chat: Export Session…`) and stored sessions, one JSON value or a log
of changes to one."""

from __future__ import annotations

from phaselint.transcripts.seen import AGENT, ANYWHERE, MAIN, TOOL, Seen
from phaselint.transcripts.sources import is_odd, items, mapping, seconds, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.transcripts.sources import Source

INVOCATION = "toolInvocationSerialized"
ENDS = {0: "", 1: "completed", 2: "cancelled", 3: "failed", 4: "waiting"}
"""How `modelState` ends a request."""

DEFAULT = "agent"
"""The agent at work where a call names none."""

_DENIED = 0

_CHANGES = (0, 1, 2, 3)
"""The kinds of changes in a stored session."""


def sign(record: object) -> bool:
    """Whether a value is a chat, or the first of a log of changes."""
    if not isinstance(record, dict):
        return False
    if "requests" in record and ("responderUsername" in record or "initialLocation" in record):
        return True
    return record.get("kind") == 0 and isinstance(record.get("v"), dict)


def read(source: Source) -> Iterator[Seen]:
    """The records of a chat."""
    chat = _chat(source)
    if chat is None:
        return
    if source.torn:
        yield Seen("gap", place=ANYWHERE)
    branch = mapping(chat.get("repoData"))
    yield Seen("folder", "", target=text(branch.get("localBranch")))
    reading = _Reading(source)
    for number, request in enumerate(items(chat.get("requests"))):
        if not _is_request(request):
            source.skip("request of another form")
            yield Seen("gap", place=f"/requests/{number}")
        yield from reading.request(number, mapping(request))


def _chat(source: Source) -> dict[str, Any] | None:
    """The chat that a file has, or that its changes lead to."""
    first = True
    chat: Any = None
    for _, change in source.lines():
        if first and not (isinstance(change, dict) and change.get("kind") == 0):
            break
        first = False
        if not (isinstance(change, dict) and change.get("kind") in _CHANGES):
            if change is not None:
                source.strange("not a change")
            source.torn = True
            continue
        if (after := _changed(chat, change)) is None:
            source.skip("change that doesn't fit")
            source.torn = True
        else:
            chat = after
    else:
        return chat if isinstance(chat, dict) else None
    source.records = 1
    source.skipped.clear()
    source.cut = source.torn = False
    chat = source.value()
    return chat if isinstance(chat, dict) else None


def _changed(chat: Any, change: dict[str, Any]) -> Any:
    """A value after a change; none where the change doesn't fit."""
    kind, path = change.get("kind"), items(change.get("k"))
    if kind == 0:
        return change.get("v")
    if not path:
        return chat
    at = chat
    try:
        for key in path[:-1]:
            at = at[key]
        if kind == 1:
            at[path[-1]] = change.get("v")
        elif kind == 2:
            found = at[path[-1]]
            if isinstance(change.get("i"), int):
                del found[change["i"] :]
            found += items(change.get("v"))
        elif kind == 3:
            del at[path[-1]]
    except (LookupError, TypeError):
        return None
    return chat


class _Reading:
    """One chat, request by request."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._agent: str | None = None
        self._begun = False

    def request(self, number: int, request: dict[str, Any]) -> Iterator[Seen]:
        """What a request tells."""
        if request.get("shouldBeRemovedOnSend"):
            self._source.skip("undone request")
            return
        time = seconds(request.get("timestamp"))
        time = None if time is None else time / 1000
        place = f"/requests/{number}"
        if not self._begun:
            yield Seen("start", place=place, time=time)
        else:
            yield Seen("request", place=place, time=time)
        self._begun = True
        agent = _agent(request)
        if agent != self._agent:
            self._agent = agent
            yield Seen("reach", agent, place, time)
        for index, part in enumerate(items(request.get("response"))):
            at = f"{place}/response/{index}"
            yield from self._part(at, part if isinstance(part, dict) else {"kind": part}, time)
        yield Seen("end", _end(request), place, time)

    def _part(self, place: str, part: dict[str, Any], time: float | None) -> Iterator[Seen]:
        kind = part.get("kind")
        if not _is_part(part):
            self._source.skip("part of another form")
            yield Seen("gap", place=place)
        if kind != INVOCATION:
            self._source.skip(kind if isinstance(kind, str) else "markdown")
            return
        call, instance = text(part.get("toolCallId")), text(part.get("subAgentInvocationId"))
        data = mapping(part.get("toolSpecificData"))
        if data.get("kind") == "subagent":
            name = text(data.get("agentName")) or DEFAULT
            yield Seen("call", name, place, time=time, instance=instance, call=call, sort=AGENT)
            inner = call or f"at {place}"
            yield Seen("instance", name, instance=inner, call=call, target=instance)
            yield Seen("reach", name, place, time, instance=inner)
        elif name := text(part.get("toolId")):
            yield Seen("call", name, place, time=time, instance=instance, call=call, sort=TOOL)
        else:
            self._source.skip("tool without an id")
            yield Seen("gap", place=place)
            return
        if part.get("isComplete") is True:
            denied = mapping(part.get("isConfirmed")).get("type") == _DENIED
            refused = denied or part.get("isConfirmed") is False
            if refused:
                yield Seen("denied", place=place, call=call)
            yield Seen("result", place=place, call=call, ok="no" if refused else "yes")


def _is_request(request: object) -> bool:
    """Whether a request has the form that its agent and what it did are read from."""
    if not isinstance(request, dict):
        return False
    mode = request.get("modeInfo")
    own = mapping(mode).get("modeInstructions")
    return not (
        is_odd(request.get("response"), list)
        or is_odd(mode, dict)
        or is_odd(own, dict)
        or is_odd(mapping(mode).get("isBuiltin"), bool)
        or is_odd(mapping(own).get("name"), str)
    )


def _is_part(part: dict[str, Any]) -> bool:
    """Whether a part of a response has the form that calls are read from."""
    data = part.get("toolSpecificData")
    return not (
        is_odd(part.get("kind"), str)
        or is_odd(part.get("toolCallId"), str)
        or is_odd(part.get("subAgentInvocationId"), str)
        or is_odd(data, dict)
        or is_odd(mapping(data).get("kind"), str)
        or is_odd(mapping(data).get("agentName"), str)
    )


def _agent(request: dict[str, Any]) -> str:
    """The agent that a request was sent to."""
    mode = mapping(request.get("modeInfo"))
    own = text(mapping(mode.get("modeInstructions")).get("name")) or text(mode.get("modeName"))
    if mode.get("isBuiltin") is False and own:
        return own
    return text(mode.get("modeId")) or MAIN


def _end(request: dict[str, Any]) -> str:
    """How a request ended; empty where it is open."""
    value = mapping(request.get("modelState")).get("value")
    if isinstance(value, int) and not isinstance(value, bool):
        return ENDS.get(value, "")
    if request.get("isCanceled") is True:
        return "cancelled"
    return "failed" if mapping(request.get("result")).get("errorDetails") else "completed"
