"""The rights of agents, compared with what they promise and what they are given (reference §7.11),
with `agents.rights`."""

from __future__ import annotations

import re
from itertools import pairwise

from phaselint.dialects.agents.analysis.rights import (
    bits_of,
    own,
    steps_to,
    way_to,
    writing_in,
    writing_tool,
)
from phaselint.project.paths import is_below
from phaselint.vocabulary.claim import All, Notes
from phaselint.vocabulary.finding import Finding, Holding, Witness
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.agents.claiming import at_work, confused, session_of
from phaselint_rules.agents.needs import RIGHTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
"""Phrases of a description that promise not to change files."""

_DOING = {"write": "write files", "execute": "run commands"}


@rule("AG701", WARNING, needs=RIGHTS)
def read_only_but_writes(facts: AgentsFacts) -> Iterator[Finding]:
    """Read-only agent that can write

    What:
        The `description` says read-only, advisory only, no changes or the like, but the agent has a
        tool that writes files, or all tools, and `agents.rights` is `true`. A shell alone doesn't
        count, and the body isn't checked.
    Why:
        People and models trust the promise, but the agent can still write.
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
    """In which harnesses an agent of VS Code or Copilot writes; None if it has all tools, or is an
    agent of Claude Code."""
    rights = own(facts, agent)
    if agent.family != "vscode" or rights.tools is None:
        return None
    return Holding(tuple(sorted(writing_in(rights))))


def _writes(facts: AgentsFacts, agent: Agent) -> str:
    """The tool with which an agent writes files, in words; empty if it doesn't have one."""
    rights = own(facts, agent)
    if rights.tools is None and agent.tools is None:
        return message("all tools") if "write" in rights.written else ""
    named = agent.tool_names or ()
    tool = writing_tool(
        rights._replace(tools=tuple(t for t in rights.tools or () if t in named)), agent.family
    )
    return message("`{}`", tool) if tool else ""


@rule("AG702", INFO, needs=RIGHTS, claims="notes")
def gains_rights(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent that gains rights through a subagent

    What:
        The `tools` of an agent can't write files, or can't run commands, but it lists an agent that
        can, or reaches one through other agents' lists, and `agents.rights` is `true`. Both agents
        declare `tools`. Subagents denied by the settings don't count, and neither do handoffs,
        because people choose those.
    Why:
        The agent's tools don't limit what it can cause. Often this is intended.
    Bad:
        tools: [read, agent]
        agents: [Fixer]   # with tools: [edit]
    Good:
        tools: [read, agent]
        agents: [Reader]   # with tools: [search]
    Fix:
        List an agent with fewer tools, or suppress the finding if this is intended.
    Dry run:
        The agent is refused a tool, but an agent that it calls is granted it.
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
    """The findings about an agent that gains rights, by the first path to each."""
    (bit, way), *_ = gained
    chain = [facts.name(each) for each in way]
    what = " and ".join(_DOING[each] for each, other in gained if other == way)
    tool = _tool_for(rights[way[-1].file], way[-1], bit)
    return Finding(
        facts.at(agent, "tools"),
        message(
            "`{}` can {} through {}, which has `{}`",
            facts.name(agent),
            what,
            joined(", ", map(quote, chain)),
            tool,
        ),
        "list agents with fewer tools, or keep this if it is intended",
        witness=Witness(
            {
                "agent": facts.name(agent),
                "chain": chain,
                "tool": tool,
                "claude": agent.family != "vscode",
            }
        ),
        claim=_gains(facts, agent, chain, tool),
    )


def _gains(facts: AgentsFacts, agent: Agent, chain: Sequence[str], tool: str) -> All:
    """That an agent is refused a tool, that it calls one, which calls the next and so on, and that
    the last is granted it: all of that in one session."""
    name, doubt = facts.name(agent), confused(facts, agent)
    asked, words = at_work(facts, agent)
    # whether subagents can call others is also a setting of users
    nested = {"nesting": "true"} if len(chain) > 1 else {}
    use, calls = {"tool": tool}, ({"subagent": each} for each in chain)
    session = Notes(
        name,
        "tool",
        {"tool": tool, "allowed": False, "in": name},
        options={**session_of(agent, name), **nested},
        asked=asked or name,
        answers=(*words, use, *calls, use),
        decisive=True,
        doubt=doubt,
    )
    called = (
        session._replace(
            phase=each,
            event="subagent-start",
            fields={"by": by, "agent": each},
            doubt=f"`{each}` isn't called",
        )
        for by, each in pairwise((name, *chain))
    )
    last = chain[-1]
    granted = session._replace(phase=last, fields={"tool": tool, "allowed": True, "in": last})
    return All((session, *called, granted))


def _tool_for(rights: Rights, agent: Agent, bit: str) -> str:
    """The tool with which an agent does something, as the agent names it."""
    named = rights.tools or ()
    return next(each for each in named if bit in bits_of(each, agent.family))
