"""The agents of a session and their rights (reference §4, §5). Computed from the team
independently, so a run confirms the analysis instead of repeating it."""

from __future__ import annotations

from fnmatch import fnmatchcase

from phaselint.dialects.agents.harnesses import mode_of
from phaselint.dialects.agents.names import BUILT_IN, CLAUDE, MAIN, SHIPPED_VISIBLE
from phaselint.dialects.agents.running.offering import is_offered
from phaselint.dialects.agents.running.runtimetools import is_on
from phaselint.dialects.agents.tools import (
    CALLS,
    NEVER,
    bare,
    calls_agents,
    is_pattern,
    present,
)
from phaselint.project.paths import join, split
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.agents.model import Agent, Handoff, Team

_VSCODE_DEPTH = 6
_CLAUDE_DEPTH = 3
_OFF_IN_SUBAGENTS = ("todo", "vscode/askQuestions")


class Buttons(NamedTuple):
    """The visible handoffs of an agent: in order, their labels, the first with each label, and the
    first that VS Code sends on its own with Autopilot on."""

    handoffs: tuple[Handoff, ...] = ()
    labels: tuple[str, ...] = ()
    by_label: Mapping[str, Handoff] = {}
    sending: Handoff | None = None


_NONE = Buttons()


class Cast(NamedTuple):
    """The agents of a session and its options.

    Attributes:
        known: name → the first agent with this name.
        visible: the same for those that people can pick.
        own: the names of each family of Claude Code's files, within which agents can call each
        other.
        depth: the limit of open calls.
        copilot: whether the sessions are Copilot's, in which lists of `agents` and handoffs have no
        effect.
        tools: tools in addition to the harness's own.
        refused: tools, and agents as `Agent(...)`, that the settings deny to agents of a project.
        skills: the skills that models can use on their own; `shut` are those that the settings deny
        to agents of a project.
        shown: the buttons of each visible agent that has some (R7).
    """

    claude: bool
    known: Mapping[str, Agent]
    visible: Mapping[str, Agent]
    own: Mapping[str, Collection[str]]
    autopilot: bool
    nesting: bool
    depth: int
    most_turns: int
    tools: frozenset[str]
    refused: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    shut: frozenset[str] = frozenset()
    copilot: bool = False
    shown: Mapping[str, Buttons] = {}

    # --- VS Code (§5.1) ---------------------------------------------------------------------------

    def unblocked(self) -> Iterator[str]:
        """The agents offered to agents without a list, and to the built-in agent (§4.3)."""
        return (name for name, agent in self.known.items() if not agent.blocked)

    def is_pickable(self, name: str) -> bool:
        """Whether people can choose an agent (R2)."""
        return name in BUILT_IN or name in self.visible or name in SHIPPED_VISIBLE

    def buttons(self, name: str) -> Buttons:
        """The visible handoffs of an agent (R7). A hidden agent is never active: the name then
        means a built-in agent of VS Code."""
        return self.shown.get(name, _NONE)

    def first(self, name: str) -> Agent | None:
        """The agent that an active name stands for; None for a built-in one."""
        if self.claude:
            return self.known.get(name)
        return None if name in BUILT_IN else self.visible.get(name) or self.known.get(name)

    def listed(self, name: str) -> tuple[str, ...] | None:
        """The names that an agent lists for calls; None if it can call all that aren't blocked
        (§4.3)."""
        agent = self.first(name)
        names = None if agent is None or self.copilot else agent.agents
        if names is None or any(word.text == "*" for word in names):
            return None
        return tuple(word.text for word in names)

    def offers(self, name: str, other: str) -> bool:
        """Whether one agent is offered to another (§4.3)."""
        listed = self.listed(name)
        return not self.known[other].blocked if listed is None else other in listed

    def may_call(self, name: str) -> bool:
        """Whether an agent has the tool for calls."""
        agent = self.first(name)
        tools = None if agent is None else agent.tool_names
        if not self.claude:
            return calls_agents(tools)
        return tools is None or any(bare(tool) in CALLS for tool in tools)

    def has_tool(self, name: str, tool: str, *, inside: bool) -> bool:
        """Whether an agent can use a tool (R4, R21); `inside`: it runs as a subagent."""
        agent = self.first(name)
        if self.claude:
            return _claude_has(agent, tool, inside) and not self.is_denied(name, tool)
        if inside and tool in _OFF_IN_SUBAGENTS:
            return False
        tools = None if agent is None else agent.tool_names
        if tools is None or is_offered(tool, tools):
            return True
        return self.copilot and is_on(tool, tools)

    def is_denied(self, name: str, tool: str) -> bool:
        """Whether a project's settings deny a tool to an agent, or a call as `Agent(...)` (R24).
        Agents of a plugin are judged as other projects have them."""
        agent = self.first(name) if self.refused else None
        if agent is not None and agent.family == "plugin":
            return False
        return any(
            tool == each or ("*" in each and "(" not in each and fnmatchcase(tool, each))
            for each in self.refused
        )

    def is_barred(self, caller: str, name: str) -> bool:
        """Whether the settings deny the call of an agent by another (R24)."""
        return self.is_denied(caller, "Agent") or self.is_denied(caller, f"Agent({name})")

    def is_shut(self, name: str, skill: str) -> bool:
        """Whether a project's settings deny a skill to an agent; agents of a plugin aren't
        affected."""
        agent = self.first(name)
        return skill in self.shut and (agent is None or agent.family != "plugin")

    # --- Claude Code (§5.2) -----------------------------------------------------------------------

    def exists(self, name: str, caller: str) -> bool:
        """Whether a call finds an agent (R5, R22). Agents of a project and of a plugin in it don't
        know each other's names (§1.2, F5); the main agent knows all."""
        if not self.claude:
            return name in self.known
        agent = self.first(caller)
        return name in CLAUDE or name in (self.known if agent is None else self.own[agent.family])

    def lists(self, name: str, other: str) -> bool:
        """Whether the main agent can call another, by the list in its `Agent(...)` (R22)."""
        named = self.named_by(name)
        return named is None or other in named

    def named_by(self, name: str) -> frozenset[str] | None:
        """The names in the main agent's `Agent(...)`; None if it can call all (R22)."""
        agent = self.first(name)
        entries = agent.tool_names if agent is not None and agent.tool_names is not None else ()
        listed = [each for each in entries if bare(each) in CALLS]
        within = [each.partition("(")[2].rstrip(")") for each in listed if "(" in each]
        if len(within) < len(listed) or not listed:
            return None
        return frozenset(part.strip() for each in within for part in each.split(","))

    def is_armed(self, name: str) -> bool:
        """Whether an agent with a list of tools has one that can exist (§4.2)."""
        agent = self.first(name)
        tools = None if agent is None or not self.claude else agent.tool_names
        return not tools or any(bare(tool) in self.tools or _may_exist(tool) for tool in tools)


def cast_of(team: Team, options: Mapping[str, Any]) -> Cast:
    """The cast of a session."""
    agents = [each for each in team.agents if not (each.header.fault or each.documentation)]
    by_file = options["identity"] == "file"
    mode = mode_of(options["harness"])
    claude = mode == "claude"
    if mode == "files":
        claude = not any(each.family == "vscode" for each in agents)
    named = _claude_names(agents) if claude else _vscode_names(team, agents, by_file)
    known: dict[str, Agent] = {}
    visible: dict[str, Agent] = {}
    own: dict[str, set[str]] = {}
    for name, agent in named:
        if name not in known:
            known[name] = agent
        if agent.invocable and name not in visible:
            visible[name] = agent
        if claude:
            own.setdefault(agent.family, set()).add(name)
    nesting = options["nesting"]
    copilot = not claude and options.get("sessions") == "copilot"
    return Cast(
        claude,
        known,
        visible,
        own,
        autopilot=options["permission"] == "autopilot",
        nesting=copilot or (team.nested if nesting == "settings" else nesting == "true"),
        depth=options["depth"] or (_CLAUDE_DEPTH if claude else _VSCODE_DEPTH),
        most_turns=options["max-turns"],
        tools=frozenset(options["known-tools"]),
        refused=tuple(_refused(team)),
        skills=tuple(dict.fromkeys(_skills(team, claude))),
        shut=frozenset(_shut(team)) if claude else frozenset(),
        copilot=copilot,
        shown={} if copilot else dict(_shown(visible)),
    )


def _shown(visible: Mapping[str, Agent]) -> Iterator[tuple[str, Buttons]]:
    """The buttons of each agent: VS Code honors handoffs in files of Claude Code, too (§3.2)."""
    for name, agent in visible.items():
        if name not in BUILT_IN and agent.target != "github-copilot":
            handoffs = tuple(each for each in agent.handoffs if each.survives)
            labels = tuple(each.label or "" for each in handoffs)
            first: dict[str, Handoff] = {}
            for label, handoff in zip(labels, handoffs, strict=True):
                first.setdefault(label, handoff)
            sending = next((each for each in handoffs if each.send), None)
            yield name, Buttons(handoffs, labels, first, sending)


def _refused(team: Team) -> Iterator[str]:
    """The tools and agents that a project's settings deny as a whole."""
    for each in team.around.permissions:
        if each.effect == "deny":
            tool = "Agent" if each.tool in CALLS else each.tool
            if each.argument is None:
                yield tool
            elif tool == "Agent":
                yield f"Agent({each.argument})"


def _skills(team: Team, claude: bool) -> Iterator[str]:
    """The skills of a team that models can use, in the folders that the harness searches."""
    return (each.name for each in team.around.skills if not (each.hidden or each.shared == claude))


def _shut(team: Team) -> Iterator[str]:
    """The skills that a project's settings deny."""
    for each in team.around.permissions:
        if each.effect == "deny" and each.tool == "Skill" and each.argument:
            yield each.argument.removesuffix(" *")


def main_agent(options: Mapping[str, Any]) -> str:
    """The agent with which a session of Claude Code starts (R20)."""
    named: str = options["agent"]
    return named or MAIN


def _vscode_names(team: Team, agents: list[Agent], by_file: bool) -> Iterator[tuple[str, Agent]]:
    """Agents that VS Code discovers, those of `.github` first."""
    home = join(team.target.folder, ".claude/agents")
    for agent in agents:
        flat = agent.family == "claude" and split(agent.path)[0] == home
        if (agent.family == "vscode" and agent.discovered) or flat:
            yield (agent.stem if by_file or not agent.title else agent.title), agent


def _claude_names(agents: list[Agent]) -> Iterator[tuple[str, Agent]]:
    for agent in agents:
        if agent.family in ("claude", "plugin") and not agent.guessed:
            yield agent.title or agent.stem, agent


def _claude_has(agent: Agent | None, tool: str, inside: bool) -> bool:
    if inside and tool in NEVER:
        return False
    if agent is None:
        return True
    denied = {present(word.text) for word in agent.denied or ()}
    granted = agent.tool_names
    tool = present(tool)
    return tool not in denied and (granted is None or tool in map(present, granted))


def _may_exist(tool: str) -> bool:
    """Whether an entry can be a tool of Claude Code, of a server, or a new one."""
    name = bare(tool)
    if is_pattern(tool):
        return True
    return name[:1].isupper() and name.isalpha() and name.isascii()
