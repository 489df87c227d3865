"""Results checked by an inputs schema, and stages without any (reference §5.3 R6)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.capped import handed, refused
from phaselint.dialects.stud.analysis.misfits import misfits, refusals
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import STATIC, data_of, never, partly, unproved
from phaselint.vocabulary.finding import pointer_text
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


def _read_faults(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = named_at(facts, finding)
    faults = facts.inputs_faults.get(facts.key(stage), ()) if stage is not None else ()
    if stage is None or not faults or not stage.has("inputsSchema"):
        return None
    return {"stage": stage.id, "faults": [pointer_text(fault.pointer) for fault in faults]}


@checks_claim(_read_faults)
def fails_with_a_result(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A stage before is completed, and the stage fails at Setup for its result. Where no run gives
    it one, the finding is about the schema alone."""
    stage = data_of(finding)["stage"]
    ways = lab.facts.roles.predecessors(stage) if lab.facts.graph_known else ()
    for way in ways:
        for giver in way.sources if way.kind != "sibling" else ():
            planned = _way(lab, {"origin": way.origin, "from": giver}, stage)
            if not planned:
                continue
            driven = run_plan(lab, f"give {stage} a result", Plan(planned, options=DOCUMENTED))
            if _violated(driven, stage):
                return shown(driven, True)
    return STATIC


def _violated(driven: PlannedRun, stage: str) -> bool:
    """Whether a stage fails at Setup for what it is given."""
    failed = {"stage": stage, "reason": VIOLATION}
    return any(e.kind == "StageInitFailed" and e.data == failed for e in driven.events)


def _read_givers(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = named_at(facts, finding)
    if stage is None or not stage.has("inputsSchema") or not facts.graph_known:
        return None
    return {"stage": stage.id, "predecessors": refusals(misfits(facts, stage))}


@checks_claim(_read_givers)
def is_refused(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A stage before is completed, and the stage fails at Setup for its result. Of several stages
    before, the first for which a run shows it counts."""
    stage = data_of(finding)["stage"]
    proof = unproved(f"no run reaches `{stage}`")
    for predecessor in data_of(finding)["predecessors"]:
        way = _way(lab, predecessor, stage)
        if not way:
            continue
        driven = run_plan(lab, f"give {stage} a result", Plan(way, options=DOCUMENTED))
        if _violated(driven, stage):
            return shown(driven, True)
        if not _given(driven, stage, predecessor):
            proof = unproved(
                f"the run starts `{stage}` only as a sibling, where the schema isn't checked"
            )
        elif odd := _odd(driven):
            proof = unproved(f"the run gets there only with the verdict `{odd}`")
        else:
            proof = shown(driven, False)
    return proof


def _given(driven: PlannedRun, stage: str, predecessor: Any) -> bool:
    """Whether a run hands the result to the stage: as its successor, in its own turn, or as the
    join; one that is started in addition to others, or as a sibling, is given none."""
    turn = False
    for event in driven.events:
        if event.kind == "StageEntered" and event.data["stage"] == stage:
            joins = predecessor["from"] != predecessor["origin"] and "sibling" not in event.data
            if (turn or joins) and predecessor["from"] in event.data["from"]:
                return True
        turn = event.kind == "SessionTurnStart" and event.data.get("stage") == stage
    return False


def _way(lab: ProofContext[StudFacts], predecessor: Any, stage: str) -> tuple[str, ...]:
    """The way through the stage that gives the result; empty where a run does not come there."""
    facts = lab.facts
    before = way_to(facts, predecessor["origin"])
    if not before:
        return ()
    if predecessor["from"] == predecessor["origin"]:
        return (*before, stage)
    return (*before, predecessor["from"], stage)


def _odd(driven: PlannedRun) -> str:
    """A verdict other than those of a stage that has acted, if a result has one."""
    verdicts = (result["verdict"] for result in results_of(driven))
    return next((verdict for verdict in verdicts if verdict not in ("ok", "fail")), "")


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
