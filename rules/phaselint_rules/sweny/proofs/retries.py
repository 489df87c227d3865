"""Proofs about attempts, policies and judges (reference sweny §8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.sweny.model import INPUT
from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC
from phaselint_rules.sweny.proofs.bench import FAILED, Plan, drive, shown
from phaselint_rules.sweny.proofs.samples import passing_answer, run_input

if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.proofs.bench import Driven

MARK = "the-value-that-the-rubric-means"
"""A value that stands where the rubric looks for one."""


def _at(
    lab: Lab[SwenyFacts],
    finding: Finding,
    name: str,
    answer: Any,
    holds: Callable[[Driven, str], bool],
) -> Proof:
    """The verdict of a run to the finding's node, where the model gives one answer."""
    facts, node = lab.facts, data_of(finding)["node"]
    way = facts.ways.way(node) if facts.graph_known else ()
    if not way:
        return unscripted("no run comes to the node")
    models = {} if answer is None else {node: answer}
    driven = drive(lab, f"{name} of {node}", Plan(way, models))
    return shown(driven, lambda each: holds(each, node))


def single_attempt(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """An answer that fails the evaluators is the only attempt."""
    node = lab.facts.nodes[data_of(finding)["node"]]
    judged = [each for each in node.evals if each.kind == "judge"]
    if judged and len(judged) == len(node.evals) and not node.required:
        facts = lab.facts
        way = facts.ways.way(node.id) if facts.graph_known else ()
        asks = tuple(f"VERDICT: not_{each.pass_when}\nREASONING: no" for each in judged)
        driven = drive(lab, f"fail the judges of {node.id}", Plan(way, asks=asks))
        return shown(driven, lambda each: _failed_once(each, node.id))
    return _at(lab, finding, "fail the evaluators", {"data": {}}, _failed_once)


def _failed_once(driven: Driven, node: str) -> bool:
    results = driven.results(node)
    return (
        len(driven.of("model:run", node)) == 1
        and len(results) == 1
        and results[0]["status"] == "failed"
    )


def never_retried(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A model run that fails is the only attempt."""
    return _at(lab, finding, "fail the model run", FAILED, _failed_once)


def policy_throws(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The run ends with an exception once the node has run. Without evaluators nothing is asked
    of the policy, and the loader's refusal is a fact of the document."""
    if not lab.facts.nodes[data_of(finding)["node"]].evals:
        return STATIC
    return _at(lab, finding, "apply the policy", None, _throws)


def _throws(driven: Driven, node: str) -> bool:
    outcome = driven.run.outcome
    return bool(driven.of("model:run", node)) and outcome.kind == "error"


def gates_skipped(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The model run fails, and the node is a success without evaluator results."""
    return _at(lab, finding, "fail the model run", FAILED, _soft)


def _soft(driven: Driven, node: str) -> bool:
    results = driven.results(node)
    return bool(results) and results[0]["status"] == "success" and not results[0].get("evals")


def judge_does_not_see(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """What the rubric names has a value that can be told, and the judge's prompt lacks it."""
    data = data_of(finding)
    facts, node = lab.facts, data["node"]
    way = facts.ways.way(node) if facts.graph_known else ()
    if not way:
        return unscripted("no run comes to the node")
    on_way = [facts.nodes[name] for name in way]
    given = run_input(facts, on_way)
    models: dict[str, Any] = {}
    for root, field in (name.split(".") for name in data["named"]):
        if root == INPUT:
            given = {**given, field: MARK}
        elif root in way:
            answer = models.get(root) or passing_answer(facts.nodes[root], on_way)
            models[root] = {**answer, "data": {**answer["data"], field: MARK}}
    driven = drive(lab, f"ask the judge {data['evaluator']}", Plan(way, models, given=given))
    rubric = next(e.rubric for e in facts.nodes[node].evals if e.name == data["evaluator"])

    def blind(each: Driven) -> bool:
        prompts = [ask["prompt"] for ask in each.of("model:ask", node)]
        shown_to_judge = [prompt for prompt in prompts if rubric in prompt]
        return bool(shown_to_judge) and not any(MARK in prompt for prompt in shown_to_judge)

    return shown(driven, blind)
