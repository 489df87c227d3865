"""The settings that register a guard: which file has them, and what it must say."""

from __future__ import annotations

import json
import posixpath
import shlex

from phaselint.guards.targets import CLAUDE, COPILOT, VSCODE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.guards.targets import Target

FILES: Mapping[str, str] = {
    CLAUDE: ".claude/settings.json",
    VSCODE: ".github/hooks/phaselint-vscode.json",
    COPILOT: ".github/hooks/phaselint-copilot.json",
}
"""Target → the file of its settings in a project."""

EVENTS: Mapping[str, tuple[str, ...]] = {
    CLAUDE: (
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PostToolBatch",
        "PermissionDenied",
        "SubagentStart",
        "SubagentStop",
        "Stop",
    ),
    VSCODE: (
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "SubagentStart",
        "SubagentStop",
        "Stop",
    ),
    COPILOT: (
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "Stop",
    ),
}
"""Target → the events that a guard needs. Copilot CLI gives events whose names begin with a
capital the fields and tool names of Claude Code."""

TIMEOUT = 15
"""Seconds, some more than a guard waits for another of its own."""


def block(target: Target, path: str) -> dict[str, Any]:
    """The settings that register a guard, given its path from the root of the project, or an
    absolute one."""
    entry = _entry(target, path)
    if target.name == CLAUDE:
        entry = {"hooks": [entry]}
    hooks: dict[str, Any] = {event: [entry] for event in EVENTS[target.name]}
    return {"version": 1, "hooks": hooks} if target.name == COPILOT else {"hooks": hooks}


def _entry(target: Target, path: str) -> dict[str, Any]:
    quoted = shlex.quote(path)
    if target.name == CLAUDE and not posixpath.isabs(path):
        quoted = f'"$CLAUDE_PROJECT_DIR"/{quoted}'
    command = f"python3 -I -S {quoted}"
    entry: dict[str, Any] = {"type": "command"}
    windows = f'py -3 -I -S "{path}"'
    if target.name == CLAUDE:
        return {**entry, "command": command, "timeout": TIMEOUT}
    if target.name == VSCODE:
        return {**entry, "command": command, "windows": windows, "timeout": TIMEOUT}
    return {**entry, "bash": command, "powershell": windows, "timeoutSec": TIMEOUT}


def told(settings: Mapping[str, Any]) -> str:
    """A block as JSON with one line for each event."""
    events = ",\n".join(
        f"    {json.dumps(event)}: {json.dumps(entries, ensure_ascii=False)}"
        for event, entries in settings["hooks"].items()
    )
    version = f'  "version": {settings["version"]},\n' if "version" in settings else ""
    return f'{{\n{version}  "hooks": {{\n{events}\n  }}\n}}\n'


def missing(settings: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The events of a block that settings don't register, each with its entry.

    Raises:
        ValueError: the settings have something other than a list or mapping where hooks are.
    """
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict):
        raise ValueError("`hooks` must be a mapping")
    for event, entries in wanted["hooks"].items():
        there = hooks.get(event, [])
        if not isinstance(there, list):
            raise ValueError(f"`hooks.{event}` must be a list")
        if not any(_holds(each, entries[0]) for each in there):
            yield event, entries[0]


def _holds(there: Any, entry: Mapping[str, Any]) -> bool:
    """Whether an entry registers the same command for every tool."""
    if not isinstance(there, dict):
        return False
    if "hooks" in entry:
        inner = there.get("hooks")
        wide = there.get("matcher", "") in ("", "*")
        return wide and isinstance(inner, list) and any(_same(one, entry) for one in inner)
    return bool(_runs(there) == _runs(entry))


def _same(one: Any, entry: Mapping[str, Any]) -> bool:
    return isinstance(one, dict) and _runs(one) == _runs(entry["hooks"][0])


def _runs(entry: Mapping[str, Any]) -> Any:
    return entry.get("command", entry.get("bash"))
