"""How the executor shows what boot refuses in a step (reference climpt 1.14 §3.1, §3.3, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.spelling import FORMER_MEMBERS
from phaselint.executor.mending import twin_of
from phaselint.executor.proof import data_of, unproved
from phaselint.javascript.values import is_truthy
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.form.proofs.unreadfields import whole_run
from phaselint_rules.climpt.form.refusedparts import CONDITIONS, PATTERN, POLLING, leads_out
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.answering import refused_with, same_without
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import having

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim, Prover


# --- what findings say ----------------------------------------------------------------------------


def _at(claim: Claim, *path: str) -> Step | None:
    """The step in which the finding's place is at some path."""
    keys = claim.below("steps", ANY, *path)
    return claim.facts.steps.get(keys[0]) if keys else None


def _former(claim: Claim) -> ExpectedFinding | None:
    step, facts = claim.step, claim.facts
    written = value_at(facts, facts.place(step.pointer)) if step else None
    former = [name for name in FORMER_MEMBERS if isinstance(written, dict) and name in written]
    if step is None or not former:
        return None
    place = facts.place((*step.pointer, former[0]))
    return ExpectedFinding(place, {"step": step.key, "members": former, "code": "SR-VALID-005"})


def _outside(claim: Claim) -> ExpectedFinding | None:
    step = _at(claim, "outputSchemaRef", "file")
    return claim.here(code="A5") if step is not None and leads_out(step.schema_file) else None


def _patterned(claim: Claim) -> ExpectedFinding | None:
    step = _at(claim, *PATTERN)
    if step is None or not is_truthy(claim.value):
        return None
    return claim.here(step=step.key, code="S7")


def _polling(claim: Claim) -> ExpectedFinding | None:
    step = _at(claim, *CONDITIONS)
    if step is None or step.kind != "closure" or step.c3 != POLLING:
        return None
    sound = isinstance(claim.value, list) and claim.value
    return claim.here(step=step.key, code="A8") if sound else None


def _other_c1(claim: Claim) -> ExpectedFinding | None:
    step, wanted = claim.step, claim.facts.registry.c1
    if step is None or not step.c1 or not wanted or step.c1 == wanted:
        return None
    place = claim.facts.place(step.address_at("c1"))
    return ExpectedFinding(place, {"step": step.key, "c1": wanted})


# --- runs -----------------------------------------------------------------------------------------


@by("refusal")
def _refused(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused with the code that a reader found."""
    return refused_with(lab, data_of(finding)["code"])


former_step: Prover = checks_claim(_former)(_refused)
path_outside: Prover = checks_claim(_outside)(_refused)
pattern: Prover = checks_claim(_patterned)(_refused)
polling: Prover = checks_claim(_polling)(_refused)


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
