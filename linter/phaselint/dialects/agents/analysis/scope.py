"""The names available in each place (reference §1.2 F5, §4.1)."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.near import Names, plain
from phaselint.dialects.agents.names import BUILT_IN, CLAUDE, COPILOT, SHIPPED, SHIPPED_VISIBLE
from phaselint.project.paths import split
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from typing import Any

    from phaselint.dialects.agents.analysis.near import Near
    from phaselint.dialects.agents.model import Agent, Team

SHIPPED_TO_MODELS = frozenset((*BUILT_IN, *SHIPPED, *COPILOT))
SHIPPED_TO_PEOPLE = (*BUILT_IN, *SHIPPED_VISIBLE)


class Scope:
    """The agents that VS Code reads together: those it discovers, and those directly in
    `.claude/agents`.

    Attributes:
        members: the agents, in the order of name lookup.
        own: those of them written for VS Code.
        complete: whether all files that VS Code searches are readable.
    """

    def __init__(self, team: Team, options: Mapping[str, Any]) -> None:
        self._by_file = options["identity"] == "file"
        self._external = frozenset(options["external"])
        flat = [agent for agent in team.agents if _is_flat(team, agent)]
        own = [each for each in team.agents if each.family == "vscode"]
        self.own = tuple(each for each in own if each.usable and each.discovered)
        self.members = (*self.own, *(each for each in flat if each.usable))
        unsure = [each for each in (*own, *flat) if not (each.usable and each.discovered)]
        guessed = (name for each in unsure for name in (self.name(each), each.stem, *each.guessed))
        self._unsure = frozenset((*guessed, *team.linked))
        self._unread = frozenset(plain(each.stem) for each in unsure if each.header.fault)
        self._lost = not team.seen or any(each.lost for each in unsure)
        self.complete = team.seen and not any(
            each.header.fault for each in (*own, *flat) if each.discovered
        )

    def name(self, agent: Agent) -> str:
        """The name of an agent."""
        return agent.stem if self._by_file else agent.title or agent.stem

    @cached_property
    def first(self) -> Mapping[str, Agent]:
        """The agent with a name, among all."""
        return _firsts(self, self.members)

    @cached_property
    def visible(self) -> Mapping[str, Agent]:
        """The agent with a name, among those that people can pick."""
        return _firsts(self, (each for each in self.members if each.invocable))

    def silent(self, name: str) -> bool:
        """Whether a name can't be judged: an agent outside the project, or an unreliable file,
        could have it (§2.3, §7.7)."""
        if self._lost or name in self._external or name in self._unsure:
            return True
        return bool(self._unread) and plain(name) in self._unread

    def for_people(self, name: str) -> bool:
        """Whether a handoff or a prompt finds this agent (§4.1)."""
        return name in self.visible or name in SHIPPED_TO_PEOPLE

    def comes_hidden(self, name: str) -> bool:
        """Whether only a hidden built-in agent of VS Code has this name: `Explore`."""
        return name in SHIPPED and name not in SHIPPED_VISIBLE and name not in self.first

    def for_models(self, name: str) -> bool:
        """Whether an entry of `agents` names an existing agent."""
        return name in self.first or name in SHIPPED_TO_MODELS or name == "*" or ":" in name

    def near(self, name: str, *, to_people: bool) -> Near | None:
        """The name probably intended."""
        return (self._people if to_people else self._models).near(name)

    @cached_property
    def _people(self) -> Names:
        return Names((*self.first, *SHIPPED_TO_PEOPLE), self._stems)

    @cached_property
    def _models(self) -> Names:
        return Names(self.first, self._stems)

    @cached_property
    def _stems(self) -> Mapping[str, str]:
        return {each.stem: self.name(each) for each in self.members}


class ClaudeScope:
    """The agents of Claude Code that can call each other: those of a project, or of a plugin."""

    def __init__(self, team: Team, family: str, options: Mapping[str, Any]) -> None:
        self._all = tuple(each for each in team.agents if each.family == family)
        self.members = tuple(each for each in self._all if each.usable and not each.guessed)
        guessed = {name for each in self._all for name in each.guessed}
        above = team.above if family == "claude" else ()
        self._silent = frozenset((*options["external"], *above, *team.linked, *CLAUDE, *guessed))
        self._unread = frozenset(plain(each.stem) for each in self._all if each.header.fault)
        self._lost = not team.seen or any(each.lost for each in self._all)

    @staticmethod
    def name(agent: Agent) -> str:
        """The name of an agent."""
        return agent.title or agent.stem

    @cached_property
    def names(self) -> Collection[str]:
        """Their names."""
        return dict.fromkeys(self.name(each) for each in self.members).keys()

    def knows(self, name: str) -> bool:
        """Whether a name in `Agent(...)` can exist; names of plugins aren't checked."""
        if self._lost or name in self.names or name in self._silent or ":" in name:
            return True
        return bool(self._unread) and plain(name) in self._unread

    def near(self, name: str) -> Near | None:
        """The name probably intended."""
        return self._near.near(name)

    @cached_property
    def _near(self) -> Names:
        return Names(self.names, {each.stem: self.name(each) for each in self.members})


def _firsts(scope: Scope, agents: Iterable[Agent]) -> Mapping[str, Agent]:
    found: dict[str, Agent] = {}
    for each in agents:
        found.setdefault(scope.name(each), each)
    return found


def _is_flat(team: Team, agent: Agent) -> bool:
    home = f"{team.target.folder}/.claude/agents".lstrip("/")
    return agent.family == "claude" and split(agent.path)[0] == home
