"""How the executor shows what kinds and names of evaluators do (reference §5.4, §5.6, §8.4)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.pathfaults import EVALS
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import unproved
from phaselint_rules.sweny.evals.contrast import NO_ANSWER, telling
from phaselint_rules.sweny.evals.proofs.evaltools import verdicts_of
from phaselint_rules.sweny.proofs.answering import run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    evaluator_at,
    node_above,
    way_to,
)
from phaselint_rules.sweny.samples import REFUSAL, all_attempts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


@checks_claim
def hides_earlier(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The earlier evaluator fails and the later one passes; what comes after sees the pass."""
    facts = lab.facts
    node = node_above(facts, finding, "eval", deep=2)
    number, shadow = evaluator_at(node, finding)
    hidden = next(each for each in node.evals if each.name == shadow.name)
    first, name = node.evals.index(hidden), shadow.name
    agree(finding, node=node.id, name=name, hidden=hidden.pointer[-1], shown=shadow.pointer[-1])
    if first == number:
        raise Unlike("no earlier evaluator has the name")
    *_, (number, shadow) = (each for each in enumerate(node.evals) if each[1].name == name)
    way, onward = way_to(facts, node), facts.ways.out[node.id]
    if not onward:
        return unproved("no later node depends on the results of its evaluators")
    answer = telling(facts, node, hidden, shadow)
    if answer is None:
        return unproved(NO_ANSWER)
    following = onward[0].target
    before = [verdict for each in way[:-1] for verdict in _verdicts(facts.nodes[each])]
    asks = (*before, *_verdicts(node, first))
    plan = Plan((*way, following), {node.id: answer}, asks)
    driven = run_plan(lab, f"fail the first {name} of {node.id}", plan)
    verdicts = verdicts_of(driven, node)
    if verdicts[first]["pass"] or not verdicts[number]["pass"]:
        return unproved(NO_ANSWER)
    seen = [*driven.of("model:run", following), *driven.of("model:evaluate", node.id)]
    views = [given["context"][node.id] for given in seen if node.id in given["context"]]
    if not views:
        return unproved(f"the run doesn't show what `{following}` would see")
    if EVALS in node.properties or any(name not in view.get(EVALS, ()) for view in views):
        return unproved("a field of the node hides the results of its evaluators")
    return shown(driven, all(view[EVALS][name]["pass"] for view in views))


def _verdicts(node: Node, refused: int | None = None) -> tuple[str, ...]:
    """The answers of a node's judges: all pass; or, on every attempt, all but one, and what a
    retry asks."""
    answers = tuple(
        REFUSAL if at == refused else f"VERDICT: {judge.pass_when}\nREASONING: fine"
        for at, judge in enumerate(node.evals)
        if judge.kind == "judge"
    )
    return answers if not answers or refused is None else all_attempts(node, answers)
