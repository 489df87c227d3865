"""The tools of the Copilot runtime: sessions in VS Code, the CLI, the cloud agent (agents §4.2)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE = (
    "GitHub's pages on custom agents and on commands and hooks of Copilot CLI, autumn 2026; issues "
    "4594 and 4023 of copilot-cli, of releases 1.0.68 to 1.0.81"
)
AS_OF = "2026-11-23"

ALIASES: Mapping[str, tuple[str, ...]] = {
    "execute": ("shell", "bash", "powershell"),
    "read": ("NotebookRead",),
    "edit": ("MultiEdit", "Write", "NotebookEdit"),
    "search": ("Grep", "Glob"),
    "agent": ("custom-agent", "Task"),
    "web": ("WebSearch", "WebFetch"),
    "todo": ("TodoWrite",),
}
"""Documented name → its aliases; case doesn't matter."""

RUNTIME: Mapping[str, tuple[str, ...]] = {
    "execute": ("bash", "powershell", "read_bash", "list_bash", "stop_bash"),
    "read": ("view",),
    "edit": ("edit", "create", "str_replace", "str_replace_editor", "apply_patch"),
    "search": ("grep", "glob"),
    "agent": ("task", "read_agent", "list_agents", "write_agent"),
    "web": ("web_fetch", "web_search"),
    "todo": ("update_todo",),
}
"""Documented name → the tools of the runtime that it stands for."""

RIGHTS: Mapping[str, tuple[str, ...]] = {
    "execute": ("read", "write", "execute", "network"),
    "read": ("read",),
    "edit": ("write",),
    "search": ("read",),
    "agent": ("delegate",),
    "web": ("network",),
    "todo": (),
}
"""Documented name → the rights of its tools (§4.4)."""

TOOLS = (
    "bash",
    "powershell",
    "list_bash",
    "list_powershell",
    "read_bash",
    "read_powershell",
    "stop_bash",
    "stop_powershell",
    "write_bash",
    "write_powershell",
    "apply_patch",
    "create",
    "edit",
    "view",
    "list_agents",
    "read_agent",
    "task",
    "write_agent",
    "ask_user",
    "glob",
    "grep",
    "rg",
    "skill",
    "web_fetch",
    "web_search",
    "update_todo",
    "store_memory",
    "read_memories",
    "vote_memory",
    "report_intent",
    "sql",
)
"""The tools of the runtime by their own names."""

OBSERVED = ("search", "web", "todo")
"""Documented names that users report not to work."""

BUILT_IN = (
    "code-review",
    "explore",
    "general-purpose",
    "research",
    "rubber-duck",
    "security-review",
    "task",
)
"""Agents of the runtime, which files can't replace."""
