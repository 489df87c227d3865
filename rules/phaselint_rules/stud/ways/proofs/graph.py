"""How the executor shows what is wrong with the paths between stages (reference §6.10)."""

from __future__ import annotations

from phaselint.executor.planning import Plan
from phaselint.executor.proof import data_of, unproved, verdict
from phaselint_rules.stud.proofs.answering import run_plan
from phaselint_rules.stud.proofs.claims import checks_claim, way_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

NO_WAY = unproved("no run reaches the stage")


def tried(driven: PlannedRun, holds: bool, otherwise: str = "the run takes another path") -> Proof:
    """The verdict on a finding that a run is to show if it goes the way that is meant; a way
    among several cannot be told from another by the stages alone."""
    return verdict(holds, driven.script, driven.left or otherwise)


def _read_target(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = way_at(facts, finding)
    at = finding.place.pointer[-1] if finding.place.pointer else None
    if found is None or not isinstance(at, int) or at >= len(found[1].stages):
        return None
    stage, result = found
    return {"stage": stage, "target": result.stages[at], "pointer": list(result.pointer)}


@checks_claim(_read_target)
def stops_there(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run goes on to the unknown stage and ends with an error."""
    data = data_of(finding)
    if "path" not in data:
        return NO_WAY
    target = data["target"]
    driven = run_plan(lab, f"continue to {target}", Plan((*data["path"], target)))
    return tried(driven, unknown(driven, target))


def unknown(driven: PlannedRun, stage: str) -> bool:
    """Whether a run ended since there is no such stage."""
    error = driven.run.summary["error"] or {}
    return (error.get("stage"), error.get("why")) == (stage, "unknown-stage")
