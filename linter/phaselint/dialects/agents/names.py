"""Built-in agents of the harnesses (reference §4.1, as of autumn 2026)."""

from __future__ import annotations

START = "agent"
"""The agent with which a session of VS Code starts (§5.1, R1)."""

BUILT_IN = (START, "ask", "edit")
"""Agents of VS Code itself, found before all others."""

SHIPPED_VISIBLE = ("Plan", "Ask", "Edit")
SHIPPED = (*SHIPPED_VISIBLE, "Explore")
"""Agents of its chat extension; `Explore` is hidden from people."""

COPILOT = ("Explore", "Task", "General-purpose", "Code-review")
"""Agents of Copilot CLI, according to VS Code's list of agents."""

CLAUDE = (
    *("Explore", "Plan", "general-purpose", "claude", "statusline-setup", "claude-code-guide"),
    "fork",
)
"""Agents of Claude Code; `fork` since 2.1.232."""

MAIN = "main"
"""The name of the main agent of a Claude Code session in runs (§5.2, R20)."""
