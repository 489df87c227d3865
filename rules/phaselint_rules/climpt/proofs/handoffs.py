"""Proofs of what is handed on (reference climpt §4.3, §7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.analysis.lower import path_of, permitted
from phaselint.executor.driving import data_of, unscripted
from phaselint.schema import Equals, Present
from phaselint.vocabulary.finding import Proof
from phaselint_rules.climpt.proofs.bench import answer, shown
from phaselint_rules.climpt.proofs.gates import to_step
from phaselint_rules.climpt.schemas import written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.bench import Demand, Driven


def _said(facts: ClimptFacts, step: Step, wanted: Sequence[Demand]) -> dict[str, Any] | None:
    """An answer of a step with some intent, and with what is wanted."""
    said = (answer(facts, step, intent, *wanted) for intent in permitted(step))
    return next((each for each in said if each is not None), None)


def _handed(driven: Driven, step: str) -> Mapping[str, Any]:
    """What the first iteration of a step hands on."""
    record = next(iter(driven.at(step)), {})
    handed: Mapping[str, Any] = record.get("handoff", {})
    return handed


def not_handed_on(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step gives everything else that it is to hand on, and the field is not handed on."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps[data["step"]]
    fields = step.gate.handoff_fields if step.gate else ()
    others = [path_of(field) for field in fields if field != data["field"]]
    if any(path[-1] == data["name"] for path in others):
        return unscripted("another field is handed on under the same name")
    schema = facts.schema(step) or {}
    there = [path for path in others if written(schema, ".".join(path)).missing is None]
    said = _said(facts, step, [(path, Present()) for path in there]) or _said(facts, step, [])
    driven = to_step(lab, finding, f"hand on from {step.key}", said)
    if isinstance(driven, Proof):
        return driven
    return shown(
        driven,
        lambda driven: bool(driven.at(step.key)) and data["name"] not in _handed(driven, step.key),
    )


def replaced(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step gives both fields, and the second is handed on."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps[data["step"]]
    first, second = map(path_of, data["fields"])
    apart: list[Demand] = [(first, Equals("first")), (second, Equals("second"))]
    said = _said(facts, step, apart) or _said(
        facts, step, [(first, Present()), (second, Present())]
    )
    driven = to_step(lab, finding, f"hand on from {step.key}", said)
    if isinstance(driven, Proof) or said is None:
        return driven if isinstance(driven, Proof) else unscripted("")
    value: Any = said["so"]
    for name in second:
        value = value[name]
    return shown(driven, lambda driven: _handed(driven, step.key).get(data["name"]) == value)
