"""How the executor shows what gates and output fields do (reference §5.4, §5.6, §8.2, §8.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.sweny.analysis.pathfaults import EVALS
from phaselint.executor.driving import data_of, unscripted
from phaselint.schema import minimal
from phaselint_rules.sweny.proofs.bench import FAILED, Plan, drive, shown
from phaselint_rules.sweny.proofs.paths import NO_WAY
from phaselint_rules.sweny.proofs.samples import passing_answer

if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.proofs.bench import Driven

REFUSAL = "VERDICT: refused\nREASONING: it does not hold"
"""A judge's answer that no judge takes for a pass."""

NO_FAILURE = "no answers could be made up that fail the gate"
OWN = "given by the model"
NO_RUN = "the model does not run on the node: its `requires` fails before"


def goes_on(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The gate is made to fail, and the next node runs all the same."""
    facts, data = lab.facts, data_of(finding)
    node, following = facts.nodes[data["node"]], data["next"]
    way = facts.ways.way(node.id)
    if not way:
        return unscripted(NO_WAY)
    made = [_eval_fails(node, way)] if node.evals else []
    made += [_requires_fails(way)] if node.requires is not None else []
    prevented = NO_FAILURE
    for plan in made:
        driven = drive(lab, f"fail {node.id}", plan._replace(way=(*way, following)))
        results = driven.results(node.id)
        if results and results[-1]["status"] == "failed":
            return shown(driven, lambda driven: driven.visited[len(way) :][:1] == (following,))
        prevented = driven.prevented(node.id, NO_FAILURE)
    return unscripted(prevented)


def _eval_fails(node: Node, way: tuple[str, ...]) -> Plan:
    """What is required of the node is there, and nothing that its evaluators ask for."""
    banned = [name for evaluator in node.evals for name in evaluator.no_called]
    answer: dict[str, Any] = {"data": minimal({**(node.output or {}), "type": "object"})}
    if not isinstance(answer["data"], dict) or _only_by_value(node):
        answer["data"] = {}
    if banned:
        answer["toolCalls"] = [{"tool": name} for name in dict.fromkeys(banned)]
    return Plan(way, {node.id: answer}, asks=(REFUSAL,))


def _only_by_value(node: Node) -> bool:
    return all(evaluator.kind == "value" for evaluator in node.evals)


def _requires_fails(way: tuple[str, ...]) -> Plan:
    """Nothing that the node requires is there."""
    return Plan(way, {name: {"data": {}} for name in way[:-1]}, given={})


def misses_field(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The model gives exactly the declared fields, and the gate misses the one that is not."""
    facts, data = lab.facts, data_of(finding)
    node, field = facts.nodes[data["node"]], data["field"]
    way = facts.ways.way(node.id) if facts.graph_known else ()
    if not way:
        return unscripted(NO_WAY)
    given = minimal({**(node.output or {}), "type": "object", "required": list(node.properties)})
    if not isinstance(given, dict) or field in given:
        return unscripted("no data could be made up that have the declared fields and no others")
    plan = Plan(way, {node.id: {**passing_answer(node), "data": given}})
    driven = drive(lab, f"give what {node.id} declares", plan)
    if not driven.of("model:run", node.id):
        return unscripted(driven.prevented(node.id, NO_RUN))
    return shown(driven, lambda driven: field in _missed(driven, node.id))


def _missed(driven: Driven, name: str) -> list[str]:
    """The fields that the gate missed on the last visit of a node."""
    results = driven.results(name)
    text = results[-1]["data"].get("error", "") if results else ""
    return str(text).partition("missing from emitted data: ")[2].split(", ")


def takes_over(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The model gives the field, and later nodes see what the runtime makes of it."""
    facts, data = lab.facts, data_of(finding)
    node, field = facts.nodes[data["node"]], data["field"]
    way = facts.ways.way(node.id) if facts.graph_known else ()
    if not way:
        return unscripted(NO_WAY)
    if finding.confidence != "high":
        return unscripted("nothing on this node makes the runtime write the field")
    if field == EVALS:
        return _hides(lab, facts, node, way)
    driven = drive(lab, f"overwrite {field} of {node.id}", _TAKEN[field](node, way))
    results = driven.results(node.id)
    written = [result["data"][field] for result in results if field in result["data"]]
    if not written and not driven.of("model:run", node.id):
        return unscripted(driven.prevented(node.id, NO_RUN))
    if field == "error" and all(result["status"] == "success" for result in results):
        return unscripted(NO_FAILURE)
    return shown(driven, lambda _: any(value != OWN for value in written))


def _hides(lab: Lab[SwenyFacts], facts: SwenyFacts, node: Node, way: tuple[str, ...]) -> Proof:
    onward = facts.ways.out[node.id]
    if not onward:
        return unscripted("no node comes after this one, to which its evaluators' results matter")
    answer = passing_answer(node)
    answer = {**answer, "data": {**answer["data"], EVALS: OWN}}
    following = onward[0].target
    plan = Plan((*way, following), {node.id: answer})
    driven = drive(lab, f"hide the evaluators of {node.id}", plan)
    if not driven.of("model:run", node.id):
        return unscripted(driven.prevented(node.id, NO_RUN))
    seen = [*driven.of("model:run", following), *driven.of("model:evaluate", node.id)]
    views = [given["context"][node.id] for given in seen if node.id in given["context"]]
    if not views:
        return unscripted(f"the run does not show what `{following}` would see")
    return shown(driven, lambda _: all(view.get(EVALS) == OWN for view in views))


def _error_taken(node: Node, way: tuple[str, ...]) -> Plan:
    plan = _eval_fails(node, way) if node.evals else Plan(way, {node.id: {"data": {}}})
    if not node.evals and not node.required:
        return _requires_fails(way)
    answer = plan.models[node.id]
    return plan._replace(models={node.id: {**answer, "data": {**answer["data"], "error": OWN}}})


def _soft_taken(node: Node, way: tuple[str, ...]) -> Plan:
    return Plan(way, {node.id: {**FAILED, "data": {**FAILED["data"], "fail_soft": OWN}}})


def _skip_taken(_: Node, way: tuple[str, ...]) -> Plan:
    return _requires_fails(way)


_TAKEN = {"error": _error_taken, "fail_soft": _soft_taken, "skipped_reason": _skip_taken}
