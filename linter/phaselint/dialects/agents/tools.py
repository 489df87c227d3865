"""Tools by what they are called in headers (reference §4.2); which there are, `tables` say."""

from __future__ import annotations

from phaselint.dialects.agents.tables import claude, copilot

COPILOT: dict[str, str] = {alias: name for name, also in copilot.ALIASES.items() for alias in also}
"""Alias of Copilot, in any case → the set it stands for."""

_ANY_CASE = frozenset({"agent", "custom-agent", "task"})
_EXACT = frozenset({"agent/*", "agent/runSubagent", "runSubagent", "*"})

NEVER = claude.NEVER
"""Tools of Claude Code that no subagent is given."""

CLAUDE = (*claude.PRESENT, *claude.FORMER, *claude.UNLISTED)
"""Tools of Claude Code, those of old among them."""

CALLS = ("Agent", "Task")
"""The tool of Claude Code that calls subagents, and what it was called before."""


def calls_agents(tools: tuple[str, ...] | None) -> bool:
    """Whether an agent of VS Code with these tools can call subagents; with none named it has all
    (§4.2)."""
    return tools is None or any(tool in _EXACT or tool.lower() in _ANY_CASE for tool in tools)


def bare(tool: str) -> str:
    """An entry of Claude Code without what stands in its parentheses."""
    return tool.partition("(")[0].strip()


def is_pattern(tool: str) -> bool:
    """Whether an entry of Claude Code names tools of servers, or many at once."""
    return "__" in tool or "*" in bare(tool)
