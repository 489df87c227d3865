"""How the executor shows that a call of a subagent is refused."""

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


def not_found(lab: Lab[AgentsFacts], finding: Finding) -> Proof:
    """The name that is listed is called, and nobody has it."""
    return _refused(lab, finding, "not-found")


def no_tool(lab: Lab[AgentsFacts], finding: Finding) -> Proof:
    """An agent that is listed is called, without the tool for it."""
    return _refused(lab, finding, "no-agent-tool")


def _refused(lab: Lab[AgentsFacts], finding: Finding, reason: str) -> Proof:
    data = data_of(finding)
    agent, name, claude = data["agent"], data["calls"], bool(data["claude"])

    def shows(events: Sequence[Event]) -> bool:
        wanted = {"agent": name, "reason": reason}
        return any(
            event.kind == "subagent-refused" and (event.data, event.phase) == (wanted, agent)
            for event in events
        )

    choices = [*words(lab, claude, agent), spoken("subagent", name)]
    setting = setting_of(claude, agent)
    return by_replay(lab, f"call {name}", choices, shows, setting=setting, cut_off=is_stopped)
