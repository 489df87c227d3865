"""Following a session of an agent team: each invocation of an agent on its own, by what the agent
at work may call. People may choose any agent at the top: that is never a departure."""

from __future__ import annotations

import re
from collections import Counter
from fnmatch import fnmatchcase

from phaselint.dialects.agents.names import CLAUDE
from phaselint.dialects.agents.names import COPILOT as COPILOT_AGENTS
from phaselint.dialects.agents.tables import claude, copilot
from phaselint.transcripts.deeds import Deed
from phaselint.transcripts.departures import LOST, Departure, Followed
from phaselint.transcripts.seen import AGENT, MAIN, SKILL, TOOL, UNKNOWN
from phaselint.transcripts.toolnames import (
    FREE,
    granted_by_copilot,
    named_by_harness,
    of_copilot,
    of_vscode,
)
from phaselint.vocabulary.message import NOTHING, message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import KnownAct
    from phaselint.dialects.protocol import Runtime
    from phaselint.transcripts.deeds import TracedAct
    from phaselint.transcripts.departures import How
    from phaselint.transcripts.traces import Trace
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

_ODD = re.compile(r"[^a-z0-9]+")
DEFAULTS = frozenset({MAIN, UNKNOWN, "", "agent", "ask", "edit", "GitHub Copilot Chat"})
"""Agents at the top that may be any."""

_MCP = "mcp__"


def plain(name: str) -> str:
    """A name without case and separators, as runtimes match names of agents."""
    return _ODD.sub("", name.lower())


_OF_CLAUDE = frozenset(map(plain, CLAUDE))


class Team:
    """The agents of a contract, as sessions know them.

    Attributes:
        names: an agent's name in any spelling → its name in acts.
    """

    def __init__(
        self,
        runtime: Runtime[Any],
        contract: Any,
        options: Mapping[str, Any],
        known: Sequence[KnownAct],
    ) -> None:
        self._runtime = runtime
        first = runtime.start(contract, {**options, "agent": ""}, {}, {})
        self._first = runtime.unlimited(first)
        self.cast = self._first.cast
        self.names: dict[str, str] = {}
        for name, agent in self.cast.known.items():
            for spelling in (name, agent.title or "", agent.stem):
                if spelling:
                    self.names.setdefault(plain(spelling), name)
        self._places: dict[tuple[str, str], Place] = {}
        for each in known:
            if each.place is not None:
                self._places.setdefault((each.act.verb, each.act.subject), each.place)
        self._callable: dict[Any, frozenset[str]] = {}

    def name(self, name: str) -> str:
        """An agent's name in acts; itself for one that the contract doesn't have."""
        return self.names.get(plain(name), name) if name else name

    def knows(self, name: str) -> bool:
        """Whether the contract has an agent."""
        return plain(name) in self.names

    def place(self, verb: str, name: str) -> Place | None:
        """Where the contract declares an act."""
        return self._places.get((verb, self.name(name)))

    def at_work(self, name: str) -> Any:
        """A session in which an agent at the top works; none for an agent that nobody knows."""
        if not self.knows(name):
            if self.cast.claude and name == MAIN:
                return self._session(self._first.active)
            return None
        return self._session(self.name(name))

    def _session(self, name: str) -> Any:
        return self._first._replace(active=name, visited=(name,), open=True, ended=None)

    def called(self, session: Any, name: str) -> Any:
        """The session in which a called agent works; none for one that nobody knows."""
        if not self.knows(name):
            return None
        known = self.name(name)
        around = self._session(self._first.active) if session is None else session
        return around._replace(stack=(*around.stack, known), open=True)

    def callees(self, session: Any) -> frozenset[str]:
        """The agents that the agent at work may call."""
        key = (session.active, session.stack)
        if key not in self._callable:
            words = (each.value for each in self._runtime.act_choices(session))
            self._callable[key] = frozenset(name for word, name in words if word == "subagent")
        return self._callable[key]

    def handoffs(self, name: str, other: str) -> tuple[str, ...]:
        """The labels of an agent's buttons that lead to another."""
        shown = self.cast.buttons(name).by_label.items()
        return tuple(label for label, each in shown if self.name(each.target or "") == other)

    def tools(self, session: Any) -> tuple[str, ...] | None:
        """The list of tools in the header of the agent at work; none where it has all."""
        agent = self.cast.first(session.frame)
        found: tuple[str, ...] | None = None if agent is None else agent.tool_names
        return found


class Walk:
    """One run, followed through a team."""

    def __init__(self, team: Team, trace: Trace) -> None:
        self._team = team
        self._tools = trace.format.tools
        self._trace = trace
        self._sessions: dict[int, Any] = {}
        self._found: list[Departure] = []
        self._used: set[Deed] = set()
        self._unknown: Counter[str] = Counter()
        self._inferred: list[tuple[int, Deed]] = []
        self._top: str | None = None
        self._undecided: Message | str = ""

    def followed(self) -> Followed:
        """What comes of it."""
        for number, count in self._trace.changes():
            each = self._trace.act(number)
            if each.deed.verb == "call":
                self._call(each, count)
            elif each.deed.verb == "reach":
                self._used.add(Deed("reach", self._team.name(each.actor)))
                if "take" in self._trace.format.infers:
                    self._infer(each)
        unknown = tuple(sorted(self._unknown.items()))
        first = self._found[0] if self._found else None
        return Followed(
            first,
            tuple(self._found[1:]),
            "" if first else self._undecided,
            used=frozenset(self._used),
            unknown=unknown,
            inferred=tuple(self._inferred),
        )

    def _infer(self, act: TracedAct) -> None:
        """The handoff that leads to another agent at the top, where the agent before has exactly
        one to it. Of several, any may be the one taken. The user may have picked the agent instead,
        which logs don't tell."""
        if self._trace.instances[act.instance].id:
            return
        before, self._top = self._top, self._team.name(act.actor)
        if before is None or before == self._top:
            return
        labels = self._team.handoffs(before, self._top)
        taken = [Deed("take", label, target=before) for label in labels]
        self._used.update(taken)
        if len(taken) == 1:
            self._inferred.append((act.number, taken[0]))

    def _session(self, instance: int) -> Any:
        """The session of an invocation, as its caller's has it."""
        if instance not in self._sessions:
            found, name = self._trace.instances[instance], self._trace.actor(instance)
            above = found.parent if found.id else -1
            self._sessions[instance] = None
            if above >= 0 and above != instance:
                self._sessions[instance] = self._team.called(self._session(above), name)
            else:
                self._sessions[instance] = self._team.at_work(name)
        return self._sessions[instance]

    def _call(self, act: TracedAct, count: int) -> None:
        session, name = self._session(act.instance), act.deed.subject
        if act.deed.sort == AGENT:
            self._used.add(Deed("call", self._team.name(name), AGENT))
            why = self._misses_agent(session, act.actor, name)
            if why and self._is_adrift(act.instance):
                why = self._misses_agent(self._team.at_work(act.actor), act.actor, name)
            if why:
                self._leave(act, why, "unknown" if not self._team.knows(name) else "not allowed")
        elif act.deed.sort == SKILL:
            self._used.add(Deed("call", name, SKILL))
        else:
            allowed = self._allows_tool(session, name)
            for each in self._named(name):
                self._used.add(Deed("call", each, TOOL))
            if allowed is None:
                self._unknown[name] += count
            elif not allowed:
                self._leave(
                    act, message("`{}` has no tool `{}`", session.frame, name), "not allowed"
                )

    def _is_adrift(self, instance: int) -> bool:
        """Whether it isn't known who called an agent: what it may call can depend on that."""
        found = self._trace.instances[instance]
        return bool(found.id) and found.call < 0

    def _leave(self, act: TracedAct, why: Message, how: How) -> None:
        session = self._session(act.instance)
        if not self._trace.instances[act.instance].id and self._trace.is_after_gap(act.number):
            self._undecided = LOST  # the record may have had another agent take over at the top
            return
        possible: list[Deed] = []
        if session is not None:
            possible += [Deed("call", each, AGENT) for each in sorted(self._team.callees(session))]
            possible += [Deed("call", each, TOOL) for each in self._team.tools(session) or ()]
        line = None if session is None else self._team.place("reach", session.frame)
        if line is None:
            line = self._team.place(act.deed.verb, act.deed.subject)
        self._found.append(
            Departure(act.number, how, why, possible=tuple(possible), skipped=(), line=line)
        )

    # --- agents -----------------------------------------------------------------------------------

    def _misses_agent(self, session: Any, actor: str, name: str) -> Message:
        """Why an agent can't be called; empty if it can."""
        team = self._team
        if session is None:
            if team.knows(name) or self._is_built_in(name) or actor == UNKNOWN:
                return NOTHING
            return message("the contract has no agent `{}`", name)
        callees = team.callees(session)
        if team.knows(name):
            if team.name(name) in callees:
                return NOTHING
            return message("`{}` can't call `{}`", session.frame, team.name(name))
        if self._is_built_in(name):
            if not team.cast.claude:
                may = team.cast.may_call(session.frame)
            else:
                may = any(not team.knows(each) for each in callees)
            return NOTHING if may else message("`{}` can't call `{}`", session.frame, name)
        if ":" in name and not any(":" in each for each in team.cast.known):
            return NOTHING  # of a plugin that isn't part of the contract
        return message("the contract has no agent `{}`", name)

    def _is_built_in(self, name: str) -> bool:
        if self._team.cast.claude:
            return plain(name) in _OF_CLAUDE
        built_in = (*copilot.BUILT_IN, *COPILOT_AGENTS, "agent", "Plan", "Ask", "Edit")
        return plain(name) in map(plain, built_in)

    # --- tools ------------------------------------------------------------------------------------

    def _named(self, name: str) -> tuple[str, ...]:
        """A tool as acts of the contract name it."""
        if self._team.cast.claude:
            return (name,)
        return of_vscode().get(name, (name,))

    def _allows_tool(self, session: Any, name: str) -> bool | None:
        """Whether the agent at work has a tool; none where nobody can tell."""
        if session is None:
            return True
        tools = self._team.tools(session)
        if self._team.cast.claude:
            return self._of_claude(session, tools, name)
        if tools is None or "*" in tools or name in tools:
            return True
        if self._tools == "copilot":
            return self._of_copilot(tools, name)
        return self._of_vscode(session, tools, name)

    def _of_claude(self, session: Any, tools: tuple[str, ...] | None, name: str) -> bool:
        cast, inside = self._team.cast, bool(session.stack)
        if not name.startswith(_MCP):
            renamed = "Agent" if name == "Task" else name
            return bool(cast.has_tool(session.frame, renamed, inside=inside))
        if cast.is_denied(session.frame, name):
            return False
        return tools is None or any(
            each == name or fnmatchcase(name, each) or name.startswith(f"{each}__")
            for each in tools
            if each.startswith(_MCP) or "*" in each
        )

    def _of_copilot(self, tools: tuple[str, ...], name: str) -> bool | None:
        family = of_copilot().get(name)
        if family is not None:
            return any(family in granted_by_copilot(each) for each in tools)
        if name in FREE:
            return True
        return self._of_server(tools, name)

    def _of_vscode(self, session: Any, tools: tuple[str, ...], name: str) -> bool | None:
        names = of_vscode().get(name)
        if names is not None:
            inside = bool(session.stack)
            has = self._team.cast.has_tool
            return any(has(session.frame, each, inside=inside) for each in names)
        if self._tools == "vscode":
            return None
        if name in of_copilot() or name in claude.PRESENT:
            return self._of_copilot(tools, name)
        return self._of_server(tools, name)

    @staticmethod
    def _of_server(tools: tuple[str, ...], name: str) -> bool | None:
        """Whether a tool of a server may be one of those that entries name; none where one of them
        has members that nobody knows."""
        for each in tools:
            server, slash, tool = each.partition("/")
            if slash and tool != "*" and tool == name:
                return True
            if slash and tool == "*" and name.startswith((f"{server}/", f"{server}-", "mcp_")):
                return True
        unknown = (
            (each not in named_by_harness() and not granted_by_copilot(each) and "/" not in each)
            or (each.endswith("/*") and each not in named_by_harness())
            for each in tools
        )
        return None if any(unknown) else False


def names_in(team: Team, trace: Trace) -> Iterator[tuple[str, bool]]:
    """The names of a run that its format can show, without those of agents and tools that are
    built in, and whether the contract has each."""
    listed = {tool for agent in team.cast.known.values() for tool in agent.tool_names or ()}
    for deed in trace.distinct():
        if deed.verb == "reach" or (deed.verb == "call" and deed.sort == AGENT):
            if deed.subject not in DEFAULTS and plain(deed.subject) not in _OF_CLAUDE:
                yield plain(deed.subject), team.knows(deed.subject)
        elif deed.verb == "call" and deed.sort == SKILL:
            yield f"skill {deed.subject}", deed.subject in team.cast.skills
        elif deed.verb == "call" and not _is_built_in(deed.subject):
            yield (
                f"tool {deed.subject}",
                any(deed.subject == name or fnmatchcase(deed.subject, name) for name in listed),
            )


def _is_built_in(tool: str) -> bool:
    known = (*claude.PRESENT, *claude.FORMER, *claude.UNLISTED, *copilot.TOOLS)
    return tool in known or tool in of_vscode() or tool.startswith("copilot_")
