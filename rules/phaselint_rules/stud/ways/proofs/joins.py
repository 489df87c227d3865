"""How the executor shows what is wrong with joins (reference §5.9)."""

from __future__ import annotations

from phaselint.executor.planning import Plan
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.stud.proofs.answering import run_plan
from phaselint_rules.stud.proofs.claims import checks_claim, way_at
from phaselint_rules.stud.ways.proofs.graph import NO_WAY, tried, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

PARALLEL = "parallel"
POLICY = unproved("a run also accepts a join that isn't a sibling")


def _read_fan(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    """What an alternative starts side by side, and where it is joined."""
    found = way_at(facts, finding)
    if found is None or found[1].execution != PARALLEL:
        return None
    stage, result = found
    read = {"stage": stage, "join": result.join, "siblings": list(result.stages)}
    return {**read, "policy": facts.join_policy}


@checks_claim(_read_fan)
def ends_there(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The siblings run, and the run ends at the unknown join."""
    data = data_of(finding)
    if "path" not in data:
        return NO_WAY
    join = data["join"]
    if join in lab.facts.stages:
        return POLICY
    plan = Plan((*data["path"], *data["siblings"][:1]), onward=True)
    driven = run_plan(lab, f"join in {join}", plan)
    return tried(driven, unknown(driven, join))


def _read_twice(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    read = _read_fan(facts, finding)
    if read is None:
        return None
    at = finding.place.pointer[-1]
    named = read["siblings"][at] if isinstance(at, int) and at < len(read["siblings"]) else None
    return {**read, "sibling": named}


@checks_claim(_read_twice)
def runs_twice(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run of the fan-out enters the stage twice, be it as a sibling again or as the join."""
    data = data_of(finding)
    if "path" not in data:
        return NO_WAY
    name = data.get("sibling") or data["join"]
    others = [each for each in data["siblings"] if each != name]
    plan = Plan((*data["path"], *(others[:1] or [name])), onward=True)
    driven = run_plan(lab, f"run {name} twice", plan)
    entered = _in_group(driven.visited, data["path"], {*data["siblings"]})
    return tried(driven, entered.count(name) > 1, "the run ends before that")


def _in_group(
    visited: Sequence[str], path: Sequence[str], siblings: Collection[str]
) -> Sequence[str]:
    """The stages entered from the end of a way on, as long as they are siblings."""
    after = visited[len(path) :] if list(visited[: len(path)]) == list(path) else ()
    for number, name in enumerate(after):
        if name not in siblings:
            return after[:number]
    return after


def _read_lone(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    """The join of an alternative that starts nothing side by side."""
    found = way_at(facts, finding)
    if found is None or found[1].execution == PARALLEL or found[1].join is None:
        return None
    stage, result = found
    read = {"stage": stage, "join": result.join, "execution": result.execution}
    return {**read, "next": list(result.stages)}


@checks_claim(_read_lone)
def never_joined(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run goes this way, and the join is not entered after it."""
    data = data_of(finding)
    if "path" not in data:
        return NO_WAY
    way = (*data["path"], *data["next"][:1])
    driven = run_plan(lab, f"never join in {data['join']}", Plan(way))
    later = data["join"] in driven.visited[len(data["path"]) :]
    if later and data["join"] not in lab.facts.roles.flow(way[-1]):
        return unproved("it runs there for another reason", driven.script)
    return tried(driven, not driven.left and driven.visited[: len(way)] == way)
