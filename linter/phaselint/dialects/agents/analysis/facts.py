"""The facts about a team for the rules, computed on demand (reference §4, §6)."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.offers import Offers, auto_send_cycles, reached
from phaselint.dialects.agents.analysis.scope import ClaudeScope, Scope
from phaselint.dialects.agents.harnesses import wanted
from phaselint.dialects.agents.places import place
from phaselint.dialects.agents.surroundings import NOTHING
from phaselint.document.markdown import FENCE
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.finding import WHOLE_FILE, Place, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.agents.model import Agent, Handoff, Team, Word
    from phaselint.document import Document
    from phaselint.machine.certificate import Certificate, Stuck
    from phaselint.machine.model import Machine
    from phaselint.vocabulary.finding import Part

VSCODE_DEPTH = 6
"""VS Code's limit of nested calls (§4.3)."""


CLAUDE_DEPTH = 3
"""Claude Code's limit of nested calls."""


class AgentsFacts:
    """A team, the effective options, and what follows from them."""

    def __init__(self, contract: Team, options: Mapping[str, Any], bound: int) -> None:
        self.wanted = wanted(options["harness"])
        """The harnesses that the options select."""
        mode = self.wanted.mode
        words = tuple(sorted(self.wanted.words))
        identity = options["identity"]
        self.contract = contract._replace(harness=mode, identity=identity, harnesses=words)
        self.options = {**options, "harness": mode}
        self.bound = bound

    # --- files --------------------------------------------------------------------------------

    @cached_property
    def vscode(self) -> tuple[Agent, ...]:
        """The readable agents of VS Code and Copilot."""
        return tuple(self._of("vscode"))

    @cached_property
    def claude(self) -> tuple[Agent, ...]:
        """The readable agents of Claude Code, including those of plugins."""
        return (*self._of("claude"), *self._of("plugin"))

    @cached_property
    def prompts(self) -> tuple[Agent, ...]:
        """The readable prompts."""
        found = self.contract.prompts if self.options["harness"] != "claude" else ()
        return tuple(each for each in found if each.usable)

    @property
    def all(self) -> tuple[Agent, ...]:
        """The readable agents and prompts."""
        return (*self.vscode, *self.claude, *self.prompts)

    @property
    def files(self) -> Iterator[Agent]:
        """All files of the selected harness, readable or not."""
        harness = self.options["harness"]
        for each in (*self.contract.agents, *self.contract.prompts):
            claude = each.family in ("claude", "plugin")
            if harness == "files" or claude == (harness == "claude"):
                yield each

    @cached_property
    def by_file(self) -> Mapping[str, Agent]:
        """The agents and prompts, by their documents."""
        return {each.file: each for each in (*self.contract.prompts, *self.contract.agents)}

    @cached_property
    def active(self) -> frozenset[str]:
        """The harnesses for which the team has a file."""
        found = (self.wanted.of_agent(each) for each in self.by_file.values())
        return frozenset().union(*found)

    @cached_property
    def scope(self) -> Scope:
        """The names available in VS Code."""
        return Scope(self.contract, self.options)

    @cached_property
    def claude_scopes(self) -> Mapping[str, ClaudeScope]:
        """The names available in Claude Code, by family."""
        families = ("claude", "plugin")
        return {each: ClaudeScope(self.contract, each, self.options) for each in families}

    @cached_property
    def denied_agents(self) -> Mapping[str, str]:
        """Name of an agent that the settings don't let any agent of the project call → the file
        that says so; `*` means all."""
        return self.contract.around.denied_agents

    @cached_property
    def denied_tools(self) -> tuple[str, ...]:
        """The tools that the settings deny to all agents of the project."""
        return self.contract.around.denied_tools

    @cached_property
    def claude_by_name(self) -> Mapping[str, Mapping[str, Agent]]:
        """The first agent of each name, by family, as Claude Code knows them."""
        scopes = self.claude_scopes.items()
        return {
            family: {scope.name(each): each for each in reversed(scope.members)}
            for family, scope in scopes
        }

    def name(self, agent: Agent) -> str:
        """The name of an agent in its harness."""
        if agent.family == "vscode":
            return self.scope.name(agent)
        return agent.title or agent.stem

    @cached_property
    def called(self) -> Mapping[tuple[str, bool], tuple[Agent, ...]]:
        """Name, and whether it is one of Claude Code → the agents of that harness with this
        name."""
        found: dict[tuple[str, bool], list[Agent]] = {}
        for agents, claude in ((self.vscode, False), (self.claude, True)):
            for each in agents:
                found.setdefault((self.name(each), claude), []).append(each)
        return {key: tuple(some) for key, some in found.items()}

    @cached_property
    def labels(self) -> Mapping[tuple[str, str], int]:
        """The file of an agent and a label → how many of its buttons have it."""
        found: dict[tuple[str, str], int] = {}
        for agent, handoff in self.handoffs:
            if handoff.survives:
                key = (agent.file, handoff.label or "")
                found[key] = found.get(key, 0) + 1
        return found

    def _of(self, family: str) -> Iterator[Agent]:
        wanted = {"files": family, "vscode": "vscode"}.get(self.options["harness"], "claude")
        if wanted == family or (wanted == "claude" and family == "plugin"):
            yield from (
                each for each in self.contract.agents if each.family == family and each.usable
            )

    # --- places -------------------------------------------------------------------------------

    def document(self, agent: Agent) -> Document:
        """The document of an agent."""
        return self.contract.documents[agent.file]

    def at(self, agent: Agent, *keys: str | int, part: Part = "value") -> Place:
        """A place in a header."""
        return place(self.contract, agent, *keys, part=part)

    def opening(self, agent: Agent) -> Place:
        """Where a missing key belongs: the opening line of the header; the start of a file without
        a header."""
        if not agent.header.present:
            return Place(agent.file, (), "document", WHOLE_FILE)
        return self.span(agent, 0, len(FENCE))

    def name_place(self, agent: Agent) -> Place:
        """Where an agent's name is (§7)."""
        return self.at(agent, "name") if agent.title else self.opening(agent)

    def span(self, agent: Agent, start: int, end: int) -> Place:
        """A range of a file."""
        document = self.document(agent)
        found = Range(document.position(start), document.position(end))
        return Place(agent.file, (), "value", found)

    def word_place(self, agent: Agent, word: Word) -> Place:
        """The place of a list entry, or of part of it."""
        if word.start < 0:
            return self.at(agent, *word.pointer)
        return self.span(agent, word.start, word.end)._replace(pointer=word.pointer)

    def file_place(self, agent: Agent) -> Place:
        """The file as a whole."""
        return Place(agent.file, (), "document", WHOLE_FILE)

    # --- runs ---------------------------------------------------------------------------------

    @property
    def runs_known(self) -> bool:
        """Whether all agents are readable, which makes the effects of runs known."""
        return not any(each.header.fault for each in self.contract.agents if each.discovered)

    def explained(self, kind: str, /) -> frozenset[str]:
        """Files with a problem that a rule of this dialect explains: unclosed headers. A tag is a
        plain string to VS Code, and isn't one of the project's in Claude Code."""
        if kind == "unknown-tag":
            return frozenset(self.contract.documents)
        files = (each for each in self.files if each.header.fault == "unclosed")
        return frozenset(each.file for each in files if kind == "syntax-error")

    def certificates(self) -> Iterable[tuple[Machine, Certificate | Stuck]]:
        """The analysis never searches the machine."""
        return ()

    # --- references and offers ------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether the project contains all agents."""
        return bool(self.options["closed"])

    @property
    def nesting(self) -> bool:
        """Whether subagents can call subagents in VS Code."""
        said = self.options["nesting"]
        return self.contract.nested if said == "settings" else said == "true"

    @property
    def depth(self) -> int:
        """The limit of nested calls in VS Code."""
        return self.options["depth"] or VSCODE_DEPTH

    @property
    def claude_depth(self) -> int:
        """The limit of nested calls in Claude Code."""
        return self.options["depth"] or CLAUDE_DEPTH

    @property
    def offers_known(self) -> bool:
        """Whether all offers are known: one unreadable file could offer any agent."""
        return self.scope.complete

    @property
    def rights_asked(self) -> bool:
        """Whether the configuration enables checks of rights."""
        return bool(self.options["rights"] == "true")

    @property
    def has_surroundings(self) -> bool:
        """Whether there are settings, skills, commands, hooks or servers next to the agents."""
        return self.contract.around is not NOTHING

    @property
    def has_hooks(self) -> bool:
        """Whether there are hooks, in files next to the agents or in their headers."""
        headers = (each.header.value for each in (*self.vscode, *self.claude))
        return bool(self.contract.around.hooks) or any("hooks" in each for each in headers)

    @cached_property
    def reached(self) -> Mapping[str, Offers]:
        """The files of the reachable agents, and how they are reached."""
        return reached(self.scope)

    def offers(self, agent: Agent) -> Offers | None:
        """The shortest path to an agent, or to another of the same name, because a reference to the
        name reaches one of them. None if there isn't a path."""
        return self._nearest.get(self.scope.name(agent))

    @cached_property
    def _nearest(self) -> Mapping[str, Offers]:
        """The shortest path to the agents of each name."""
        found: dict[str, Offers] = {}
        for agent in self.scope.members:
            name, offers = self.scope.name(agent), self.reached.get(agent.file)
            if offers is not None and (name not in found or offers.depth < found[name].depth):
                found[name] = offers
        return found

    @cached_property
    def laps(self) -> tuple[tuple[Agent, ...], ...]:
        """The cycles of agents with automatic handoffs."""
        return tuple(auto_send_cycles(self.scope))

    @cached_property
    def handoffs(self) -> tuple[tuple[Agent, Handoff], ...]:
        """The handoffs of agents that VS Code discovers."""
        agents = (each for each in self.vscode if each.discovered and each.hands_off)
        return tuple((agent, handoff) for agent in agents for handoff in agent.handoffs)
