"""How the executor shows what gates and output fields do (reference §5.4, §5.6, §8.2, §8.5)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.pathfaults import EVALS
from phaselint.dialects.sweny.model import INPUT
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
    node_above,
    node_at,
    way_to,
)
from phaselint_rules.sweny.samples import FAILED, REFUSAL, failing_answer, passing_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

NO_FAILURE = "no answers were found that fail the gate"
OWN = "given by the model"
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


@checks_claim
def takes_over(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The model gives the field, and later nodes see what the runtime makes of it."""
    facts = lab.facts
    node = node_above(facts, finding, "output", "properties")
    field = finding.place.pointer[-1]
    agree(finding, node=node.id, field=field)
    way = way_to(facts, node)
    if field not in node.properties or field not in (EVALS, *_TAKEN):
        raise Unlike("the contract declares no such field, or the runtime does not write it")
    if finding.confidence != "high":
        return unproved("the runtime never writes the field for this node")
    if field == EVALS:
        return _hides(lab, facts, node, way)
    driven = run_plan(lab, f"overwrite {field} of {node.id}", _TAKEN[str(field)](node, way))
    results = results_of(driven, node.id)
    written = [result["data"][field] for result in results if field in result["data"]]
    if not written and not driven.of("model:run", node.id):
        return unproved(prevented(driven, node.id, NO_RUN))
    if field == "error" and all(result["status"] == "success" for result in results):
        return unproved(NO_FAILURE)
    return shown(driven, any(value != OWN for value in written))


def _hides(
    lab: ProofContext[SwenyFacts], facts: SwenyFacts, node: Node, way: tuple[str, ...]
) -> Proof:
    onward = facts.ways.out[node.id]
    if not onward or not node.evals:
        return unproved("no later node depends on the results of its evaluators")
    if node.id == INPUT:
        return unproved("before its first visit, the run input takes the place of the node")
    answer = passing_answer(node)
    answer = {**answer, "data": {**answer["data"], EVALS: OWN}}
    following = onward[0].target
    plan = Plan((*way, following), {node.id: answer})
    driven = run_plan(lab, f"hide the evaluators of {node.id}", plan)
    if not driven.of("model:run", node.id):
        return unproved(prevented(driven, node.id, NO_RUN))
    seen = [*driven.of("model:run", following), *driven.of("model:evaluate", node.id)]
    views = [given["context"][node.id] for given in seen if node.id in given["context"]]
    if not views:
        return unproved(f"the run doesn't show what `{following}` would see")
    hides = not facts.is_next  # where results win, the field is dropped
    return shown(driven, all((view.get(EVALS) == OWN) is hides for view in views))


def _error_taken(node: Node, way: tuple[str, ...]) -> Plan:
    plan = _eval_fails(node, way) if node.evals else Plan(way, {node.id: {"data": {}}})
    if not node.evals and not node.required:
        return _requires_fails(way)
    answer = plan.answers[node.id]
    return plan._replace(answers={node.id: {**answer, "data": {**answer["data"], "error": OWN}}})


def _soft_taken(node: Node, way: tuple[str, ...]) -> Plan:
    return Plan(way, {node.id: {**FAILED, "data": {**FAILED["data"], "fail_soft": OWN}}})


def _skip_taken(_: Node, way: tuple[str, ...]) -> Plan:
    return _requires_fails(way)


_TAKEN = {"error": _error_taken, "fail_soft": _soft_taken, "skipped_reason": _skip_taken}
