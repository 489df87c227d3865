"""What names of tools say, and whose they are (reference sweny §5.15)."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts

WRITING = frozenset(
    {
        "add",
        "close",
        "create",
        "delete",
        "insert",
        "invoke",
        "merge",
        "notify",
        "post",
        "reply",
        "rpc",
        "save",
        "send",
        "update",
    }
)
"""Words in the name of a tool that changes something outside the run."""


def writes(tool: str) -> bool:
    """Whether the name of a tool says that it changes something."""
    return not WRITING.isdisjoint(re.split(r"[_-]", tool.lower()))


def base_of(name: str) -> str:
    """The tool of an agent's permission rule such as `Bash(git push:*)`."""
    return name.partition("(")[0] if name.endswith(")") else name


def is_agent_tool(facts: SwenyFacts, name: str) -> bool:
    """Whether a name is that of a built-in agent tool."""
    return base_of(name) in facts.agent_tools
