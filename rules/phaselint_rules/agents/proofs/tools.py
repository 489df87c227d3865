"""How the executor shows that an agent doesn't have the tool that it means."""

from __future__ import annotations

from phaselint.dialects.agents.enabling import aliases, enabling
from phaselint.dialects.agents.tools import CLAUDE, bare
from phaselint.dialects.agents.words import spoken
from phaselint.executor.proof import data_of
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.suggest import distance
from phaselint_rules.agents.proofs.stages import is_stopped, picked, setting_of, words, written
from phaselint_rules.agents.proofs.twins import alone, by_replay_beside, changed, is_elsewhere

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.records import Event
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


def meant(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The agent doesn't name the tool that it is refused, but a similar one; because of that entry
    of `tools`, regardless of the others."""
    data = data_of(finding)
    agent, named, tool, claude = data["agent"], data["named"], data["tool"], bool(data["claude"])
    agents = written(lab.facts, agent, claude=claude)
    if named not in {word.text for each in agents for word in each.tools or ()}:
        return Proof("refuted", "replay", None, "the agent doesn't name this tool")
    spelling = bare(named) if claude else named
    if not _is_slip(spelling, tool, CLAUDE if claude else (*enabling(), *aliases())):
        return Proof("refuted", "replay", None, "the agent's entry isn't similar to this tool")

    def shows(events: Sequence[Event]) -> bool:
        wanted = {"tool": tool, "allowed": False, "in": agent}
        return any(event.kind == "tool" and event.data == wanted for event in events)

    def cut_off(events: Sequence[Event]) -> str:
        granted = any(event.kind == "tool" and event.data["allowed"] for event in events)
        if granted:
            return f"another entry grants `{tool}`"
        return is_stopped(events) if claude else is_elsewhere(events, finding.place.file)

    return by_replay_beside(
        lab,
        f"use {tool}",
        [*words(lab, claude, agent), spoken("tool", tool)],
        shows,
        _working(lab, finding, agent, named, claude=claude),
        anew=[*picked(claude, agent), spoken("tool", tool)],
        setting=setting_of(claude, agent),
        cut_off=cut_off,
    )


def _is_slip(name: str, tool: str, known: Collection[str]) -> bool:
    """Whether a name isn't known, but similar to a known one."""
    slipped = name.lower() == tool.lower() or 0 < distance(name, tool, 3) < 3
    return slipped and name not in known and tool in known


def _working(
    lab: ProofContext[AgentsFacts], finding: Finding, name: str, only: str, *, claude: bool
) -> Iterator[ProofContext[AgentsFacts]]:
    """The team in which an agent is the only one of its name and people can pick it, with just one
    entry of `tools`, and one with which Claude Code starts it."""
    file, tool = finding.place.file, data_of(finding)["tool"]

    def change(agent: Agent) -> Agent:
        tools = [word for word in agent.tools or () if word.text == only]
        if claude:
            tools += [word._replace(text="Grep" if tool == "Read" else "Read") for word in tools]
        return agent._replace(tools=tuple(tools), invocable=True)

    if any(each.file == file for each in written(lab.facts, name, claude=claude)):
        yield changed(alone(lab, name, file, claude=claude), file, change)
