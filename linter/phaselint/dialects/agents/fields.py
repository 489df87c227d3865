"""The fields of headers, by family of files (reference §3)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Family = Literal["vscode", "claude", "plugin", "prompt"]
    """Files of V, C, P and Q (§1.2, F2)."""

VSCODE = (
    *("name", "description", "argument-hint", "tools", "agents", "handoffs", "user-invocable"),
    *("disable-model-invocation", "infer", "user-invokable", "target", "model", "mcp-servers"),
    *("metadata", "hooks", "github", "advancedOptions", "reasoning-effort"),
)
PROMPT = ("name", "description", "argument-hint", "agent", "model", "tools", "mode")
CLAUDE = (
    *("name", "description", "tools", "disallowedTools", "model", "permissionMode", "maxTurns"),
    *("skills", "mcpServers", "hooks", "memory", "background", "omitClaudeMd", "effort"),
    *("isolation", "color", "initialPrompt", "experimental"),
)
HANDOFF = ("agent", "label", "prompt", "send", "showContinueOn", "model")

KNOWN: dict[str, tuple[str, ...]] = {
    "vscode": VSCODE,
    "claude": CLAUDE,
    "plugin": CLAUDE,
    "prompt": PROMPT,
}
"""Family → the keys its files may have."""

OTHERS: dict[str, frozenset[str]] = {
    "vscode": frozenset(CLAUDE).difference(VSCODE),
    "claude": frozenset(VSCODE).difference(CLAUDE),
    "plugin": frozenset(VSCODE).difference(CLAUDE),
    "prompt": frozenset(),
}
"""Family → keys that have a meaning only in files of another family."""

IGNORED_IN_PLUGINS = ("hooks", "mcpServers", "permissionMode")
"""Keys that Claude Code ignores in a plugin (§3.2); `initialPrompt` isn't reported."""

VALUES: dict[str, tuple[str, ...]] = {
    "permissionMode": (
        *("default", "manual", "acceptEdits", "auto", "dontAsk", "bypassPermissions", "plan"),
    ),
    "memory": ("user", "project", "local"),
    "isolation": ("worktree",),
    "effort": ("low", "medium", "high", "xhigh", "max"),
    "color": ("red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan"),
}
"""Field of Claude Code → its allowed words (§3.2)."""

TARGETS = ("vscode", "github-copilot")

LIVE = frozenset({"name", "description", "tools", "disallowedTools", "model"})
"""A file of C with one of these is intended as an agent (§7.3, §8)."""

BODY_LIMIT = 30_000
"""Copilot's limit for a body, in UTF-16 units (§3.1)."""
