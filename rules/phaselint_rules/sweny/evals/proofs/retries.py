"""Proofs about attempts, policies and judges (reference sweny §8.4)."""

from __future__ import annotations

from phaselint.dialects.sweny.model import INPUT
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import unproved
from phaselint.javascript.texts import json_of
from phaselint.schema import minimal
from phaselint_rules.sweny.proofs.answering import prevented, run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    evaluator_at,
    node_above,
    said,
    way_to,
)
from phaselint_rules.sweny.samples import passing_answer, run_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

MARK = "the-value-that-the-rubric-means"
"""A value at the place where the rubric looks for it."""


@checks_claim
def judge_does_not_see(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """What the rubric names has a value that can be told, and the judge's prompt lacks it."""
    from phaselint_rules.sweny.evals.rubrics import out_of_scope

    facts = lab.facts
    node = node_above(facts, finding, "eval", deep=2)
    _, judge = evaluator_at(node, finding)
    if "paths" in said(finding):
        return _not_given(lab, finding, node, judge)
    named = out_of_scope(facts, node, judge.rubric)
    agree(finding, node=node.id, evaluator=judge.name, named=list(named))
    if judge.kind != "judge" or not named:
        raise Unlike("no judge with such a rubric is called at the node")
    way = way_to(facts, node)
    on_way = [facts.nodes[name] for name in way]
    given = run_input(facts, on_way)
    models: dict[str, Any] = {}
    for root, field in (name.split(".") for name in named):
        if root == INPUT:
            given = {**given, field: MARK}
        elif root in way:
            answer = models.get(root) or passing_answer(facts.nodes[root], on_way)
            models[root] = {**answer, "data": {**answer["data"], field: MARK}}
    driven = run_plan(lab, f"ask the judge {judge.name}", Plan(way, models, given=given))
    return _judged(driven, node, judge, lambda prompt: MARK not in prompt)


def _not_given(
    lab: ProofContext[SwenyFacts], finding: Finding, node: Node, judge: Evaluator
) -> Proof:
    """The node gives all that it declares, and what the judge is shown has no such key."""
    from phaselint_rules.sweny.evals.rubrics import undeclared

    paths = [each.path for each in undeclared(lab.facts, node, judge.rubric)]
    agree(finding, node=node.id, evaluator=judge.name, paths=paths)
    if judge.kind != "judge" or not paths:
        raise Unlike("the rubric uses only declared fields")
    whole = {**(node.output or {}), "type": "object", "required": [*node.properties]}
    data = minimal(whole)
    if not isinstance(data, dict):
        return unproved("no data with the declared fields was found")
    answer = {**passing_answer(node), "data": data}
    plan = Plan(way_to(lab.facts, node), {node.id: answer})
    driven = run_plan(lab, f"ask the judge {judge.name}", plan)
    given = json_of(data, 2)
    lacking = not any(_has(data, path.split(".")[2:]) for path in paths)
    return _judged(driven, node, judge, lambda prompt: lacking and given in prompt)


def _has(data: Any, names: Sequence[str]) -> bool:
    for name in names:
        if not isinstance(data, dict) or name not in data:
            return False
        data = data[name]
    return True


def _judged(
    driven: PlannedRun, node: Node, judge: Evaluator, holds: Callable[[str], bool]
) -> Proof:
    """Whether a judge is asked, and something holds of all that it is shown."""
    if not driven.of("model:ask", node.id):
        return unproved(prevented(driven, node.id, "no judge of the node is called"))

    def shows(each: PlannedRun) -> bool:
        prompts = [ask["prompt"] for ask in each.of("model:ask", node.id)]
        prompts = [prompt for prompt in prompts if judge.rubric in prompt]
        return bool(prompts) and all(map(holds, prompts))

    return shown(driven, shows)
