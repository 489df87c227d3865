"""Events as lines in the canonical form (reference §5.11, §5.12)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.records import Event

_FORMS: Mapping[str, str] = {
    "StageInitFailed": "{reason}",
    "StageCheckGateResult": "{outcome}",
    "ToolInvocationProposed": "{tool}",
    "ToolCallApproved": "{tool} {source}",
    "ToolCallDenied": "{tool} {code}",
    "StageGranted": "{tool}",
    "ToolInvocationStarted": "{tool}",
    "ToolInvocationSucceeded": "{tool}",
    "ToolInvocationFailed": "{tool} {error}",
    "ToolInvocationCancelled": "{tool} {reason}",
    "ProviderRequestStarted": "{attempt}.{turn}",
    "ProviderRequestCompleted": "calls={calls}",
    "x-CapHit": "turns={turns}",
    "x-Backoff": "{policy}",
    "x-RetryExhausted": "attempts={attempts}",
    "StageExited": "{verdict}",
    "StagePreFired": "{phase}",
    "StagePostFired": "{phase}",
    "WorkflowExit": "{outcome}",
}
"""What follows the stage, by kind."""


def headline(event: Event) -> str:
    """An event as one line."""
    words, data = [event.kind], event.data
    if "stages" in data:
        words.append(f"[{','.join(data['stages'])}]")
    elif "stage" in data:
        words.append(str(data["stage"]))
    if event.kind == "StageAssertOutcome":
        cap = "true" if data["capHit"] else "false"
        words.append(f"{data['verdict']} attempt={data['attempt']} capHit={cap}")
    elif event.kind in _FORMS:
        words.append(_FORMS[event.kind].format_map(data))
    return " ".join(words)
