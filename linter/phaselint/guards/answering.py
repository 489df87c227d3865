"""What a guard answers: a part of guards that run as hooks."""

from __future__ import annotations

import json
import sys


# part: begin
def denied(target: str, what: str, message: str) -> str:
    """The answer by which a harness blocks a call, or the end of a turn."""
    decision = {"permissionDecision": "deny", "permissionDecisionReason": message}
    if what == "Stop":
        decision = {"decision": "block", "reason": message}
    if target == "copilot-cli" or (what == "Stop" and target != "vscode"):
        return json.dumps(decision)
    return json.dumps({"hookSpecificOutput": {"hookEventName": what, **decision}})


def complain(line: str) -> None:
    """Write one line for the user."""
    sys.stderr.write(f"phaselint guard: {line}\n")
