"""Proofs of where a run starts (reference climpt §4.2, §7.2)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, PlannedRun, shown
from phaselint.executor.proof import STATIC, data_of, unproved
from phaselint_rules.climpt.proofs.answering import run_plan
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

NOTHING: Mapping[str, Any] = {"so": {}}
"""The answer to a step that asks for nothing."""


def _section(claim: Claim) -> ExpectedFinding | None:
    """An entry that is a section and nothing else."""
    named, key = claim.below("entryStep"), claim.value
    if named is None and claim.below("entryStepMapping", ANY) is None:
        return None
    step = claim.facts.steps.get(key) if isinstance(key, str) else None
    if step is None or not step.section or step.gate is not None or step.kind == "closure":
        return None
    return claim.here(step=step.key)


@checks_claim(_section)
def ends_at_once(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run that starts in the step ends with an error and reaches no other step. Without gates in
    the registry, no run ever leaves the step it starts in."""
    facts, step = lab.facts, data_of(finding)["step"]
    if not facts.gated:
        return STATIC
    if facts.has_agent and facts.active != step:
        return unproved("no run of this agent starts there")

    def ends(driven: PlannedRun) -> bool:
        return bool(driven.code) and set(driven.visited) == {step}

    plan = Plan((step, step), {step: NOTHING}, last=NOTHING)
    return shown(run_plan(lab, f"start in {step}", plan), ends)
