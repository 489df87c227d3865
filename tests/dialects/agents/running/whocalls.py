"""Small teams, and who comes to which call in them by the words of the reference alone (§4, §5): an
oracle that reads what was drawn, and nothing of the product."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping

NAMES = ("Ada", "Ben", "Cleo", "Dora")
NESTED = ".vscode/settings.json"
ON = '{"chat.subagents.allowInvocationsFromSubagents": true}'

VSCODE: Mapping[str, frozenset[str]] = {
    "agent": frozenset({"agent", "delegate", "agent/runSubagent"}),
    "read/readFile": frozenset({"read/readFile", "readFile", "read"}),
    "edit/editFiles": frozenset({"edit/editFiles", "edit", "write"}),
    "runCommands": frozenset({"execute", "read", "write", "network", "runCommands"}),
    "web/fetch": frozenset({"web/fetch", "fetch", "web", "network"}),
    "hub/*": frozenset({"hub/list", "secrets"}),
}
"""Entry of `tools` → of what may be asked, all that it lets an agent do."""

CLAUDE: Mapping[str, frozenset[str]] = {
    "Agent": frozenset({"Agent", "Task", "delegate"}),
    "Read": frozenset({"Read", "read"}),
    "Edit": frozenset({"Edit", "write"}),
    "Bash": frozenset({"Bash", "execute", "read", "write", "network"}),
    "WebFetch": frozenset({"WebFetch", "network"}),
    "mcp__hub__*": frozenset({"mcp__hub__list", "secrets"}),
}
BUILT_IN: Mapping[str, tuple[str, ...] | None] = {
    "general-purpose": None,
    "Explore": ("Read", "Bash"),
    "Plan": ("Read", "Bash"),
}
"""Agents of Claude Code itself, and what they have."""

BITS = frozenset({"read", "write", "execute", "network", "secrets", "delegate"})
SERVERS = frozenset({"hub/*", "mcp__hub__*"})
MOST = {"vscode": 6, "claude": 3}


class Member(NamedTuple):
    """An agent as it is drawn. `tools` of none are all; `calls` of none are all."""

    name: str
    tools: tuple[str, ...] | None
    calls: tuple[str, ...] | None = None
    visible: bool = True
    blocked: bool = False
    handoffs: tuple[tuple[str, bool], ...] = ()
    """Who takes over, and whether the prompt is sent."""


class Crew(NamedTuple):
    """A team as it is drawn, and the files that say so."""

    members: Mapping[str, Member]
    claude: bool
    nested: bool
    denied: tuple[str, ...]
    autopilot: bool

    @property
    def asked(self) -> list[str]:
        """All that may be asked."""
        table = CLAUDE if self.claude else VSCODE
        return sorted({name for names in table.values() for name in names})

    def files(self) -> dict[str, str]:
        found = dict(map(self._file, self.members.values()))
        if self.nested:
            found[NESTED] = ON
        if self.denied:
            deny = [f"Agent({name})" for name in self.denied]
            found[".claude/settings.json"] = json.dumps({"permissions": {"deny": deny}})
        return found

    def _file(self, member: Member) -> tuple[str, str]:
        header: dict[str, object] = {"name": member.name, "description": "Does it"}
        if member.tools is not None:
            header["tools"] = list(member.tools)
        if self.claude and member.calls is not None and member.tools is not None:
            listed = f"Agent({', '.join(member.calls)})"
            header["tools"] = [listed if each == "Agent" else each for each in member.tools]
        if not self.claude:
            if member.calls is not None:
                header["agents"] = list(member.calls)
            header["user-invocable"] = member.visible
            header["disable-model-invocation"] = member.blocked
            header["handoffs"] = [
                {"label": f"To {name}", "agent": name, "prompt": "Go.", "send": sends}
                for name, sends in member.handoffs
            ]
        lines = "\n".join(f"{key}: {json.dumps(value)}" for key, value in header.items())
        folder = ".claude/agents" if self.claude else ".github/agents"
        ending = "md" if self.claude else "agent.md"
        return f"{folder}/{member.name.lower()}.{ending}", f"---\n{lines}\n---\nDo it.\n"


def drawn_crew(pick: random.Random) -> Crew:
    """A team of one to four agents of VS Code, or of Claude Code."""
    claude = pick.random() < 0.35
    names = NAMES[: pick.randint(1, 4)]
    members = {name: _member(pick, name, names, claude=claude) for name in names}
    denied = tuple(pick.sample(names, 1)) if claude and pick.random() < 0.25 else ()
    nested = not claude and pick.random() < 0.5
    autopilot = not claude and pick.random() < 0.4
    return Crew(members, claude, nested, denied, autopilot)


def _member(pick: random.Random, name: str, names: tuple[str, ...], *, claude: bool) -> Member:
    table = list(CLAUDE if claude else VSCODE)
    calling, others = table[0], table[1:]
    tools = pick.sample(others, pick.choice((1, 1, 1, 2)))
    if pick.random() < 0.6:
        tools.append(calling)
    every = None if pick.random() < 0.07 else tuple(tools)
    calls = None if pick.random() < 0.3 else tuple(pick.sample(names, pick.randint(1, len(names))))
    if claude:
        more = pick.sample(list(BUILT_IN), 1) if pick.random() < 0.3 else []
        own = () if more and pick.random() < 0.5 else calls
        return Member(name, every, None if own is None else (*own, *more))
    targets = pick.sample(names, pick.choice((0, 0, 1, 1, 2)) if len(names) > 1 else 0)
    handoffs = tuple((target, pick.random() < 0.5) for target in targets)
    flags = [pick.random() < 0.3, pick.random() < 0.25]
    return Member(name, every, calls, visible=not flags[0], blocked=flags[1], handoffs=handoffs)


# --- who comes to what ----------------------------------------------------------------------------


def standing(crew: Crew, agent: str, asked: str, over: str) -> str:
    """How a policy stands: `violated`, `undecided` or `holds`."""
    programs = [False] if crew.claude else [False, True]
    found = {_in_program(crew, agent, asked, over, copilot=each) for each in programs}
    return next((each for each in ("violated", "undecided") if each in found), "holds")


def chains(crew: Crew, agent: str, over: str) -> set[tuple[str, str]]:
    """The pairs of agents of which one comes to work right after the other, from an agent on, in
    any program."""
    found: set[tuple[str, str]] = set()
    for copilot in (False, True):
        for name, depth in _at_work(crew, agent, over, copilot=copilot):
            found |= {(name, other) for other, _ in _next(crew, name, depth, over, copilot=copilot)}
    return found


def may(crew: Crew, agent: str, asked: str) -> bool:
    """Whether an agent has what is asked for among its own tools."""
    tools = crew.members[agent].tools if agent in crew.members else BUILT_IN[agent]
    table = CLAUDE if crew.claude else VSCODE
    return tools is None or any(asked in table[each] for each in tools)


def _in_program(crew: Crew, agent: str, asked: str, over: str, *, copilot: bool) -> str:
    work = {name for name, _ in _at_work(crew, agent, over, copilot=copilot)}
    if any(may(crew, name, asked) for name in work):
        return "violated"
    if asked in BITS:
        tools = (crew.members[name].tools or () for name in work & crew.members.keys())
        if any(each in SERVERS for some in tools for each in some):
            return "undecided"
    return "holds"


def _at_work(crew: Crew, agent: str, over: str, *, copilot: bool) -> set[tuple[str, int]]:
    """Who is at work after an agent is, and how deep."""
    member = crew.members[agent]
    if not crew.claude and not member.visible and member.blocked:
        return set()  # nobody picks it, and the agent of VS Code is not offered it
    first = (agent, 0 if crew.claude or member.visible else 1)
    found, waiting = {first}, [first]
    while waiting:
        name, depth = waiting.pop()
        for each in _next(crew, name, depth, over, copilot=copilot):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


def _next(
    crew: Crew, name: str, depth: int, over: str, *, copilot: bool
) -> Iterator[tuple[str, int]]:
    member = crew.members.get(name)
    if crew.claude:
        tools = BUILT_IN[name] if member is None else member.tools
        if tools is not None and "Agent" not in tools:
            return
        if depth < MOST["claude"]:
            yield from ((other, depth + 1) for other in _called(crew, member, depth))
        return
    assert member is not None
    if member.tools is None or "agent" in member.tools:
        deeper = depth == 0 or ((crew.nested or copilot) and depth < MOST["vscode"])
        listed = None if copilot else member.calls
        for other in crew.members.values() if deeper else ():
            if not other.blocked if listed is None else other.name in listed:
                yield other.name, depth + 1
    if over != "calls" and depth == 0 and not copilot:
        # What Autopilot sends by itself, people can press too (R8 to R10).
        yield from ((each, 0) for each, _ in member.handoffs if crew.members[each].visible)


def _called(crew: Crew, member: Member | None, depth: int) -> Iterator[str]:
    """Whom an agent of Claude Code calls: all, but for the main one by its list."""
    everybody = (*crew.members, *BUILT_IN)
    listed = None
    if depth == 0 and member is not None and member.tools is not None:
        listed = member.calls
    for name in everybody:
        if (listed is None or name in listed) and name not in crew.denied:
            yield name
