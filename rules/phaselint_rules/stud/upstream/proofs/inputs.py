"""Results checked by an inputs schema, and stages without any (reference §5.3 R6)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.capped import handed, refused
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, never, partly, unproved
from phaselint_rules.stud.branches.proofs.exhaustion import plans_at
from phaselint_rules.stud.proofs.answering import everything, results_of, run_plan, way_to
from phaselint_rules.stud.proofs.claims import checks_claim, named_at
from phaselint_rules.stud.runoptions import DOCUMENTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.capped import Capped
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

VIOLATION = "InputsSchemaViolation"


def _read_role(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = named_at(facts, finding)
    if stage is None or not stage.has("inputsSchema") or not facts.graph_known:
        return None
    first = stage.id == facts.pipeline.entry and not facts.roles.predecessors(stage.id)
    if not first and not facts.roles.only_sibling(stage.id):
        return None
    return {"stage": stage.id, "role": "entry" if first else "sibling"}


@checks_claim(_read_role, "static+explore")
def never_given(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """In no run is the stage given a result."""
    stage = data_of(finding)["stage"]

    def given(state: Any) -> bool:
        return any(each.id == stage and each.upstream for each in state.running)

    atlas = everything(lab)
    if all(each.id != stage for state in atlas.states for each in state.running):
        return unproved(f"no run reaches `{stage}`")
    proof = never(lab, f"give {stage} a result", atlas, given)
    return partly(proof, f"that `{stage}` has an `inputsSchema`")


def _violated(driven: PlannedRun, stage: str) -> bool:
    """Whether a stage fails at Setup for what it is given."""
    failed = {"stage": stage, "reason": VIOLATION}
    return any(e.kind == "StageInitFailed" and e.data == failed for e in driven.events)


# --- cap hits -----------------------------------------------------------------------------------


def _read_capped(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = named_at(facts, finding)
    if stage is None or not stage.has("inputsSchema") or not facts.graph_known:
        return None
    if facts.inputs_faults.get(facts.key(stage)):
        return None
    found = refused(facts, stage)
    return {"stage": stage.id, "predecessors": [each.told for each in found]} if found else None


@checks_claim(_read_capped)
def stops_after_cap(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """With each of the verdicts a stage before reaches its cap, and the stage fails at Setup for
    its result. Of several stages before, the first for which runs show it counts."""
    facts, name = lab.facts, data_of(finding)["stage"]
    proof = unproved(f"no run reaches `{name}`")
    for capped in refused(facts, facts.stages[name]):
        proofs = [_stopped(lab, capped, name, verdict) for verdict in capped.verdicts]
        proof = next((each for each in proofs if each.status != "proved"), proofs[0])
        if proof.status == "proved":
            return proof
    return proof


def _stopped(lab: ProofContext[StudFacts], capped: Capped, stage: str, verdict: str) -> Proof:
    """A run in which a result after a cap hit with a verdict keeps a stage from its start."""
    proof = unproved(f"no run passes such a result of `{stage}` to `{capped.giver.id}`")
    for plan in _capped_plans(lab, capped, verdict):
        driven = run_plan(lab, f"hit the cap before {stage}", plan._replace(options=DOCUMENTED))
        if _violated(driven, stage) and _hit_cap(driven, capped.giver.id, verdict):
            return shown(driven, True)
        if driven.left:
            proof = unproved(driven.left)
    return proof


def _capped_plans(lab: ProofContext[StudFacts], capped: Capped, verdict: str) -> Iterator[Plan]:
    """Runs in which a stage reaches its cap, and ends with a verdict."""
    facts, giver = lab.facts, capped.giver
    taking = facts.takings.of(giver.id)
    points = [each for each in handed(facts, capped.way) if each.base.verdict == verdict]
    if taking is not None and way_to(facts, giver.id):
        yield from plans_at(lab, giver, taking.points.paths, points)


def _hit_cap(driven: PlannedRun, stage: str, verdict: str) -> bool:
    """Whether the latest result of a stage is one after a cap hit, with a verdict."""
    results = [each for each in results_of(driven) if each["stage"] == stage]
    return bool(results) and results[-1]["capHit"] and results[-1]["verdict"] == verdict
