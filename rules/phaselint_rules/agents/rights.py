"""What agents may do, against what they promise and what they are given (reference §7.11), with
`agents.rights`."""

from __future__ import annotations

import re

from phaselint.dialects.agents.analysis.rights import (
    bits_of,
    own,
    steps_to,
    way_to,
    writing_in,
    writing_tool,
)
from phaselint.project.paths import is_below
from phaselint.vocabulary.finding import Finding, Holding, Witness
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.agents.needs import RIGHTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.analysis.rights import Rights
    from phaselint.dialects.agents.model import Agent

_RESTRICTED = (
    "access|quer(?:y|ies)|replica|mode|filesystem|memory|database|commands|sql|api|parameter|volume"
    "|root|tokens|endpoint"
)
_OBJECT = r"(?:any\s+)?(?:source\s+)?(?:files|code)\b"
PROMISE = (
    rf"(?i)\bread[- ]only\b(?!\s+(?:{_RESTRICTED})\b)"
    r"|\b(?:never|does\s+not|don't|will\s+not|must\s+not|cannot)\s+"
    rf"(?:modify|modifies|edits?|changes?|writes?|touch(?:es)?)\s+{_OBJECT}"
    rf"|\bwithout\s+(?:modifying|editing|changing)\s+(?:any\s+)?(?:files|code)\b"
    r"|\badvisory\s+only\b"
    r"|\bno\s+(?:code\s+)?(?:edits|changes|modifications)\b(?!\s+to\s+behaviou?r)"
)
"""What a description promises that says its agent changes no files."""

_DOING = {"write": "write files", "execute": "run commands"}


@rule("AG701", WARNING, needs=RIGHTS)
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
    for agent in (*facts.vscode, *facts.claude):
        said = str(agent.header.value.get("description", ""))
        found = re.search(PROMISE, said) if not is_below(agent.path, "docs") else None
        tool = _writes(facts, agent) if found else ""
        if found and tool:
            yield Finding(
                facts.at(agent, "description"),
                message("the description says `{}`, but the agent has {}", found[0], tool),
                "remove the tool, or the promise",
                holding=_holding(facts, agent),
            )


def _holding(facts: AgentsFacts, agent: Agent) -> Holding | None:
    """In which harnesses an agent of VS Code or Copilot writes; none where it has all tools, or is
    one of Claude Code."""
    rights = own(facts, agent)
    if agent.family != "vscode" or rights.tools is None:
        return None
    return Holding(tuple(sorted(writing_in(rights))))


def _writes(facts: AgentsFacts, agent: Agent) -> str:
    """The tool by which an agent writes files, in words; empty where it has none."""
    rights = own(facts, agent)
    if rights.tools is None and agent.tools is None:
        return message("all tools") if "write" in rights.written else ""
    named = agent.tool_names or ()
    tool = writing_tool(
        rights._replace(tools=tuple(t for t in rights.tools or () if t in named)), agent.family
    )
    return message("`{}`", tool) if tool else ""


@rule("AG702", INFO, needs=RIGHTS, prove="proofs.rights:gained")
def gains_rights(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent may write or run commands through another one.

    What:
        An agent whose `tools` have none that writes files, or none that runs commands, lists one
        that has, or comes to it by the lists of others, where `agents.rights` is `true`. Both say
        with `tools` what they have. A subagent that the settings deny is not come to, and handoffs
        do not count: people choose those.
    Why:
        The list of tools of the agent does not bound what comes of it. Often that is meant.
    Bad:
        tools: [read, agent]
        agents: [Fixer]   # whose tools are [edit]
    Good:
        tools: [read, agent]
        agents: [Reader]   # whose tools are [search]
    Fix:
        List an agent with fewer tools, or leave it: nothing is wrong where the team is meant so.
    Dry run:
        The agent is refused a tool; an agent that it calls is granted it.
    Source:
        agents §4.4, §7.11
    """
    gained: dict[str, list[tuple[str, tuple[Agent, ...]]]] = {}
    known = (each for family in facts.claude_by_name.values() for each in family.values())
    agents = {each.file: each for each in (*facts.vscode, *known)}
    rights = ((file, own(facts, each)) for file, each in agents.items())
    named = {file: each for file, each in rights if each.tools is not None}
    for bit in ("write", "execute"):
        having = {file for file, each in named.items() if bit in each.bits}
        steps = steps_to(facts, having)
        for file, agent in agents.items():
            if file in steps and file in named and bit not in named[file].bits:
                gained.setdefault(file, []).append((bit, way_to(steps, agent)))
    for file, agent in agents.items():
        if file in gained:
            yield _gain(facts, agent, gained[file], named)


def _gain(
    facts: AgentsFacts,
    agent: Agent,
    gained: list[tuple[str, tuple[Agent, ...]]],
    rights: Mapping[str, Rights],
) -> Finding:
    """What is found of an agent that gains rights, by the first way to each."""
    (bit, way), *_ = gained
    chain = [facts.name(each) for each in way]
    what = " and ".join(_DOING[each] for each, other in gained if other == way)
    tool = _tool_for(rights[way[-1].file], way[-1], bit)
    return Finding(
        facts.at(agent, "tools"),
        message(
            "`{}` may {} through {}, which has `{}`",
            facts.name(agent),
            what,
            joined(", ", map(quote, chain)),
            tool,
        ),
        "list agents that have fewer tools, or leave it where that is meant",
        witness=Witness(
            {
                "agent": facts.name(agent),
                "chain": chain,
                "tool": tool,
                "claude": agent.family != "vscode",
            }
        ),
    )


def _tool_for(rights: Rights, agent: Agent, bit: str) -> str:
    """The tool by which an agent does something, as it names it."""
    named = rights.tools or ()
    return next(each for each in named if bit in bits_of(each, agent.family))
