"""How the executor shows what is wrong with cycles (reference §5.2 R3, §6.10)."""

from __future__ import annotations

from itertools import pairwise

from phaselint.executor.planning import Plan
from phaselint.executor.proof import data_of, never
from phaselint.vocabulary.finding import Proof
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
    from phaselint.vocabulary.finding import Finding

LAPS = 3
ENDS = ("completed", "failed")
"""The outcomes with which a workflow comes to an end on its own (R33)."""


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


@checks_claim(_read_cycle, "explore")
def never_ends(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run loops the cycle, and none that goes on from there comes to an end."""
    driven = _go_round(lab, finding, 1)
    left = driven.left or _beside(lab, driven, data_of(finding)["cycle"][-1])
    if left:
        return Proof("unproved", "explore", driven.script, left)

    def ends(state: Any) -> bool:
        return lab.runtime.outcome(state).kind in ENDS

    proof = never(lab, "end", lab.explore(driven.run.last), ends, driven.choices)
    return proof._replace(script=driven.script) if proof.status != "refuted" else proof


@checks_claim(_read_cycle)
def goes_round(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run loops the loop and is then where it was before, so it can forever."""
    driven = _go_round(lab, finding, LAPS)
    entrances = list(_entrances(lab, driven, data_of(finding)["cycle"][0]))
    again = len(set(entrances)) < len(entrances)
    return tried(driven, again and not driven.left, "each round adds more work after it")


def _go_round(lab: ProofContext[StudFacts], finding: Finding, laps: int) -> PlannedRun:
    data = data_of(finding)
    cycle = tuple(data["cycle"])
    way = (*way_to(lab.facts, cycle[0]), *cycle[1:] * laps)
    return run_plan(lab, f"loop through {data['cycle'][0]}", Plan(way))


def _beside(lab: ProofContext[StudFacts], driven: PlannedRun, stage: str) -> str:
    """That a stage ran in addition to others when a run was in it last, where nothing follows it
    but what joins them; empty where it ran in its own turn."""
    for state in reversed(driven.run.states):
        question = lab.runtime.asks(state)
        if question is not None and question.phase == stage:
            beside = state.fork is not None and not state.fork.joining
            return f"the run reaches `{stage}` as a sibling" if beside else ""
    return ""


def _entrances(lab: ProofContext[StudFacts], driven: PlannedRun, stage: str) -> Iterator[Hashable]:
    """What matters of the states in which a stage is asked for the first time in a visit."""
    visits = set()
    for state in driven.run.states:
        question = lab.runtime.asks(state)
        if question is not None and question.phase == stage and question.visit not in visits:
            visits.add(question.visit)
            yield lab.runtime.key(lab.runtime.relax(state))
