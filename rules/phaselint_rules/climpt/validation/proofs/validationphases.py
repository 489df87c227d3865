"""How the executor shows the effect of validation in release 1.14: which conditions it reads, and
what happens after a failure (reference climpt 1.14 §4.4, §4.6)."""

from __future__ import annotations

from phaselint.executor.planning import shown
from phaselint.executor.proof import STATIC, Decided, data_of, unproved
from phaselint_rules.climpt.claiming import LIMIT
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.answering import iterations, run_plan
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.validation.proofs.validation import (
    EXCEPTION,
    retried,
    to_failure,
)
from phaselint_rules.climpt.validation.retryprompts import ATTEMPTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import ValidationStep
    from phaselint.executor.planning import Plan, PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

PARTS = ("c2", "c3")
ACTIONS = ("retry", "skip")
NO_PATH = "Path must be a string"
NOT_FOUND = "the retry prompt can't be found, which ends the run first"


# --- what findings say --------------------------------------------------------------------------


def _step(claim: Claim, *inner: str) -> ValidationStep | None:
    keys = claim.below("validationSteps", ANY, *inner)
    return claim.facts.registry.validation.get(keys[0]) if keys else None


def _lacking(facts: ClimptFacts, step: ValidationStep) -> list[str]:
    places = {part: facts.place((*step.pointer, part)) for part in PARTS}
    return [part for part, at in places.items() if not isinstance(value_at(facts, at), str)]


def _unread(claim: Claim) -> ExpectedFinding | None:
    found, facts = _step(claim), claim.facts
    if found is None or facts.contract.generation != "1.14" or not found.conditions:
        return None
    lacking = _lacking(facts, found)
    return claim.here(key=found.key, lacking=lacking) if lacking else None


def _unknown(claim: Claim) -> ExpectedFinding | None:
    found = _step(claim, "onFailure", "action")
    if found is None or not claim.text or claim.text in ACTIONS:
        return None
    return claim.here(key=found.key, action=claim.text)


# --- runs ---------------------------------------------------------------------------------------


def _to_consulted(facts: ClimptFacts, step: ValidationStep) -> Plan:
    """A run in which a condition after the answer fails. Raises Decided if there is none: a finding
    about a validation that is never used was read."""
    if step != facts.consulted:
        raise Decided(STATIC)
    return to_failure(facts, retried(facts, step.conditions))


@checks_claim(_unread)
def cannot_retry(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A condition fails, and the run ends because the path of the retry prompt is missing."""
    step = lab.facts.registry.validation[data_of(finding)["key"]]
    plan = _to_consulted(lab.facts, step)

    def retry_raises(driven: PlannedRun) -> bool:
        reason = str(driven.run.summary["reason"])
        return driven.code in (EXCEPTION, "") and NO_PATH in reason

    return shown(run_plan(lab, f"fail {step.key}", plan), retry_raises)


@checks_claim(_unknown)
def never_counts(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A condition fails more often than there are attempts, and the run continues to its limit."""
    step = lab.facts.registry.validation[data_of(finding)["key"]]
    plan = _to_consulted(lab.facts, step)
    if _lacking(lab.facts, step):
        return unproved(NOT_FOUND)
    most = len(plan.way) + ATTEMPTS + 1
    plan = plan._replace(options={"max-iterations": most})

    def run_ends_at_limit(driven: PlannedRun) -> bool:
        asked = [each for each in iterations(driven, plan.way[-1]) if each["model_called"]]
        return driven.code == LIMIT and len(asked) > ATTEMPTS

    return shown(run_plan(lab, f"fail {step.key}", plan), run_ends_at_limit)
