"""Proofs of where jumps lead (reference climpt §4.3, §7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.climpt.analysis.lower import path_of
from phaselint.executor.driving import data_of, unscripted
from phaselint.schema import Equals
from phaselint.vocabulary.finding import Proof
from phaselint_rules.climpt.proofs.bench import answer, shown
from phaselint_rules.climpt.proofs.gates import to_step

if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.bench import Driven

NO_STEP = "SR-TRANS-010"
NO_RULE = "SR-TRANS-003"
BROKEN = ("SR-TRANS-001", "SR-TRANS-002", NO_RULE)


def not_read(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step says jump, and the run goes where its rule leads, or ends without one."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps[data["step"]]
    rule = (step.transitions or {}).get("jump")
    if rule is not None and not rule.simple:
        return unscripted("where the rule leads depends on what is handed on")
    driven = to_step(lab, finding, f"jump from {step.key}", answer(facts, step, "jump"))
    if isinstance(driven, Proof):
        return driven

    def read(driven: Driven) -> bool:
        followed = next(iter(driven.at(step.key)), {}).get("next", "")
        if rule is not None and rule.target in facts.steps:
            return bool(followed == rule.target)
        return driven.code in BROKEN or bool(followed)

    return shown(driven, read)


def goes_there(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step jumps to the word; the run ends, or is there next."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps[data["step"]]
    field = step.gate.target_field if step.gate else ""
    said = answer(facts, step, "jump", (path_of(field), Equals(data["target"])))
    driven = to_step(lab, finding, f"jump from {step.key}", said)
    if isinstance(driven, Proof):
        return driven

    def went(driven: Driven) -> bool:
        if not data["exists"]:
            return driven.code == NO_STEP
        record = next(iter(driven.at(step.key)), {})
        return bool(record.get("next") == data["target"])

    return shown(driven, went)
