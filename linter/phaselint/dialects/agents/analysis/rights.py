"""The rights of agents: from their own tools, and through others (reference §4.4).

`own` has the rights of one agent, `effective` those with all agents that it reaches, and `steps_to`
the agents of a whole team that reach an agent with a certain right. Everything that depends on the
acts of agents uses these.
"""

from __future__ import annotations

from collections import deque
from fnmatch import fnmatchcase
from functools import cache

from phaselint.dialects.agents.analysis.offers import unblocked
from phaselint.dialects.agents.enabling import aliases, enabled, kind
from phaselint.dialects.agents.harnesses import CLI, CLOUD, COPILOT, LOCAL
from phaselint.dialects.agents.names import CLAUDE
from phaselint.dialects.agents.reading.lists import inside
from phaselint.dialects.agents.surroundings import EVERYBODY
from phaselint.dialects.agents.tables import claude, copilot, vscode
from phaselint.dialects.agents.tools import CALLS, bare, calls_agents, is_pattern, present
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.agents.surroundings import Skill

BITS = ("read", "write", "execute", "network", "secrets", "delegate")
"""All rights of tools. Tools of servers have `secrets`, regardless of what else they can do."""

_SHELL = ("read", "write", "execute", "network")

_FURTHER: Mapping[str, str] = {
    "rg": "search",
    "list_powershell": "execute",
    "read_powershell": "execute",
    "stop_powershell": "execute",
    "write_bash": "execute",
    "write_powershell": "execute",
}
"""Tool of the Copilot runtime outside all documented sets → the most similar set."""

_TERMINAL = "execute/runInTerminal"

_REMEMBERING = ("Read", "Write", "Edit")
"""Tools that an agent of Claude Code with a memory has."""

_WRITERS = ("Write", "Edit")

_BUILT_IN: Mapping[str, tuple[str, ...]] = {"Explore": _SHELL, "Plan": _SHELL}
"""Agent of Claude Code without all tools → its rights."""

_EVERYTHING, _SKILL = "*", "Skill"

_GENERAL = "general-purpose"
"""Runs the skills that don't name an agent."""


class Rights(NamedTuple):
    """The rights of an agent.

    Attributes:
        tools: the tools that it names and has, as written; None if it names none and has all.
        bits: the rights from these tools.
        written: the rights from tools with that purpose only: a shell can write too, but isn't a
        tool for writing.
    """

    tools: tuple[str, ...] | None
    bits: frozenset[str]
    written: frozenset[str]


class Effective(NamedTuple):
    """The rights of an agent at work.

    Attributes:
        own: its own rights.
        through: its further rights, each with the names of the agents on the path; the last agent
        has it.
        tools: tool → the same, for each that it does not have itself.
        anything: the agents on the path to one with all tools; empty if there isn't one.
    """

    own: Rights
    through: Mapping[str, tuple[str, ...]]
    tools: Mapping[str, tuple[str, ...]]
    anything: tuple[str, ...]


def own(facts: AgentsFacts, agent: Agent) -> Rights:
    """The rights of an agent from its own tools, without those that it or the settings deny."""
    if agent.family == "vscode":
        return _of_vscode(agent)
    refused = (*(present(word.text) for word in agent.denied or ()), *_denied(facts, agent))
    named = None if agent.tools is None else [word.text for word in agent.tools]
    if named is None or _EVERYTHING in named:
        names = tuple(each for each in claude.RIGHTS if not _is_refused(each, refused))
        bits, written = _bits(names)
        # an agent that denies both means not to write, regardless of its other tools
        written -= set() if {*_WRITERS} & {*names} else {"write"}
        return Rights(None, bits | {"secrets"}, written)
    added = _REMEMBERING if agent.header.value.get("memory") else ()
    every = dict.fromkeys((*named, *added))
    kept = tuple(each for each in every if not _is_refused(present(each), refused))
    bits, written = _bits(kept)
    return Rights(kept, bits, written)


def effective(facts: AgentsFacts, agent: Agent, *, handoffs: bool = False) -> Effective:
    """The rights of an agent at work: from its tools and those of all agents that it calls, and so
    on; with `handoffs`, also of those that take over if people choose so."""
    mine = own(facts, agent)
    through: dict[str, tuple[str, ...]] = {}
    tools: dict[str, tuple[str, ...]] = {}
    anything: tuple[str, ...] = ()
    for other, way in _below(facts, agent, handoffs=handoffs):
        rights = own(facts, other)
        anything = anything or (way if rights.tools is None else ())
        for bit in BITS:
            if bit in rights.bits and bit not in mine.bits:
                through.setdefault(bit, way)
        for tool in rights.tools or ():
            if mine.tools is not None and tool not in mine.tools:
                tools.setdefault(tool, way)
    for name, bits in built_in_below(facts, agent):
        for bit in (each for each in BITS if each in bits and each not in mine.bits):
            through.setdefault(bit, (name,))
    return Effective(mine, through, tools, anything)


def steps_to(
    facts: AgentsFacts, having: Collection[str], *, handoffs: bool = False
) -> Mapping[str, Agent]:
    """File of each agent that reaches an agent in `having`, without being one, through any number
    of calls → the agent that it calls next on a shortest path. `having` are the files of agents
    with the right."""
    everybody = (*facts.vscode, *facts.claude)
    callers: dict[str, list[Agent]] = {}
    for agent in everybody:
        for other in _called(facts, agent, handoffs=handoffs):
            callers.setdefault(other.file, []).append(agent)
    crowd = [each for each in facts.vscode if _calls_all(each)]
    offered = {each.file for each in unblocked(facts.scope)}
    there = [each for each in everybody if each.file in having]
    found: dict[str, Agent] = {}
    done, waiting = {each.file: 0 for each in there}, deque(there)
    while waiting:
        agent = waiting.popleft()
        calls = done[agent.file] + 1
        before = callers.get(agent.file, [])
        if agent.file in offered:  # once: an agent that can call all reaches the first of these
            before, crowd = [*before, *crowd], []
        for each in before:
            if each.file not in done and calls <= _depth(facts, each):
                done[each.file] = calls
                found[each.file] = agent
                waiting.append(each)
    return found


def way_to(steps: Mapping[str, Agent], agent: Agent) -> tuple[Agent, ...]:
    """The agents on the path found by `steps_to`, ending with the one that has the right."""
    way: list[Agent] = []
    at = steps.get(agent.file)
    while at is not None:
        way.append(at)
        at = steps.get(at.file)
    return tuple(way)


def built_in_below(facts: AgentsFacts, agent: Agent) -> Iterator[tuple[str, frozenset[str]]]:
    """The built-in agents of Claude Code that an agent lists for calls, and their rights."""
    for name in _listed(facts, agent) if agent.family != "vscode" else ():
        if name in CLAUDE and name not in facts.claude_scopes[agent.family].names:
            yield name, frozenset(_BUILT_IN.get(name, BITS))


def writing_tool(rights: Rights, family: str) -> str:
    """The first tool of an agent whose purpose is writing files; empty if it has none, or all
    tools."""
    for tool in rights.tools or ():
        if "write" in _bits((tool,))[1] if family != "vscode" else "write" in _written(tool):
            return tool
    return ""


def writing_in(rights: Rights) -> frozenset[str]:
    """The harnesses in which an agent of VS Code or Copilot has tools for writing files."""
    tools = rights.tools or ()
    local = {LOCAL} if any("write" in _locally(each) for each in tools) else set()
    others = {COPILOT, CLI, CLOUD} if any("write" in _in_runtime(each) for each in tools) else set()
    return frozenset(local | others)


def bits_of(tool: str, family: str) -> frozenset[str]:
    """The rights of a tool, by its name in the headers of a family."""
    return frozenset(_of_name(tool)) if family == "vscode" else _bits((tool,))[0]


# --- calls ----------------------------------------------------------------------------------------


def _below(
    facts: AgentsFacts, agent: Agent, *, handoffs: bool
) -> Iterator[tuple[Agent, tuple[str, ...]]]:
    """All agents that an agent reaches, nearest first, each with the names on the path."""
    most = _depth(facts, agent)
    seen = {agent.file}
    waiting: deque[tuple[Agent, tuple[str, ...]]] = deque([(agent, ())])
    while waiting:
        at, way = waiting.popleft()
        crowd = unblocked(facts.scope) if at.family == "vscode" and _calls_all(at) else ()
        further = _called(facts, at, handoffs=handoffs) if len(way) < most else ()
        for other in (*further, *(crowd if len(way) < most else ())):
            if other.file not in seen:
                seen.add(other.file)
                names = (*way, facts.name(other))
                yield other, names
                waiting.append((other, names))


def _called(facts: AgentsFacts, agent: Agent, *, handoffs: bool) -> Iterator[Agent]:
    """The agents that an agent lists for calls, and those run by skills that it can use; with
    `handoffs`, those that its buttons point to."""
    if agent.family == "vscode":
        if calls_agents(agent.tool_names):
            for word in agent.agents or ():
                if word.text in facts.scope.first:
                    yield facts.scope.first[word.text]
        for handoff in agent.handoffs if handoffs and agent.hands_off else ():
            if handoff.survives and (handoff.target or "") in facts.scope.visible:
                yield facts.scope.visible[handoff.target or ""]
        return
    by_name = facts.claude_by_name[agent.family]
    yield from (by_name[name] for name in _listed(facts, agent) if name in by_name)


def _depth(facts: AgentsFacts, agent: Agent) -> int:
    """The limit of nested calls for an agent (§4.3)."""
    return facts.depth if agent.family == "vscode" else facts.claude_depth


def _calls_all(agent: Agent) -> bool:
    """Whether an agent of VS Code lists all agents for calls."""
    listed = any(word.text == _EVERYTHING for word in agent.agents or ())
    return listed and calls_agents(agent.tool_names)


def _listed(facts: AgentsFacts, agent: Agent) -> Iterator[str]:
    """The names that an agent of Claude Code can call according to its header, without those that
    the settings deny."""
    denied = facts.denied_agents if agent.family == "claude" else {}
    if EVERYBODY in denied:
        return
    document = facts.document(agent)
    tools = [word for word in agent.tools or () if bare(word.text) in CALLS]
    names = [word.text for tool in tools for word in inside(document, tool)]
    names += (each.agent or _GENERAL for each in skills_run(facts, agent))
    yield from (name for name in dict.fromkeys(names) if name not in denied)


def skills_run(facts: AgentsFacts, agent: Agent) -> Iterator[Skill]:
    """The skills with agents that an agent can use: none if it has no tool for skills, and not
    those that models can't use or the settings deny."""
    denied = [each for each in facts.contract.around.permissions if each.effect == "deny"]
    refused = (*(present(word.text) for word in agent.denied or ()), *_denied(facts, agent))
    named = agent.tools is None or any(bare(word.text) == _SKILL for word in agent.tools)
    if not named or _is_refused(_SKILL, refused):
        return
    rules = [each for each in denied if each.tool == _SKILL and agent.family == "claude"]
    shut = {(each.argument or "").removesuffix(" *") for each in rules}
    for skill in facts.contract.around.skills:
        if skill.fork and not (skill.hidden or skill.shared or skill.name in shut):
            yield skill


# --- tools ----------------------------------------------------------------------------------------


def _of_vscode(agent: Agent) -> Rights:
    named = agent.tool_names
    if named is None or _EVERYTHING in named:
        return Rights(None, frozenset(BITS), frozenset(BITS))
    bits = frozenset(bit for each in named for bit in _of_name(each))
    return Rights(named, bits, frozenset(bit for each in named for bit in _written(each)))


@cache
def _of_name(name: str) -> tuple[str, ...]:
    """The rights of a name in `tools`, in VS Code or the Copilot runtime."""
    found = {*_written(name), *copilot.RIGHTS.get(_set_of(name), ())}
    found.update(("secrets",) if kind(name) == "elsewhere" else ())
    found.update(_SHELL if _TERMINAL in enabled((name,)) else ())
    return tuple(bit for bit in BITS if bit in found)


@cache
def _written(name: str) -> tuple[str, ...]:
    """The same, without what a shell can do in addition to its purpose."""
    found = {*_locally(name), *_in_runtime(name)}
    return tuple(bit for bit in BITS if bit in found)


def _locally(name: str) -> Iterator[str]:
    """What a name lets VS Code's own agent do, through tools with that purpose."""
    tools = enabled((name,))
    return (bit for tool in vscode.TOOLS if tool.name in tools for bit in tool.rights)


def _in_runtime(name: str) -> tuple[str, ...]:
    """The same of the Copilot runtime."""
    found = _set_of(name)
    return copilot.RIGHTS.get(found, ()) if found != "execute" else ("execute",)


def _set_of(name: str) -> str:
    """The documented set of the Copilot runtime that a name stands for, or that contains the tool
    of this name; empty if there isn't one."""
    named = aliases().get(name.lower(), "") or _FURTHER.get(name, "")
    return named or next((each for each, tools in copilot.RUNTIME.items() if name in tools), "")


def _bits(names: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The rights and purposes of Claude Code's tools."""
    found: set[str] = set()
    made: set[str] = set()
    for each in names:
        rights = claude.RIGHTS.get(bare(each), ())
        found.update(rights)
        made.update(rights if rights != _SHELL else ("execute",))
        found.update(("secrets",) if each.startswith("mcp__") or is_pattern(each) else ())
    return frozenset(found), frozenset(made)


def _denied(facts: AgentsFacts, agent: Agent) -> tuple[str, ...]:
    """The tools that the project's settings deny to its agents."""
    return facts.denied_tools if agent.family == "claude" else ()


def _is_refused(name: str, patterns: Iterable[str]) -> bool:
    """Whether a tool is denied by its name, or by a name with `*` that matches it."""
    return any(
        name == each
        or ("*" in each and fnmatchcase(name, each))
        or (each.startswith("mcp__") and name.startswith(f"{each}__"))
        for each in patterns
    )
