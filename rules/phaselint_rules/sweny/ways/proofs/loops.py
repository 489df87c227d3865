"""How the executor shows what is wrong with cycles and bounds (reference §7.3, §8.2)."""

from __future__ import annotations

from collections import Counter

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import unproved
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.proofs.answering import run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    edge_at,
    pointer_of,
    require_run_to,
    said,
    walk_of,
)
from phaselint_rules.sweny.proofs.visits import never_enters
from phaselint_rules.sweny.ways.proofs.graph import NO_WAY, refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

BOUND = "max_iterations"


@checks_claim
def never_stops(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A run that never leaves the loop ends with the step budget. If no run gets that far,
    the loader's refusal has to do."""
    facts = lab.facts
    cycle = _cycle(facts, finding)
    code = "SELF_LOOP" if len(cycle) == 1 else "UNBOUNDED_CYCLE"
    if "path" not in said(finding):
        return refused(lab, code, unproved(NO_WAY))
    walk = walk_of(facts, finding)
    if walk[-len(cycle) :] != cycle:
        raise Unlike("the run of the finding doesn't follow the cycle")
    most = lab.options["max-steps"]
    lead_in = [edge.source for edge in walk[: -len(cycle)]] + [cycle[0].source]
    lap = [edge.target for edge in cycle]
    rounds = (most - len(lead_in)) // len(lap) + 1
    way = (*lead_in, *lap * rounds)[: most + 1]
    proof = shown(run_plan(lab, f"loop at {lap[-1]}", Plan(way)), _over_budget)
    return refused(lab, code, proof) if proof.status == "unproved" else proof


def _cycle(facts: SwenyFacts, finding: Finding) -> tuple[Edge, ...]:
    """The edges of the cycle of a finding, which is at the last edge, if none
    of them has a bound. Raises Unlike."""
    last = edge_at(facts, finding)
    numbers = said(finding).get("cycle_edges")
    known = {edge.number: edge for edge in facts.workflow.edges if edge.most is None}
    listed = numbers if isinstance(numbers, list) else []
    cycle = tuple(known[each] for each in listed if isinstance(each, int) and each in known)
    targets = [edge.target for edge in cycle]
    closed = [edge.source for edge in cycle] == targets[-1:] + targets[:-1]
    if not cycle or cycle[-1] != last or not closed or len(cycle) != len(listed):
        raise Unlike("the contract has no such cycle without a bound")
    agree(finding, cycle=[cycle[0].source, *targets])
    return cycle


@checks_claim
def overflows(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The run is ended by the step budget."""
    facts = lab.facts
    walk = walk_of(facts, finding)
    followed = Counter(edge for edge in walk if edge.most is not None)
    most = facts.options["max-steps"]
    agree(finding, max_steps=most)
    if followed:
        edge = edge_at(facts, finding, BOUND)
        if followed[edge] < max(followed.values()):
            raise Unlike("the run of the finding follows another edge more often")
    elif pointer_of(facts, finding) != ("edges",):
        raise Unlike("the run of the finding doesn't follow an edge with a bound")
    plan = Plan(_path(facts, walk), options={"max-steps": most})
    return shown(run_plan(lab, "visit too many nodes", plan), _over_budget)


def _over_budget(driven: PlannedRun) -> bool:
    return driven.run.outcome.kind == "limit"


def _path(facts: SwenyFacts, walk: Sequence[Edge]) -> tuple[str, ...]:
    """The nodes that a run along some edges visits."""
    return (facts.workflow.entry, *(edge.target for edge in walk))


@checks_claim
def ends_there(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The run ends at the node, though edges lead on from it: all of them are used up."""
    facts = lab.facts
    edge = edge_at(facts, finding, BOUND)
    out = facts.ways.out[edge.source]
    agree(finding, node=edge.source, spent=[each.number for each in out])
    if out[0] != edge or any(each.most is None for each in out):
        raise Unlike("the node has an out-edge without a bound")
    require_run_to(facts, finding, edge.source)
    way = _path(facts, walk_of(facts, finding))

    def run_ends_there(driven: PlannedRun) -> bool:
        return driven.visited == way and driven.run.outcome.kind in {"completed", "failed"}

    return shown(run_plan(lab, f"end at {way[-1]}", Plan(way)), run_ends_there)


@checks_claim
def forces_branch(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """At the end of the run the router is offered the conditions that are left, and no other."""
    facts, data = lab.facts, said(finding)
    edge = edge_at(facts, finding, BOUND)
    node, out = edge.source, facts.ways.out[edge.source]
    spent = data.get("spent")
    left = [each for each in out if isinstance(spent, list) and each.number not in spent]
    used = [each.number for each in out if each not in left]
    agree(finding, node=node, spent=used, left=[each.number for each in left])
    if used[:1] != [edge.number] or not left or not all(each.condition for each in left):
        raise Unlike("the contract has no such conditions at the node")
    require_run_to(facts, finding, node)
    targets = [each.target for each in left]
    plan = Plan(_path(facts, walk_of(facts, finding)), last=targets[0])

    def router_has_only_targets(driven: PlannedRun) -> bool:
        asked = driven.of("model:evaluate", node)
        if not asked or driven.visited[: len(plan.way)] != plan.way:
            return False
        return [choice["id"] for choice in asked[-1]["choices"]] == targets

    return shown(run_plan(lab, f"leave {node} at last", plan), router_has_only_targets)


@checks_claim
@by("explore")
def never_again(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A run follows the edge, and complete exploration from there never comes back to it."""
    facts = lab.facts
    edge, walk = edge_at(facts, finding, BOUND), walk_of(facts, finding)
    if edge.most is None or walk[-1:] != (edge,):
        raise Unlike("the contract has no such bound")
    path = _path(facts, walk)
    driven = run_plan(lab, f"never go back to {edge.source}", Plan(path))
    if driven.visited[: len(path)] != path:
        return shown(driven, False)
    state = next((each for each in driven.run.states if each.node == edge.target), None)
    if state is None:
        return unproved("no question is asked at the target of the edge")
    proof = never_enters(lab, lab.explore(state), edge.source)
    return proof._replace(script=driven.script) if proof.status == "proved" else proof
