"""How the executor shows where transitions go (reference §7.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.conditionvalues import DEFAULT, handed
from phaselint.executor.planning import Plan
from phaselint.executor.proof import STATIC, Decided, data_of, unproved
from phaselint_rules.climpt.proofs.answering import run_plan, saying

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step, Transition
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.claims import Claim

NO_WAY = "no run of this agent reaches the step"


# --- what findings say ----------------------------------------------------------------------------


def rule_of(claim: Claim) -> tuple[Step, Transition] | None:
    """The transition that the place of a finding is in, and the step it belongs to."""
    step = claim.step
    for transition in (step.transitions or {}).values() if step else ():
        if step is not None and claim.is_below(claim.facts.place(transition.pointer)):
            return step, transition
    return None


# --- runs -----------------------------------------------------------------------------------------


def planned(lab: ProofContext[ClimptFacts], finding: Finding) -> Plan:
    """A run to the step of a finding that then answers its intent for as long as it is asked.
    Raises Decided if there is none: a finding without an intent is about something that no run
    reads."""
    data, facts = data_of(finding), lab.facts
    if "intent" not in data:
        raise Decided(STATIC)
    way = tuple(data.get("path", ()))
    if not way or way[0] != facts.active:
        raise Decided(unproved(NO_WAY))
    step, key = facts.steps[data["step"]], data.get("key")
    if key is not None and key != DEFAULT and not _is_decided(step, data["intent"]):
        raise Decided(unproved(f"`{step.key}` hands off nothing that its condition reads"))
    last = saying(facts, step, data["intent"], key)
    if last is None:
        raise Decided(unproved("the schema allows no such answer"))
    return Plan(way, last=last)


def said(lab: ProofContext[ClimptFacts], finding: Finding, plan: Plan) -> PlannedRun:
    """The run of such a plan."""
    data = data_of(finding)
    return run_plan(lab, f"say {data['intent']} in {data['step']}", plan)


def _is_decided(step: Step, intent: str) -> bool:
    """Whether the handed-off values of a step decide where a conditional transition goes."""
    transition = (step.transitions or {}).get(intent)
    return transition is not None and handed(step, transition.condition) is not None
