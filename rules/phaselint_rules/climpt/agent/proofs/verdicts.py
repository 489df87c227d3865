"""How the executor shows what verdicts and parameters need (reference climpt §3.1, §4.11, §7.8)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import permits
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.climpt.agent.composites import (
    COUNTED,
)
from phaselint_rules.climpt.claiming import LIMIT
from phaselint_rules.climpt.proofs.answering import (
    answer,
    run_plan,
)
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

MOST = 20
"""Iterations of a run that waits for its limit."""

VERDICT = ("runner", "verdict")


# --- what findings say --------------------------------------------------------------------------


def _counted(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    if not claim.agent_place(*VERDICT, "type") or claim.text != COUNTED or not facts.gated:
        return None
    start = facts.steps.get(facts.active)
    return claim.here(step=start.key) if start and start.kind != "closure" else None


# --- starts -------------------------------------------------------------------------------------


# --- runs --------------------------------------------------------------------------------------


def _repeats(step: Step) -> int:
    """How often a step can be repeated in a row, as far as that is asked."""
    return MOST if step.chain.endless else len(step.chain.elements)


@checks_claim(_counted, "that the verdict counts iterations")
def uses_up(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run stays in its first step until its limit, and fails."""
    facts = lab.facts
    step = facts.steps[data_of(finding)["step"]]
    last = answer(facts, step, "repeat") if permits(step, "repeat") else None
    most = min(facts.agent.max_iterations if facts.has_agent else MOST, MOST, _repeats(step))
    if last is None or not most:
        return unproved("the first step can't be repeated")
    plan = Plan((step.key,), last=last, options={"max-iterations": most})
    driven = run_plan(lab, "use all iterations", plan)
    if driven.code not in ("", LIMIT):
        return unproved(f"the run ends with {driven.code} first")
    return shown(driven, lambda run: run.code == LIMIT)
