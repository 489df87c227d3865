"""How the executor shows what is wrong with fan-outs (reference §5.9)."""

from __future__ import annotations

from phaselint.executor.planning import Plan
from phaselint.executor.proof import data_of, partly, unproved
from phaselint_rules.stud.proofs.answering import by_reference, run_plan, text_turn
from phaselint_rules.stud.proofs.claims import checks_claim, way_at
from phaselint_rules.stud.ways.proofs.graph import tried

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


def _taken(lab: ProofContext[StudFacts]) -> str:
    """Why a run does not end at a fan-out as the documents say."""
    if by_reference(lab):
        return "the scheduler of the reference engine continues here"
    return "the run takes another path"


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
