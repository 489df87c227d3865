"""How the executor shows that a start of release 1.14 refuses the id or the address of a step
(climpt 1.14 §2.2, §3.1)."""

from __future__ import annotations

from phaselint.executor.proof import data_of
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.proofs.answering import refused_with
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Pointer, Proof
    from phaselint_rules.climpt.proofs.claims import Claim, Prover


def _other_id(claim: Claim) -> ExpectedFinding | None:
    step = claim.step
    if step is None or not step.step_id or step.step_id == step.key:
        return None
    return _refused(claim, step.key, (*step.pointer, "stepId"))


def _odd_c3(claim: Claim) -> ExpectedFinding | None:
    from phaselint_rules.climpt.entry.addresspatterns import C3

    step = claim.step
    if step is None or not step.c3 or C3.fullmatch(step.c3):
        return None
    return _refused(claim, step.key, step.address_at("c3"))


def _refused(claim: Claim, key: str, pointer: Pointer) -> ExpectedFinding | None:
    code = release_of(claim.facts).bad_member
    return (
        ExpectedFinding(claim.facts.place(pointer), {"step": key, "code": code}) if code else None
    )


@by("refusal")
def _refuses(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused with the code."""
    return refused_with(lab, data_of(finding)["code"])


other_id: Prover = checks_claim(_other_id)(_refuses)
odd_c3: Prover = checks_claim(_odd_c3)(_refuses)
