"""What a step's model may call (reference §4.12, §2.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.model import Agent, Step

READER = "githubRead"
"""The read-only GitHub tool that comes with every step unless GitHub is off."""

BOUNDARY = (
    *("githubIssueClose", "githubIssueUpdate", "githubIssueComment"),
    *("githubPrClose", "githubPrMerge", "githubPrUpdate"),
    *("githubReleaseCreate", "githubReleasePublish"),
)
"""Tools that are taken from work and verification steps."""

PLANNED = ("Write", "Edit", "Bash", "NotebookEdit", "TodoWrite")
"""Tools that plan mode denies."""

CHANGING = ("Bash", "Write", "Edit")
"""Those of them that an author who lists them wants to use."""

_BLOCKED = re.compile(
    r"\bgh\s+(issue\s+(close|delete|transfer|reopen)|pr\s+(close|merge|ready)"
    r"|release\s+(create|edit)|api)\b|\bapi\.github\.com\b"
)
_MODES: Mapping[str, str] = {
    "work": "acceptEdits",
    "closure": "acceptEdits",
    "verification": "plan",
}


class Permissions(NamedTuple):
    """What a step may use: the tools by name, and the permission mode."""

    tools: tuple[str, ...]
    mode: str

    def denies(self, call: Mapping[str, Any]) -> bool:
        """Whether a call is denied: a name that is not listed, one that the mode denies, or a
        shell command that reaches for the tracker."""
        name = call.get("tool")
        if name not in self.tools or (self.mode == "plan" and name in PLANNED):
            return True
        given = call.get("input")
        command = given.get("command") if isinstance(given, dict) else None
        return name == "Bash" and isinstance(command, str) and bool(_BLOCKED.search(command))


def permissions(agent: Agent, step: Step) -> Permissions:
    """What a step may use."""
    listed = dict.fromkeys(agent.tools or ("*",))
    if agent.github:
        listed.setdefault(READER)
    inner = step.kind in ("work", "verification")
    tools = tuple(name for name in listed if not (inner and name in BOUNDARY))
    default = agent.permission_mode or "plan"
    return Permissions(tools, step.permission_mode or _MODES.get(step.kind, default))
