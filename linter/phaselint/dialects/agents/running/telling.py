"""Events of a session as clauses, for somebody who watches it (reference §5)."""

from __future__ import annotations

from phaselint.vocabulary.message import quote, quote_some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.records import Event

_REASONS = {
    "no-agent-tool": "the caller can't start subagents",
    "depth": "calls are nested too deeply",
    "nesting": "a subagent can't start another one",
    "not-found": "no agent has that name",
    "not-offered": "it isn't offered to the caller",
    "not-listed": "the caller doesn't list it",
    "denied": "it is denied",
    "no-usable-tool": "it has no usable tool",
}
_CAUSES = {"user": "the user", "autopilot": "Autopilot"}


def told(event: Event) -> str:
    """An event as a clause; one of a kind that is told by nothing else as its kind."""
    tell = _TELLERS.get(event.kind)
    return tell(event.data) if tell else event.kind


def _tool(data: Mapping[str, Any]) -> str:
    if data["allowed"]:
        return f"{quote(data['in'])} calls {quote(data['tool'])}"
    return f"{quote(data['in'])} calls {quote(data['tool'])} and is refused"


def _refused(data: Mapping[str, Any]) -> str:
    why = _REASONS.get(data["reason"], data["reason"])
    return f"the call of {quote(data['agent'])} is refused: {why}"


def _not_started(data: Mapping[str, Any]) -> str:
    why = _REASONS.get(data["reason"], data["reason"])
    return f"{quote(data['agent'])} can't start: {why}"


def _handoff(data: Mapping[str, Any]) -> str:
    who = _CAUSES.get(data["by"], data["by"])
    return f"{who} hands off from {quote(data['from'])} to {quote(data['to'])}"


def _failed(data: Mapping[str, Any]) -> str:
    ends = f"from {quote(data['from'])} to {quote(data['to'])}"
    return f"the handoff {ends} fails: no such agent can be picked"


_TELLERS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "active": lambda data: f"{quote(data['agent'])} becomes the active agent",
    "pick-refused": lambda data: f"{quote(data['agent'])} can't be picked",
    "limit": lambda data: f"the limit of {data['turns']} turns is reached",
    "turn-start": lambda data: f"a turn of {quote(data['agent'])} starts",
    "turn-end": lambda data: f"the turn of {quote(data['agent'])} ends",
    "no-button": lambda data: f"no button has the label {quote(data['label'])}",
    "prompt-filled": lambda data: f"the prompt for {quote(data['agent'])} is filled in, not sent",
    "stopped": lambda data: f"{quote(data['agent'])} is stopped",
    "ignored": lambda data: f"{quote(data['word'])} doesn't fit here and is ignored",
    "tool": _tool,
    "start-refused": _not_started,
    "subagent-refused": _refused,
    "subagent-start": lambda data: (
        f"subagent {quote(data['agent'])} starts at depth {data['depth']}"
    ),
    "subagent-end": lambda data: f"subagent {quote(data['agent'])} answers",
    "buttons": lambda data: f"buttons are shown: {quote_some(data['labels'])}",
    "idle": lambda data: f"{quote(data['agent'])} waits for the user",
    "handoff": _handoff,
    "handoff-failed": _failed,
}
