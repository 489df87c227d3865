"""How the executor shows what is wrong with a run as a whole (reference §7.5)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.climpt.proofs.answering import LIMIT, run_plan
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.ways.proofs.transitions import NO_WAY
from phaselint_rules.climpt.ways.transitiontext import beyond, entry_places, shortest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

GOING_ON = {"text": "I am still at it."}
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


def _no_gates(claim: Claim) -> ExpectedFinding | None:
    """Where runs of a registry without gates start, and the steps that aren't entries."""
    step, facts = claim.step, claim.facts
    starts = (facts.active,) if facts.active else facts.entries
    if step is None or facts.gated or step.key not in starts or step.kind == "closure":
        return None
    others = [each.key for each in facts.steps.values() if not each.section]
    others = [key for key in others if key not in facts.entries]
    place = next(place for key, place in entry_places(facts) if key == step.key)
    return ExpectedFinding(place, {"step": step.key, "others": others}) if others else None


@checks_claim(_no_gates, "that no step has a gate, and that none of the others is an entry")
def stays_at_entry(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """Every iteration of a run is on the entry step."""
    start = data_of(finding)["step"]
    if start != lab.facts.active:
        return unproved(NO_WAY)

    def run_stays_at_entry(driven: PlannedRun) -> bool:
        return len(driven.visited) > 1 and set(driven.visited) == {start}

    driven = run_plan(lab, "continue for a while", Plan((start,), last=GOING_ON))
    if len(driven.visited) == 1 and driven.run.outcome.kind in ("completed", "limit"):
        reason = "the run is over after one iteration"
        return unproved(reason, driven.script)
    return shown(driven, run_stays_at_entry)
