"""How the executor shows that an agent never works."""

from __future__ import annotations

from phaselint.dialects.agents.names import BUILT_IN
from phaselint.executor.proof import RunInput, data_of, never
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.agents.proofs.stages import ANOTHER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


@by("explore")
def unreachable(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The agent is never reached, with or without nested calls of subagents."""
    return _never(lab, finding, {"nesting": "true"})


@by("explore")
def without_nesting(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The agent is never reached with the current settings; the named subagent offers it."""
    data, scope = data_of(finding), lab.facts.scope
    agent = scope.first.get(data["agent"])
    offers = None if agent is None else lab.facts.offers(agent)
    if offers is None or offers.by != data.get("by"):
        return Proof(
            "unproved", "explore", None, "an agent other than the one in the finding offers it"
        )
    return _never(lab, finding, {})


@by("explore")
def too_deep(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The agent is never reached within the allowed calls."""
    return _never(lab, finding, {"nesting": "true", "depth": lab.facts.depth})


def _never(lab: ProofContext[AgentsFacts], finding: Finding, options: dict[str, Any]) -> Proof:
    agent = data_of(finding)["agent"]
    if agent not in lab.facts.scope.first:
        return Proof("refuted", "explore", None, "this agent doesn't exist")
    if agent in BUILT_IN:
        return Proof("unproved", "explore", None, ANOTHER)
    key = ("atlas", *options.items())
    if key not in lab.kept:
        lab.kept[key] = lab.explore(lab.begin(RunInput(options=options)))
    return never(lab, f"reach {agent}", lab.kept[key], lambda session: session.frame == agent)
