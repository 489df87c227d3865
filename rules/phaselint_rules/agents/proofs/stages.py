"""How an agent is made to work, for the runs that show something about it."""

from __future__ import annotations

from phaselint.dialects.agents.words import spoken
from phaselint.executor.proof import PLAIN, RunInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.records import Choice, Event
    from phaselint.executor.proof import ProofContext


def at_work(facts: AgentsFacts, name: str) -> list[Choice]:
    """The words after which an agent of VS Code works: people pick it, or the agent that offers it
    calls it."""
    agent = facts.scope.first.get(name)
    offers = facts.reached.get(agent.file) if agent is not None else None
    if offers is None or offers.depth != 1:
        return [spoken("pick", name), spoken("send")]
    return [spoken("pick", offers.by), spoken("send"), spoken("subagent", name)]


def written(facts: AgentsFacts, name: str, *, claude: bool) -> tuple[Agent, ...]:
    """The readable agents of a name, in the harness that a finding is about."""
    return facts.called.get((name, claude), ())


def setting_of(claude: bool, name: str) -> RunInput:
    """The start of a run of an agent; an agent of Claude Code is the main agent."""
    return RunInput(options={"harness": "claude", "agent": name}) if claude else PLAIN


def words(lab: ProofContext[AgentsFacts], claude: bool, name: str) -> list[Choice]:
    """The words after which an agent works in that setting."""
    return [] if claude else at_work(lab.facts, name)


def picked(claude: bool, name: str) -> list[Choice]:
    """The words after which an agent works that people can pick."""
    return [] if claude else [spoken("pick", name), spoken("send")]


def is_stopped(events: Sequence[Event]) -> str:
    """Why an agent didn't work, in words; empty if it did."""
    for event in events:
        if event.kind == "pick-refused":
            return f"people can't pick `{event.data['agent']}`"
        if event.kind in ("subagent-refused", "start-refused"):
            return f"`{event.data['agent']}` isn't called: {event.data['reason']}"
    return ""
