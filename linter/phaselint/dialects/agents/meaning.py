"""The meaning of a name in a policy, based on what names in headers enable (reference §4.2, §4.4);
checks of a run use it, so they don't repeat how its call was found."""

from __future__ import annotations

from fnmatch import fnmatchcase

from phaselint.dialects.agents.enabling import enabled
from phaselint.dialects.agents.tables import claude, copilot, vscode
from phaselint.dialects.agents.tools import CALLS, CLAUDE, bare

BITS = ("read", "write", "execute", "network", "secrets", "delegate")
"""Rights of tools: names that stand for all tools with the right."""

_SHELL = frozenset({"read", "write", "execute", "network"})
_TERMINAL = "execute/runInTerminal"
_CALLING = "agent/runSubagent"

LIMITED = frozenset({"Explore", "Plan"})
"""Built-in agents of Claude Code that can read and have a shell, but can't call others (§4.4)."""


def has_limited(tool: str) -> bool:
    """Whether an agent in `LIMITED` has a tool."""
    return "read" in claude.RIGHTS.get(bare(tool), ())


def is_claude_tool_meant(tool: str, asked: str) -> bool:
    """Whether a name stands for a tool of Claude Code, or for an entry with several tools."""
    own = bare(tool)
    if asked == "secrets":
        return own not in CLAUDE
    if asked in BITS:
        return asked in claude.RIGHTS.get(own, ()) or (asked == "delegate" and own in CALLS)
    if own in CALLS and asked in CALLS:
        return True
    return stands_for(own, asked)


def is_vscode_tool_meant(tool: str, asked: str) -> bool:
    """The same for a tool of VS Code, or one that Copilot sessions have by another name."""
    own = [each for each in vscode.TOOLS if each.name == tool]
    of_copilot = [name for name, tools in copilot.RUNTIME.items() if tool in tools]
    if asked == "secrets":
        return not own and not of_copilot and not enabled((tool,))
    if any(asked == each or asked in copilot.RIGHTS[each] for each in of_copilot):
        return True
    if asked in BITS:
        shell = _SHELL if tool == _TERMINAL else frozenset[str]()
        calls = {"delegate"} if tool == _CALLING else set()
        return asked in {*shell, *calls, *(right for each in own for right in each.rights)}
    names = {name for each in own for name in (each.name, each.bare, *each.legacy)}
    return asked in names or tool in enabled((asked,)) or stands_for(tool, asked)


def stands_for(entry: str, name: str) -> bool:
    """Whether an entry of `tools` stands for a tool: by its name, as a pattern, or for all tools of
    a server."""
    if entry == name:
        return True
    if entry in ("", "*"):
        return False
    server = f"{entry}__" if entry.startswith("mcp__") else f"{entry}/"
    return fnmatchcase(name, entry) or name.startswith(server)
