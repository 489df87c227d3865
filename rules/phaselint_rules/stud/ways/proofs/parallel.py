"""How the executor shows what is wrong with fan-outs (reference §5.9)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, partly, unproved
from phaselint_rules.stud.proofs.answering import by_reference, results_of, run_plan, text_turn
from phaselint_rules.stud.proofs.claims import checks_claim, way_at
from phaselint_rules.stud.ways.proofs.graph import NO_WAY, tried

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

PARALLEL = "parallel"

MOST_TURNS = 100
"""Turns of a sibling that a run is made of."""


def _read_few(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = way_at(facts, finding)
    if found is None or found[1].execution != PARALLEL:
        return None
    return {"stage": found[0], "siblings": list(found[1].stages)}


@checks_claim(_read_few)
def no_plan(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The run ends at the fan-out (R35)."""
    data = data_of(finding)
    if "path" not in data:
        return NO_WAY
    if not data["siblings"]:
        reason = "no next stage is listed, so the run ends before a fan-out"
        return unproved(reason)
    driven = run_plan(lab, "start a fan-out", Plan((*data["path"], *data["siblings"])))
    return tried(driven, driven.code == "ExtensionHost/InvalidParallelPlan", _taken(lab))


def _taken(lab: ProofContext[StudFacts]) -> str:
    """Why a run does not end at a fan-out as the documents say."""
    if by_reference(lab):
        return "the scheduler of the reference engine continues here"
    return "the run takes another path"


def _read_successors(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = way_at(facts, finding)
    if found is None or not facts.graph_known or not facts.roles.only_sibling(found[0]):
        return None
    stage, result = found
    idle = result.is_just(facts.roles.join_of(stage))
    return {"stage": stage, "successors": list(result.stages), "idle": idle}


@checks_claim(_read_successors)
def hands_nothing_on(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run goes through the sibling, and no stage is entered from it; the join that it names is
    entered when its group is done."""
    data = data_of(finding)
    stage = data["stage"]
    driven = run_plan(lab, f"run {stage} as a sibling", Plan(tuple(data["path"]), onward=True))
    if all(result["stage"] != stage for result in results_of(driven)):
        reason = driven.left or "the run ends before the sibling does"
        return unproved(reason, driven.script)
    fans = lab.facts.roles.fans
    # The join of a single sibling is entered from it.
    alone = {fan.join for fan in fans if set(fan.siblings) == {stage}}
    after = [event for event in driven.events if event.data.get("from") == [stage]]
    holds = all(event.data["stage"] in alone for event in after)
    if not holds and by_reference(lab):
        return tried(driven, holds, _taken(lab))
    if holds and data["idle"]:
        return tried(driven, data["successors"][0] in driven.visited, "the join is not entered")
    return shown(driven, holds)


def _read_dead(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found, at = way_at(facts, finding), finding.place.pointer[-1]
    if found is None or not isinstance(at, int) or at >= len(found[1].stages):
        return None
    origin, result = found
    stage = facts.stages.get(result.stages[at])
    if stage is None or not result.fork or not facts.dead(stage):
        return None
    return {"stage": stage.id, "origin": origin, "join": result.join}


@checks_claim(_read_dead, "static+replay")
def fails_the_group(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The sibling goes on until its cap, and the run ends with its failure (R38)."""
    data = data_of(finding)
    name = data["stage"]
    cap = lab.facts.stages[name].turn_cap or 0
    if cap > MOST_TURNS:
        return unproved(f"its cap is above {MOST_TURNS} turns")
    plan = Plan(
        tuple(data["path"]),
        {name: [text_turn("there is no payload to hand in")] * cap},
        {name: {"assert": ["fail"]}},
    )
    driven = run_plan(lab, f"wait for {name}", plan)
    proof = tried(driven, driven.code == "ExtensionHost/ParallelSiblingFailure", _taken(lab))
    return partly(proof, f"that no payload satisfies the completion schema of `{name}`")
