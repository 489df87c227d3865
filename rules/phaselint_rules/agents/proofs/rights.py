"""How the executor shows that an agent gains rights that it doesn't have."""

from __future__ import annotations

from phaselint.dialects.agents.words import spoken
from phaselint.executor.proof import RunInput, by_replay, data_of
from phaselint_rules.agents.proofs.stages import at_work, is_stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.records import Event
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


def gained(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The agent is refused the tool; the agents that it calls, one after another, are granted
    it."""
    data = data_of(finding)
    agent, chain, tool, claude = data["agent"], data["chain"], data["tool"], bool(data["claude"])
    options = {"harness": "claude", "agent": agent} if claude else {}
    # whether subagents can call others is also a setting of users
    setting = RunInput(options={**options, "nesting": "true"} if len(chain) > 1 else options)
    before = [] if claude else at_work(lab.facts, agent)
    use = spoken("tool", tool)
    choices = [*before, use, *(spoken("subagent", name) for name in chain), use]

    def shows(events: Sequence[Event]) -> bool:
        used = [(e.phase, e.data["allowed"]) for e in events if e.kind == "tool"]
        called = [e.data["agent"] for e in events if e.kind == "subagent-start"]
        return used == [(agent, False), (chain[-1], True)] and called == [*chain]

    def cut_off(events: Sequence[Event]) -> str:
        return is_stopped(events)

    return by_replay(lab, f"{agent} gains {tool}", choices, shows, setting=setting, cut_off=cut_off)
