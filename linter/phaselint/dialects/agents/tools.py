"""Names of tools in headers (reference §4.2); `tables` list the tools."""

from __future__ import annotations

from phaselint.dialects.agents.tables import claude, copilot

COPILOT: dict[str, str] = {alias: name for name, also in copilot.ALIASES.items() for alias in also}
"""Alias of Copilot, in any case → the set it stands for."""

_ANY_CASE = frozenset({"agent", "custom-agent", "task"})
_EXACT = frozenset({"agent/*", "agent/runSubagent", "runSubagent", "*"})

NEVER = claude.NEVER
"""Tools of Claude Code that subagents never get."""

CLAUDE = (*claude.PRESENT, *claude.FORMER, *claude.UNLISTED)
"""Tools of Claude Code, including former ones."""

CALLS = ("Agent", "Task")
"""The tool of Claude Code that calls subagents, and its former name."""


def calls_agents(tools: tuple[str, ...] | None) -> bool:
    """Whether an agent of VS Code with these tools can call subagents; without a list, it has all
    tools (§4.2)."""
    return tools is None or any(tool in _EXACT or tool.lower() in _ANY_CASE for tool in tools)


def bare(tool: str) -> str:
    """An entry of Claude Code without its parentheses."""
    return tool.partition("(")[0].strip()


def present(tool: str) -> str:
    """The same under its present name, if Claude Code accepts the old one."""
    name = bare(tool)
    former = claude.FORMER.get(name)
    return former.instead if former is not None and former.accepted else name


def is_pattern(tool: str) -> bool:
    """Whether an entry of Claude Code names tools of servers, or several at once."""
    return "__" in tool or "*" in bare(tool)
