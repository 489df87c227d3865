"""The approval stack of the reference: who may call a tool (reference §5.7, §7 D17, D30).

With a state machine attached, its envelope or a grant decides, and the security mode is not
consulted; without one, the mode does. Guards are heard after all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.stud.running.grants import digest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Token = tuple[Any, ...]

APPROVE = "approve"
CONSUMED = "GrantTokenAlreadyConsumed"
ENVELOPE = "sm-envelope"
GATE = "mode-gate"
TOKEN = "sm-grant-token"


def decisions(calls: Sequence[Mapping[str, Any]]) -> list[str]:
    """The decision on each call, in order: verdict, source and, where there is one, the code."""
    seen: set[Token] = set()
    return [decide(call, seen) for call in calls]


def decide(call: Mapping[str, Any], seen: set[Token]) -> str:
    """The decision on a call. `seen` are the tokens that were used, to which its own is added."""
    decision = _gate(call) if call.get("sm", call) is None else _machine(call, seen)
    guard = call.get("guard")
    if decision.startswith(APPROVE) and guard:
        return f"deny guard {guard}"
    return decision


def _machine(call: Mapping[str, Any], seen: set[Token]) -> str:
    """What the state machine says. A tuple that was not seen before is a token; without a stage
    execution there is none."""
    if call["tool"] in (call.get("allowedTools") or ()):
        return f"{APPROVE} {ENVELOPE}"
    grant = call.get("grant", "defer")
    if grant != APPROVE:
        return f"deny {TOKEN} {grant}"
    execution = call.get("stageExecutionId", "")
    token = (
        *(execution, call.get("attempt"), call.get("proposalId")),
        *(call["tool"], digest(call.get("args", {}))),
    )
    if execution is None or token in seen:
        return f"deny {TOKEN} {CONSUMED}"
    seen.add(token)
    return f"{APPROVE} {TOKEN}"


def _gate(call: Mapping[str, Any]) -> str:
    """What the security mode says."""
    mode = call.get("mode", "ask")
    if mode == "yolo":
        return f"{APPROVE} {GATE}"
    if mode == "allowlist":
        key = call.get("approvalKey", call["tool"])
        listed = any(wild(pattern, key) for pattern in call.get("allowlist") or ())
        return f"{APPROVE} {GATE}" if listed else f"deny {GATE} NotOnAllowlist"
    user = APPROVE if call.get("cached") else call.get("user", "halt")
    if user == APPROVE:
        return f"{APPROVE} {GATE}"
    return f"halt {GATE} headless" if user == "halt" else f"deny {GATE} AskRefused"


def wild(pattern: str, text: str) -> bool:
    """Whether a pattern matches a whole text; `*` is any run of characters."""
    first, *rest = pattern.split("*")
    if not rest:
        return pattern == text
    *middle, last = rest
    if len(text) < len(first) + len(last):
        return False
    if not (text.startswith(first) and text.endswith(last)):
        return False
    at, end = len(first), len(text) - len(last)
    for part in middle:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True
