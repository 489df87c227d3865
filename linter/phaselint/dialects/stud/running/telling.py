"""Events of a run of stages as clauses, for somebody who watches it (reference §5.11, §5.12)."""

from __future__ import annotations

from phaselint.dialects.stud.running.headlines import headline
from phaselint.vocabulary.message import quote, quote_some
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.records import Event


def told(event: Event) -> str:
    """An event as a clause; empty where others of its step say the same."""
    tell = _TELLERS.get(event.kind)
    return tell(event.data) if tell else headline(event)


def _start(data: Mapping[str, Any]) -> str:
    if "stages" in data:
        return f"stages start in parallel: {quote_some(data['stages'])}"
    return ""


def _denied(data: Mapping[str, Any]) -> str:
    return f"the call of {quote(data['tool'])} is denied ({data['code']})"


def _assert(data: Mapping[str, Any]) -> str:
    capped = ", at the turn cap" if data["capHit"] else ""
    return f"attempt {data['attempt']} of {quote(data['stage'])} gets {data['verdict']}{capped}"


def _phase(data: Mapping[str, Any]) -> str:
    return f"{quote(data['stage'])} comes to {data['phase']}"


_TELLERS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "SessionTurnStart": _start,
    "SessionTurnEnd": lambda _: "",
    "StageEntered": lambda data: f"{quote(data['stage'])} starts",
    "StageInitFailed": lambda data: f"{quote(data['stage'])} can't start: {data['reason']}",
    "StageCheckGateResult": lambda data: f"the gate of {quote(data['stage'])}: {data['outcome']}",
    "StageCancelled": lambda data: f"{quote(data['stage'])} is cancelled",
    "StageAssertOutcome": _assert,
    "StageExited": lambda data: f"{quote(data['stage'])} ends with {data['verdict']}",
    "StageGranted": lambda data: f"a grant allows {quote(data['tool'])}",
    "StagePreFired": _phase,
    "StagePostFired": lambda _: "",
    "ProviderRequestStarted": lambda _: "",
    "ProviderRequestCompleted": lambda data: (
        f"the model makes {plural(data['calls'], 'call')} in turn"
        f" {data['turn']} of attempt {data['attempt']}"
        if "turn" in data and "attempt" in data
        else f"the model makes {plural(data['calls'], 'call')}"
    ),
    "ToolInvocationProposed": lambda data: f"the model calls {quote(data['tool'])}",
    "ToolCallApproved": lambda data: (
        f"the call of {quote(data['tool'])} is approved ({data['source']})"
    ),
    "ToolCallDenied": _denied,
    "ToolInvocationStarted": lambda _: "",
    "ToolInvocationSucceeded": lambda data: f"{quote(data['tool'])} succeeds",
    "ToolInvocationFailed": lambda data: f"{quote(data['tool'])} fails: {data['error']}",
    "ToolInvocationCancelled": lambda data: (
        f"the call of {quote(data['tool'])} is cancelled: {data['reason']}"
    ),
    "WorkflowExit": lambda data: f"the workflow ends: {data['outcome']}",
    "x-Backoff": lambda data: f"the next attempt waits ({data['policy']})",
    "x-BatchRejected": lambda data: f"all calls of {quote(data['stage'])} are rejected together",
    "x-CapHit": lambda data: f"{quote(data['stage'])} hits its turn cap at {data['turns']}",
    "x-CompletionAccepted": lambda data: f"the completion of {quote(data['stage'])} is accepted",
    "x-CompletionParseError": lambda data: (
        f"the completion of {quote(data['stage'])} doesn't fit its schema"
    ),
    "x-ParallelSiblingFailure": lambda data: f"sibling {quote(data['stage'])} has failed",
    "x-RetryExhausted": lambda data: (
        f"{quote(data['stage'])} has used all {plural(data['attempts'], 'attempt')}"
    ),
    "x-Steering": lambda _: "the model calls no tool and is told to go on",
}
