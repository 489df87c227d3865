"""How the executor shows that an agent does not have a tool."""

from __future__ import annotations

from phaselint.dialects.agents.words import spoken
from phaselint.executor.driving import data_of
from phaselint.executor.proof import by_replay
from phaselint_rules.agents.proofs.stages import is_stopped, setting_of, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.protocol import Event
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof


def refused(lab: Lab[AgentsFacts], finding: Finding) -> Proof:
    """The agent works and is refused the tool."""
    data = data_of(finding)
    agent, tool, claude = data["agent"], data["tool"], bool(data["claude"])

    def shows(events: Sequence[Event]) -> bool:
        wanted = {"tool": tool, "allowed": False, "in": agent}
        return any(event.kind == "tool" and event.data == wanted for event in events)

    choices = [*words(lab, claude, agent), spoken("tool", tool)]
    setting = setting_of(claude, agent)
    return by_replay(lab, f"use {tool}", choices, shows, setting=setting, cut_off=is_stopped)


def unarmed(lab: Lab[AgentsFacts], finding: Finding) -> Proof:
    """The agent is not even started."""
    agent = data_of(finding)["agent"]

    def shows(events: Sequence[Event]) -> bool:
        wanted = {"agent": agent, "reason": "no-usable-tool"}
        return any(event.kind == "start-refused" and event.data == wanted for event in events)

    def cut_off(events: Sequence[Event]) -> str:
        started = any(event.kind == "active" for event in events)
        return "a tool of this name may be there" if started else ""

    setting = setting_of(True, agent)
    return by_replay(lab, f"start {agent}", (), shows, setting=setting, cut_off=cut_off)
