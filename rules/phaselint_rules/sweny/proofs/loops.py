"""How the executor shows what is wrong with cycles and bounds (reference §7.3, §8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.driving import data_of, unscripted
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.proofs.bench import Plan, drive, never_enters, shown
from phaselint_rules.sweny.proofs.graph import NO_WAY, refused

if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.proofs.bench import Driven


def never_stops(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run that goes round and round ends with the step budget. Where no run comes that far,
    the loader's refusal has to do."""
    data = data_of(finding)
    code = "SELF_LOOP" if len(data["cycle_edges"]) == 1 else "UNBOUNDED_CYCLE"
    if "path" not in data:
        return refused(lab, code, unscripted(NO_WAY))
    most = lab.options["max_steps"]
    lap = data["cycle"][1:]
    lead_in = data["path"][: len(data["path"]) - len(lap)]
    rounds = (most - len(lead_in)) // len(lap) + 1
    way = (*lead_in, *lap * rounds)[: most + 1]
    proof = shown(drive(lab, f"go round {lap[-1]}", Plan(tuple(way))), _over_budget)
    return refused(lab, code, proof) if proof.status == "unproved" else proof


def overflows(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The run is ended by the step budget."""
    data = data_of(finding)
    plan = Plan(tuple(data["path"]), options={"max_steps": data["max_steps"]})
    return shown(drive(lab, "visit too many nodes", plan), _over_budget)


def _over_budget(driven: Driven) -> bool:
    return driven.run.outcome.kind == "limit"


def ends_there(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The run ends at the node."""
    way = tuple(data_of(finding)["path"])

    def holds(driven: Driven) -> bool:
        return driven.visited == way and driven.run.outcome.kind in {"completed", "failed"}

    return shown(drive(lab, f"end at {way[-1]}", Plan(way)), holds)


def forces_branch(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """At the end of the run the router is offered the conditions that are left, and no other."""
    data, edges = data_of(finding), lab.facts.workflow.edges
    left = [edges[number].target for number in data["left"]]
    plan = Plan(tuple(data["path"]), last=left[0])

    def holds(driven: Driven) -> bool:
        asked = driven.of("model:evaluate", data["node"])
        if not asked or driven.visited[: len(plan.way)] != plan.way:
            return False
        return [choice["id"] for choice in asked[-1]["choices"]] == left

    return shown(drive(lab, f"leave {data['node']} at last", plan), holds)


@by("explore")
def never_again(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run follows the edge, and complete exploration from there never comes back to it."""
    path = tuple(data_of(finding)["path"])
    driven = drive(lab, f"never go back to {path[-2]}", Plan(path))
    if driven.visited[: len(path)] != path:
        return shown(driven, lambda _: False)
    state = next(each for each in driven.run.states if each.node == path[-1])
    proof = never_enters(lab, lab.explore(state), path[-2])
    return proof._replace(script=driven.script) if proof.status == "proved" else proof
