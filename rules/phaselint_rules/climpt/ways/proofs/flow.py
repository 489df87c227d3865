"""How the executor shows what is wrong with a run as a whole (reference §7.5)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.climpt.claiming import LIMIT
from phaselint_rules.climpt.proofs.answering import run_plan
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.ways.transitiontext import beyond, shortest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

CONFIG = ("runner", "verdict", "config")


def _too_long(claim: Claim) -> ExpectedFinding | None:
    """The limit of an agent, and the length of a path that needs more."""
    facts = claim.facts
    if not facts.has_agent or not facts.active:
        return None
    way, budget = shortest(facts), max(1, facts.agent.max_iterations)
    if len(way) <= budget:
        return None
    given = "maxIterations" in (facts.agent.config or {})
    inner = (*CONFIG, "maxIterations") if given else CONFIG[:-1]
    place = facts.agent_place((*facts.agent.base, *inner))
    data = {"budget": budget, "needed": len(way), "beyond": beyond(facts, budget)}
    return ExpectedFinding(place, {"step": way[-1], **data})


@checks_claim(_too_long, "that no path to an end needs less than {needed} iterations")
def budget_used_up(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run takes the shortest path and ends before it reaches its end."""
    data = data_of(finding)
    way = tuple(data["path"])
    if len(way) != data["needed"]:
        return unproved("the path that the finding names isn't the shortest")
    plan = Plan(way, options={"max-iterations": data["budget"]})

    def run_ends_at_limit(driven: PlannedRun) -> bool:
        return driven.visited == way[: data["budget"]] and driven.code == LIMIT

    return shown(run_plan(lab, "take the shortest path", plan), run_ends_at_limit)
