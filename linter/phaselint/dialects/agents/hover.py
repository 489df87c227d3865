"""Hints for an author of agents in the editor (reference §4, §7.9)."""

from __future__ import annotations

import re

from phaselint.dialects.agents.analysis.offers import automatic, offered
from phaselint.dialects.agents.analysis.reaching import told
from phaselint.dialects.agents.analysis.scope import SHIPPED_TO_PEOPLE
from phaselint.dialects.agents.names import BUILT_IN, SHIPPED
from phaselint.dialects.agents.names import CLAUDE as CLAUDE_AGENTS
from phaselint.dialects.agents.reading.lists import inside
from phaselint.dialects.agents.tables import claude, vscode
from phaselint.dialects.agents.tools import CALLS, NEVER, bare
from phaselint.dialects.hover import Hint, Inside, Insight, Offer
from phaselint.vocabulary.finding import Place, Range
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.symbols import SymbolKind
    from phaselint.vocabulary.finding import Pointer

_CLAUDE = ("claude", "plugin")
_IN_BODY = re.compile(r"#tool:([\w\-./]*)\Z")
_IN_PARENTHESES = re.compile(r"(?:\A|,)\s*(?:Agent|Task)\((?:[^()]*,)?\s*([^(),]*)\Z")
_AFTER_COMMA = re.compile(r"(?:\A|,)\s*([^(),]*)\Z")
_TOOLS = ("tools", "disallowedTools")


class AgentsInsight(Insight):
    """Insight into a team."""

    def __init__(self, facts: AgentsFacts) -> None:
        self._facts = facts
        team = facts.contract
        self._files = {each.file: each for each in (*team.agents, *team.prompts)}

    # --- about agents -----------------------------------------------------------------------------

    def tools(self, phase: str) -> tuple[str, ...] | None:
        """The tools in the header of an agent; None if it has all."""
        agent = self._called(phase)
        return None if agent is None else agent.tool_names

    def about(self, phase: str) -> Iterator[str]:
        """Where people and models can choose an agent, and the effects of its handoffs."""
        facts, scope = self._facts, self._facts.scope
        agent = self._called(phase)
        if agent is None:
            yield from _shipped(phase)
            return
        if agent.family != "vscode":
            yield self._callers(phase)
            yield from told(facts, agent)
            return
        if not agent.invocable:
            yield "hidden from people: not in any picker, and handoffs can't reach it"
        listing = [
            quote(scope.name(each))
            for each in scope.members
            if phase in [word.text for word in each.agents or ()] and agent in offered(scope, each)
        ]
        everybody = [] if agent.blocked else ["every agent without a list"]
        yield f"offered as a subagent by: {', '.join([*everybody, *listing]) or 'no agent'}"
        prompts = [quote(each.file) for each in facts.prompts if each.asked == phase]
        if prompts:
            yield f"asked for by: {', '.join(prompts)}"
        handoff = automatic(agent)
        if handoff is not None:
            yield f"with Autopilot on, {quote(handoff.target or '')} takes over automatically"
        yield from told(facts, agent)

    def _callers(self, name: str) -> str:
        """The agents that can call an agent of Claude Code (§4.3): a list counts only for the main
        agent."""
        listing = [
            quote(self._facts.name(each))
            for each in self._facts.claude
            for tool in each.tools or ()
            if bare(tool.text) in CALLS
            and name in [word.text for word in inside(self._facts.document(each), tool)]
        ]
        who = ", ".join(["the main agent", *dict.fromkeys(listing)])
        return f"called by: {who}, and any agent below that has `Agent`"

    def _called(self, name: str) -> Agent | None:
        found = self._facts.scope.first.get(name)
        if found is not None:
            return found
        named = (each for each in self._facts.claude if self._facts.name(each) == name)
        return next(named, None)

    def hints(self, file: str) -> Iterator[Hint]:
        """The name of an agent without `name`, and the automatic handoff."""
        agent = self._files.get(file)
        if agent is None or not agent.usable or agent.family == "prompt":
            return
        if not agent.title and agent.header.present:
            document = self._facts.document(agent)
            fence = Range(document.position(0), document.position(len("---")))
            why = "no `name`: the file name is used"
            yield Hint(Place(file, (), "value", fence), f"name: {agent.stem}", why)
        handoff = automatic(agent)
        if handoff is not None:
            place = Place(file, (*handoff.pointer, "send"))
            yield Hint(place, "sent automatically", "the first `send: true`, with Autopilot on")

    # --- what can be at a place -------------------------------------------------------------------

    def names(self, kind: SymbolKind, file: str, pointer: Pointer) -> Iterator[Offer]:
        """Built-in agents and those from outside, tools, and skills."""
        agent = self._files.get(file)
        if agent is None:
            return
        if kind == "skill":
            yield from (Offer(name, "skill of the project") for name in self._facts.contract.skills)
        elif kind == "tool":
            yield from self._tools(agent)
        elif kind == "phase" and pointer != ("name",):
            shipped = SHIPPED if pointer[:1] == ("agents",) else SHIPPED_TO_PEOPLE
            yield from (Offer(name, "built into VS Code") for name in shipped)
            outside = self._facts.options["external"]
            yield from (Offer(name, "from outside the project") for name in outside)

    def fits(self, kind: SymbolKind, name: str, _file: str, pointer: Pointer) -> bool:
        """Handoffs and prompts point to agents that people can pick, lists to all agents that VS
        Code reads."""
        if kind != "phase" or pointer == ("name",):
            return True
        scope = self._facts.scope
        return name in (scope.first if pointer[:1] == ("agents",) else scope.visible)

    def inside(self, file: str, pointer: Pointer, before: str) -> Inside | None:
        """Names between commas, agents in the parentheses of `Agent(...)`, and tools after `#tool:`
        in a body."""
        agent = self._files.get(file)
        if agent is None:
            return None
        if not pointer:
            found = _IN_BODY.search(before)
            return Inside(found[1], tuple(_of_vscode())) if found else None
        claude = agent.family in _CLAUDE
        called = _IN_PARENTHESES.search(before) if claude and pointer[0] == "tools" else None
        if called:
            return Inside(called[1], tuple(self._callable(agent)), ")")
        entry = _AFTER_COMMA.search(before) if len(pointer) == 1 else None
        if entry and pointer[0] in _TOOLS:
            return Inside(entry[1], tuple(self._tools(agent)))
        if entry and claude and pointer[0] == "skills":
            return Inside(entry[1], tuple(self.names("skill", file, pointer)))
        return None

    def _tools(self, agent: Agent) -> Iterator[Offer]:
        """The tools of a file's harness, and those in the options."""
        yield from _of_claude() if agent.family in _CLAUDE else _of_vscode()
        yield from (Offer(name, "known tool") for name in self._facts.options["known-tools"])

    def _callable(self, agent: Agent) -> Iterator[Offer]:
        own = self._facts.claude_scopes[agent.family].names
        yield from (Offer(name, "agent") for name in own)
        yield from (Offer(name, "built into Claude Code") for name in CLAUDE_AGENTS)


def _shipped(name: str) -> Iterator[str]:
    """A description of an agent that isn't defined in the team's files."""
    if name in (*BUILT_IN, *SHIPPED):
        yield "built into VS Code"
    if name in CLAUDE_AGENTS:
        yield "built into Claude Code"


def _of_claude() -> Iterable[Offer]:
    """The tools of Claude Code that agents may be given."""
    return (Offer(name, "tool of Claude Code") for name in claude.PRESENT if name not in NEVER)


def _of_vscode() -> Iterator[Offer]:
    """The sets of tools of VS Code, and the tools, except for those removed or off by default."""
    shown = (name for name in vscode.SETS if name not in vscode.HIDDEN)
    yield from (Offer(name, "all tools of the set") for name in shown)
    live = (tool for tool in vscode.TOOLS if not tool.last and not tool.setting)
    yield from (Offer(tool.name, "tool of VS Code") for tool in live)
