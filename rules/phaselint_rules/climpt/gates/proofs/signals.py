"""Proofs of what the schema of a step lets a model answer in the field that its gate reads
(reference climpt §4.2, §7.4)."""

from __future__ import annotations

from phaselint.executor.claims import same
from phaselint.executor.planning import shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.climpt.gates.optionalintents import lapses
from phaselint_rules.climpt.gates.proofs.gates import UNREAD, first, to_step
from phaselint_rules.climpt.gates.stepparts import flow_members
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.together import each_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint.vocabulary.rule import Prover
    from phaselint_rules.climpt.proofs.claims import Claim


# --- where the intent is --------------------------------------------------------------------------


def _optional(claim: Claim) -> ExpectedFinding | None:
    """The steps whose answers can lack the same as that of the step, in one file."""
    step = claim.step
    for lapse, *others in lapses(claim.facts) if step else ():
        if lapse.step == step:
            data = {
                "step": step.key,
                "steps": [step.key, *(each.step.key for each in others)],
                "field": lapse.field,
                "lacking": list(lapse.lacking),
                "answer": {"so": lapse.answer},
            }
            return ExpectedFinding(claim.facts.place((*lapse.gate.pointer, "intentField")), data)
    return None


@checks_claim(_optional, "that an answer without `{field}` is accepted")
def lacks_intent(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """Each of the steps gives an answer without the intent, and the run ends, or isn't complete."""
    answers = {each.step.key: each.answer for group in lapses(lab.facts) for each in group}

    def prove(finding: Finding) -> Proof:
        key = data_of(finding)["step"]
        said = {"so": answers[key]}
        driven = to_step(lab, finding, f"leave out the intent of {key}", said)
        if lab.facts.steps[key].kind == "closure":
            return _not_done(driven, key)
        return shown(driven, driven.code == UNREAD)

    return each_of(lab.facts, finding, data_of(finding)["steps"], prove)


def _not_done(driven: PlannedRun, step: str) -> Proof:
    """Whether a closure step isn't complete after an answer. A run that the verdict handler ends
    shows nothing."""
    record = first(driven, step)
    if record.get("handler_verdict"):
        return unproved("the verdict handler ends the run", driven.script)
    return shown(driven, bool(record) and not record.get("complete"))


# --- sections -------------------------------------------------------------------------------------


def _flow_in_section(claim: Claim) -> ExpectedFinding | None:
    step, facts = claim.step, claim.facts
    if step is None or not step.section:
        return None
    raw = value_at(facts, facts.place(step.pointer))
    there = raw if isinstance(raw, dict) else {}
    members = [
        name for name in flow_members(step) if there.get(name) or there.get(name) in ({}, [])
    ]
    data = {"step": step.key, "members": members, "pointer": list(step.pointer)}
    return ExpectedFinding(facts.place(step.pointer), data) if members else None


inert_section: Prover = checks_claim(_flow_in_section)(same)
