"""Proofs of what is passed on (reference climpt §4.3, §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import permitted
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.executor.planning import shown
from phaselint.executor.proof import data_of
from phaselint.schema import Equals, Present
from phaselint_rules.climpt.gates.proofs.gates import first, to_step
from phaselint_rules.climpt.proofs.answering import answer
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim

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
