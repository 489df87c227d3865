"""What agents may do, against what they promise (reference §7.11), with `agents.rights`."""

from __future__ import annotations

import re

from phaselint.dialects.agents.enabling import aliases, enabled
from phaselint.dialects.agents.tables import claude, vscode
from phaselint.dialects.agents.tools import bare
from phaselint.project.paths import is_below
from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.message import say
from phaselint.vocabulary.rule import WARNING, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent

_RESTRICTED = (
    "access|quer(?:y|ies)|replica|mode|filesystem|memory|database|commands|sql|api|parameter|volume"
    "|root|tokens|endpoint"
)
_OBJECT = r"(?:any\s+)?(?:source\s+)?(?:files|code)\b"
_PROMISE = re.compile(
    rf"\bread[- ]only\b(?!\s+(?:{_RESTRICTED})\b)"
    r"|\b(?:never|does\s+not|don't|will\s+not|must\s+not|cannot)\s+"
    rf"(?:modify|modifies|edits?|changes?|writes?|touch(?:es)?)\s+{_OBJECT}"
    rf"|\bwithout\s+(?:modifying|editing|changing)\s+(?:any\s+)?(?:files|code)\b"
    r"|\badvisory\s+only\b"
    r"|\bno\s+(?:code\s+)?(?:edits|changes|modifications)\b(?!\s+to\s+behaviou?r)",
    re.IGNORECASE,
)
"""What a description promises that says its agent changes no files."""

_WRITING = tuple(name for name, rights in claude.RIGHTS.items() if rights == ("write",))
_OF_VSCODE = frozenset(tool.name for tool in vscode.TOOLS if "write" in tool.rights)
_BOTH = ("Write", "Edit")
"""Who denies these to an agent that has all tools means that it writes nothing."""


@rule("AG701", WARNING)
def read_only_but_writes(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent promises to change nothing, and its tools write.

    What:
        A `description` that says read-only, advisory only, no changes or the like, of an agent that
        has a tool which writes files, or all tools, where `agents.rights` is `true`. A shell alone
        is no such tool, and what only the text says is not looked at.
    Why:
        People and models choose the agent for what it promises, and nothing keeps it from writing.
    Bad:
        description: Read-only review of a change
        tools: [search, edit]
    Good:
        description: Read-only review of a change
        tools: [search]
    Fix:
        Remove the tool, or the promise.
    Source:
        agents §7.11
    """
    for agent in (*facts.vscode, *facts.claude) if facts.options["rights"] == "true" else ():
        said = str(agent.header.value.get("description", ""))
        found = _PROMISE.search(said) if not is_below(agent.path, "docs") else None
        tool = _writes(agent) if found else ""
        if found and tool:
            yield Finding(
                facts.at(agent, "description"),
                say("the description says `{}`, but the agent has {}", found[0], tool),
                "remove the tool, or the promise",
            )


def _writes(agent: Agent) -> str:
    """The tool by which an agent writes files, in words; empty where it has none."""
    words = agent.tools
    if words is None:
        denied = {bare(word.text) for word in agent.denied or ()}
        return "" if denied.issuperset(_BOTH) else say("all tools")
    for word in words:
        name = bare(word.text)
        if agent.family != "vscode":
            found = name in _WRITING
        else:
            found = bool(enabled((name,)) & _OF_VSCODE) or aliases().get(name.lower()) == "edit"
        if found:
            return say("`{}`", word.text)
    return ""
