"""What a step's model can call (reference §4.12, §2.2; 1.14 §4.7)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.reading.settings import tools_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.filemodel import Settings
    from phaselint.dialects.climpt.model import Agent, ClimptContract, Step

READER = "mcp__github__github_read"
"""The read-only GitHub tool that comes with every step unless GitHub is off."""

BOUNDARY = (
    *("githubIssueClose", "githubIssueUpdate", "githubIssueComment"),
    *("githubPrClose", "githubPrMerge", "githubPrUpdate"),
    *("githubReleaseCreate", "githubReleasePublish"),
)
"""Tools that are removed from work and verification steps."""

PLANNED = ("Write", "Edit", "Bash", "NotebookEdit", "TodoWrite")
"""Tools that plan mode denies."""

CHANGING = ("Bash", "Write", "Edit")
"""Those of them that an author who lists them intends to use."""

_BLOCKED = (
    r"\bgh\s+(issue\s+(close|delete|transfer|reopen)|pr\s+(close|merge|ready)"
    r"|release\s+(create|edit)|api)\b|\bapi\.github\.com\b"
)
_BLOCKED_LATER = (
    r"\bgh\s+(issue\s+(edit|close|delete|transfer|reopen|pin|unpin|lock|unlock)"
    r"|pr\s+(edit|close|merge|ready|review|reopen|lock)"
    r"|release\s+(create|edit|delete|upload)"
    r"|project\s+(close|copy|create|delete|edit|link|unlink|mark-template|field-(create|delete)"
    r"|item-(add|archive|create|delete|edit))"
    r"|label\s+(create|edit|delete|clone)"
    r"|repo\s+(create|delete|edit|archive|unarchive|rename|fork)|api)\b|\bapi\.github\.com\b"
)
_MODES: Mapping[str, str] = {
    "work": "acceptEdits",
    "closure": "acceptEdits",
    "verification": "plan",
}


class Permissions(NamedTuple):
    """What a step can use: the tools by name, the permission mode, and the shell commands that it
    can't run."""

    tools: tuple[str, ...]
    mode: str
    blocked: str = _BLOCKED

    def denies(self, call: Mapping[str, Any]) -> bool:
        """Whether a call is denied: its name isn't listed, the mode denies it, or it is a shell
        command that accesses the tracker."""
        name = call.get("tool")
        if name not in self.tools or (self.mode == "plan" and name in PLANNED):
            return True
        given = call.get("input")
        command = given.get("command") if isinstance(given, dict) else None
        return (
            name == "Bash" and isinstance(command, str) and bool(re.search(self.blocked, command))
        )


def permissions(agent: Agent, step: Step) -> Permissions:
    """What a step can use by agent.json, which release 1.13 reads."""
    listed = dict.fromkeys(agent.tools or ("*",))
    if agent.github:
        listed.setdefault(READER)
    inner = step.kind in ("work", "verification")
    tools = tuple(name for name in listed if not (inner and name in BOUNDARY))
    default = agent.permission_mode or "plan"
    return Permissions(tools, step.permission_mode or _MODES.get(step.kind, default))


def permissions_by(settings: Settings, agent: Agent, step: Step) -> Permissions:
    """What a step can use by the settings, which release 1.14 reads. With an empty list, no call is
    allowed."""
    allowed = tools_of(settings)
    tools = (*allowed, READER) if allowed and agent.github else allowed
    mode = step.permission_mode or _MODES.get(step.kind, settings.mode or "plan")
    return Permissions(tuple(dict.fromkeys(tools)), mode, _BLOCKED_LATER)


def permissions_of(contract: ClimptContract, agent: Agent, step: Step) -> Permissions:
    """What a step of a contract can use, by the file that its release reads."""
    if contract.settings is None:
        return permissions(agent, step)
    return permissions_by(contract.settings, agent, step)
