"""Proofs of what is passed on (reference climpt §4.3, §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import permitted
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.executor.mending import twin_of
from phaselint.executor.planning import ignored, shown
from phaselint.executor.proof import data_of, unproved
from phaselint.schema import Equals, Present
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.gates.proofs.gates import first, to_step
from phaselint_rules.climpt.gates.schemas import is_property, written
from phaselint_rules.climpt.proofs.answering import answer, iterations
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.answering import Demand
    from phaselint_rules.climpt.proofs.claims import Claim


def _said(facts: ClimptFacts, step: Step, wanted: Sequence[Demand]) -> dict[str, Any] | None:
    """An answer of a step with some intent, and with what is needed."""
    said = (answer(facts, step, intent, *wanted) for intent in permitted(step))
    return next((each for each in said if each is not None), None)


def _handed(driven: PlannedRun, step: str) -> Mapping[str, Any]:
    """What the first iteration of a step passes on."""
    handed: Mapping[str, Any] = first(driven, step).get("handoff", {})
    return handed


def _field(claim: Claim) -> tuple[Step, int] | None:
    """The step and the number of the handed-off field at the place of a finding."""
    found = claim.gated
    if found is None or found[0].kind == "closure":
        return None
    keys = claim.below("steps", found[0].key, "structuredGate", "handoffFields", ANY)
    number = keys[0] if keys else None
    fields = found[1].handoff_fields
    return (found[0], number) if isinstance(number, int) and number < len(fields) else None


def _not_declared(claim: Claim) -> ExpectedFinding | None:
    found = _field(claim)
    schema = claim.facts.schema(found[0]) if found else None
    if found is None or schema is None or found[0].gate is None:
        return None
    field = found[0].gate.handoff_fields[found[1]]
    if is_property(written(schema, field)):
        return None
    return claim.here(step=found[0].key, field=field, name=path_of(field)[-1])


def _same_name(claim: Claim) -> ExpectedFinding | None:
    found = _field(claim)
    if found is None or found[0].gate is None:
        return None
    fields = found[0].gate.handoff_fields
    field, name = fields[found[1]], path_of(fields[found[1]])[-1]
    other = next(each for each in fields if path_of(each)[-1] == name)
    if field in fields[: found[1]] or other == field:
        return None
    return claim.here(step=found[0].key, name=name, fields=[other, field])


@checks_claim(_not_declared)
@by("differential")
def not_handed_on(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The step gives everything else that it should pass on, and passes on what it would without
    the field."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps[data["step"]]
    fields = step.gate.handoff_fields if step.gate else ()
    others = [path_of(field) for field in fields if field != data["field"]]
    if any(path[-1] == data["name"] for path in others):
        return unproved("another field is passed on under the same name")
    schema = facts.schema(step) or {}
    there = [path for path in others if written(schema, ".".join(path)).missing is None]
    said = _said(facts, step, [(path, Present()) for path in there]) or _said(facts, step, [])
    driven = to_step(lab, finding, f"pass on from {step.key}", said)

    def lost(driven: PlannedRun) -> bool:
        return bool(iterations(driven, step.key)) and data["name"] not in _handed(driven, step.key)

    return ignored(lab, driven, lost, twin_of(lab, finding, without, *finding.place[:2]))


@checks_claim(_same_name)
def replaced(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The step gives both fields, and the second is passed on."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps[data["step"]]
    first, second = map(path_of, data["fields"])
    apart: list[Demand] = [(first, Equals("first")), (second, Equals("second"))]
    said = _said(facts, step, apart) or _said(
        facts, step, [(first, Present()), (second, Present())]
    )
    driven = to_step(lab, finding, f"pass on from {step.key}", said)
    value: Any = said["so"] if said else None
    for name in second:
        value = value[name]
    return shown(driven, lambda driven: _handed(driven, step.key).get(data["name"]) == value)
