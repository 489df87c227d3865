"""How the executor shows what is wrong with cycles (reference §5.2 R3, §6.10)."""

from __future__ import annotations

from itertools import pairwise

from phaselint.executor.planning import Plan
from phaselint.executor.proof import data_of
from phaselint_rules.stud.proofs.answering import run_plan, way_to
from phaselint_rules.stud.proofs.claims import checks_claim, claims, way_at
from phaselint_rules.stud.ways.proofs.graph import tried

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

LAPS = 3


def _read_cycle(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    """A cycle that is one on the bench, which the place of the finding closes."""
    told = claims(finding).get("cycle")
    found = way_at(facts, finding)
    if not isinstance(told, list | tuple) or len(told) < 2 or found is None:
        return None
    cycle = [name for name in told if name in facts.stages]
    closed = len(cycle) == len(told) and cycle[0] == cycle[-1] and found[0] == cycle[-2]
    if not closed or any(after not in facts.roles.flow(name) for name, after in pairwise(cycle)):
        return None
    return {"stage": cycle[0], "cycle": cycle}


@checks_claim(_read_cycle)
def goes_round(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run loops the loop and is then where it was before, so it can forever."""
    cycle = tuple(data_of(finding)["cycle"])
    plan = Plan((*way_to(lab.facts, cycle[0]), *cycle[1:] * LAPS))
    driven = run_plan(lab, f"loop through {cycle[0]}", plan)
    entrances = list(_entrances(lab, driven, cycle[0]))
    again = len(set(entrances)) < len(entrances)
    return tried(driven, again and not driven.left, "each round adds more work after it")


def _entrances(lab: ProofContext[StudFacts], driven: PlannedRun, stage: str) -> Iterator[Hashable]:
    """What matters of the states in which a stage is asked for the first time in a visit."""
    visits = set()
    for state in driven.run.states:
        question = lab.runtime.asks(state)
        if question is not None and question.phase == stage and question.visit not in visits:
            visits.add(question.visit)
            yield lab.runtime.key(lab.runtime.relax(state))
