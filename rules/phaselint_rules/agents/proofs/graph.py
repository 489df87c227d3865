"""How the executor shows that an agent never works within the allowed calls."""

from __future__ import annotations

from phaselint.dialects.agents.names import BUILT_IN
from phaselint.executor.proof import RunInput, data_of, never
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.agents.claiming import ANOTHER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


@by("explore")
def too_deep(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The agent is never reached within the allowed calls."""
    agent = data_of(finding)["agent"]
    if agent not in lab.facts.scope.first:
        return Proof("refuted", "explore", None, "this agent doesn't exist")
    if agent in BUILT_IN:
        return Proof("unproved", "explore", None, ANOTHER)
    if "deep" not in lab.kept:
        setting = RunInput(options={"nesting": "true", "depth": lab.facts.depth})
        lab.kept["deep"] = lab.explore(lab.begin(setting))
    return never(lab, f"reach {agent}", lab.kept["deep"], lambda session: session.frame == agent)
