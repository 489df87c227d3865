"""How the executor shows what boot refuses in a step (reference climpt 1.14 §3.1, §3.3, §7.2)."""

from __future__ import annotations

from phaselint.executor.mending import twin_of
from phaselint.executor.proof import data_of, unproved
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.answering import same_without
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import having
from phaselint_rules.climpt.proofs.kinds import whole_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim


# --- what findings say ----------------------------------------------------------------------------


def _other_c1(claim: Claim) -> ExpectedFinding | None:
    step, wanted = claim.step, claim.facts.registry.c1
    if step is None or not step.c1 or not wanted or step.c1 == wanted:
        return None
    place = claim.facts.place(step.address_at("c1"))
    return ExpectedFinding(place, {"step": step.key, "c1": wanted})


# --- runs -----------------------------------------------------------------------------------------


@checks_claim(_other_c1)
@by("differential")
def other_c1(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run through the step takes the same path if its address has the `c1` of the registry."""
    facts, data = lab.facts, data_of(finding)
    plan = whole_run(facts, data["step"])
    if plan is None:
        return unproved("no run reaches it")
    copy = twin_of(lab, finding, having, finding.place.file, finding.place.pointer, data["c1"])
    return same_without(lab, f"read the address of {data['step']}", plan, copy)
