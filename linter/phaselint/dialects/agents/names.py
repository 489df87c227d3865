"""Agents that come with the harnesses (reference §4.1, as of autumn 2026)."""

from __future__ import annotations

BUILT_IN = ("agent", "ask", "edit")
"""Agents of VS Code itself, found before all others."""

SHIPPED_VISIBLE = ("Plan", "Ask", "Edit")
SHIPPED = (*SHIPPED_VISIBLE, "Explore")
"""Agents of its chat extension; `Explore` is hidden from people."""

COPILOT = ("Explore", "Task", "General-purpose", "Code-review")
"""Agents of Copilot CLI."""

CLAUDE = ("Explore", "Plan", "general-purpose", "claude", "statusline-setup", "claude-code-guide")
"""Agents of Claude Code."""

MAIN = "main"
"""What the main agent of a session of Claude Code is called in runs (§5.2, R20)."""
