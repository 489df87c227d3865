"""How the executor shows what gates and output fields do (reference §5.4, §5.6, §8.2, §8.5)."""

from __future__ import annotations

from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import partly, unproved
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.gates.gatewords import covered
from phaselint_rules.sweny.proofs.answering import prevented, results_of, run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    node_at,
    way_to,
)
from phaselint_rules.sweny.samples import REFUSAL, failing_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

NO_FAILURE = "no answers were found that fail the gate"
NO_RUN = "the model does not run on the node: its `requires` fails first"


@checks_claim
@by("replay", "static+replay")
def goes_on(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The gate is made to fail, and the run continues to the next node anyway, without a
    question in between; and that node does not look at this one."""
    facts = lab.facts
    node = node_at(facts, finding)
    way, out = way_to(facts, node), facts.ways.out[node.id]
    if any(edge.condition for edge in out):
        return _offered(lab, finding, node, way)
    if len(out) != 1 or out[0].target == node.id:
        raise Unlike("the edge isn't the only edge out of the node")
    following = out[0].target
    if node.id in _looked_at(facts.nodes[following]):
        raise Unlike(f"`{following}` requires what the node returns")
    agree(finding, node=node.id, next=following, edge=out[0].number)

    def run_goes_on_unasked(driven: PlannedRun) -> bool:
        asked = driven.of("model:evaluate", node.id)
        return driven.visited[len(way) :][:1] == (following,) and not asked

    made = [_eval_fails(node, way)] if node.evals else []
    made += [_requires_fails(way)] if node.requires is not None else []
    return _failed(lab, node, made, (*way, following), run_goes_on_unasked)


def _offered(
    lab: ProofContext[SwenyFacts], finding: Finding, node: Node, way: tuple[str, ...]
) -> Proof:
    """The gate is made to fail, and the router is offered the same targets. That no condition is
    about it is read."""
    facts = lab.facts
    out = facts.ways.out[node.id]
    targets = list(dict.fromkeys(edge.target for edge in out))
    agree(finding, node=node.id, targets=targets)
    if not node.evals:
        raise Unlike("the node has no `eval`")
    if covered(facts, node, out):
        raise Unlike("a condition mentions the failure")

    def targets_are_offered(driven: PlannedRun) -> bool:
        questions = driven.of("model:evaluate", node.id)
        choices = questions[-1]["choices"] if questions else ()
        return {each["id"] for each in choices} == set(targets)

    proof = _failed(lab, node, [_eval_fails(node, way)], (*way, targets[0]), targets_are_offered)
    return partly(proof, "that no condition mentions the failure")


def _failed(
    lab: ProofContext[SwenyFacts],
    node: Node,
    made: Iterable[Plan],
    onward: tuple[str, ...],
    holds: Callable[[PlannedRun], bool],
) -> Proof:
    """The verdict of the first run onward in which a gate of a node fails."""
    reason = NO_FAILURE
    for plan in made:
        driven = run_plan(lab, f"fail {node.id}", plan._replace(way=onward))
        results = results_of(driven, node.id)
        if results and results[-1]["status"] == "failed":
            return shown(driven, holds)
        reason = prevented(driven, node.id, NO_FAILURE)
    return unproved(reason)


def _looked_at(node: Node) -> set[str]:
    """The names that paths of a node's `requires` start with."""
    requires = node.requires
    if requires is None:
        return set()
    paths = [check.path for check in requires.required]
    paths += [check.path for check in requires.matches]
    return {parse(path).root for path in paths}


def _eval_fails(node: Node, way: tuple[str, ...]) -> Plan:
    """Its evaluators get nothing that they ask for, and judges say no."""
    return Plan(way, {node.id: failing_answer(node)}, asks=(REFUSAL,))


def _requires_fails(way: tuple[str, ...]) -> Plan:
    """Nothing that the node requires is there."""
    return Plan(way, {name: {"data": {}} for name in way[:-1]}, given={})
