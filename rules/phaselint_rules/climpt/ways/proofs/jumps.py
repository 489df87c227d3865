"""Proofs of where jumps go (reference climpt §4.3, §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import permits
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.executor.mending import twin_of
from phaselint.executor.planning import ignored, shown
from phaselint.executor.proof import data_of, unproved
from phaselint.schema import Equals, values_at
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.gates.proofs.gates import first, to_step
from phaselint_rules.climpt.gates.schemas import is_property, schema_place, written
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.answering import answer
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim


NO_STEP = "SR-TRANS-010"
NO_RULE = "SR-TRANS-003"
BROKEN = ("SR-TRANS-001", "SR-TRANS-002", NO_RULE)


def _jumping(claim: Claim) -> tuple[Step, Gate, Any] | None:
    """The step of a finding that can jump and declares where its answer has the target, its gate
    and its schema."""
    found, facts = claim.gated, claim.facts
    schema = facts.schema(found[0]) if found else None
    if found is None or schema is None or not found[1].target_field:
        return None
    return (*found, schema) if permits(found[0], "jump") else None


def _no_field(claim: Claim) -> ExpectedFinding | None:
    found = _jumping(claim)
    if found is None or is_property(written(found[2], found[1].target_field)):
        return None
    step, gate, _ = found
    place = claim.facts.place((*gate.pointer, "targetField"))
    return ExpectedFinding(place, {"step": step.key, "field": gate.target_field})


def _no_flow_step(claim: Claim) -> ExpectedFinding | None:
    """A word that the schema of a step has at the target of a jump and that isn't a step of the
    flow: the place is the word's in the schema."""
    found, word, facts = _jumping(claim), claim.name("target"), claim.facts
    if found is None or word not in (values_at(found[2], path_of(found[1].target_field)) or ()):
        return None
    step, gate, schema = found
    target = facts.steps.get(word)
    if target is not None and target.kind != "closure" and not target.section:
        return None
    nodes = [schema_place(facts, step, at) for at in written(schema, gate.target_field).pointers]
    homes = [node for node in nodes if node is not None and claim.is_below(node)]
    field = facts.place((*gate.pointer, "targetField"))
    at_word = bool(homes) and value_at(facts, claim.place) == word
    if not at_word and claim.place[:2] != field[:2]:
        return None
    return claim.here(step=step.key, target=word, exists=target is not None)


@checks_claim(_no_field)
@by("differential")
def not_read(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The step answers jump, and the run takes its transition, or ends without one, as if no field
    were named."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps[data["step"]]
    transition = (step.transitions or {}).get("jump")
    if transition is not None and not transition.simple:
        return unproved("the target of the transition depends on the passed values")
    driven = to_step(lab, finding, f"jump from {step.key}", answer(facts, step, "jump"))

    def read(driven: PlannedRun) -> bool:
        followed = first(driven, step.key).get("next", "")
        if transition is not None and transition.target in facts.steps:
            return bool(followed == transition.target)
        return driven.code in BROKEN or bool(followed)

    return ignored(lab, driven, read, twin_of(lab, finding, without, *finding.place[:2]))


@checks_claim(_no_flow_step)
def no_flow_step(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The step jumps to the word; the run ends, or is there next."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps[data["step"]]
    field = step.gate.target_field if step.gate else ""
    said = answer(facts, step, "jump", (path_of(field), Equals(data["target"])))
    driven = to_step(lab, finding, f"jump from {step.key}", said)

    def went(driven: PlannedRun) -> bool:
        if not data["exists"]:
            return driven.code == NO_STEP
        return bool(first(driven, step.key).get("next") == data["target"])

    return shown(driven, went)
