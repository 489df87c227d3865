"""How the executor shows what kinds and names of evaluators do (reference §5.4, §5.6, §8.4)."""

from __future__ import annotations

from itertools import product

from phaselint.dialects.sweny.analysis.pathfaults import EVALS
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.reading.shapes import TOOL_RULES
from phaselint.dialects.sweny.running.gates import Rules, by_function, by_value
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import unproved
from phaselint_rules.sweny.evals.proofs.evaltools import verdicts_of
from phaselint_rules.sweny.gates.proofs.gates import REFUSAL
from phaselint_rules.sweny.proofs.answering import run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    evaluator_at,
    node_above,
    pointer_of,
    way_to,
)
from phaselint_rules.sweny.samples import passing_answer, passing_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

NO_ANSWER = "no model answer that shows it was found"
"""A judge or a gate prevents it, or the checks can't be told apart."""


@checks_claim
def passes_regardless(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The node breaks what the ignored keys say, and the evaluator passes."""
    facts = lab.facts
    deep = 1 if pointer_of(facts, finding)[-1:] == ("kind",) else 2
    node = node_above(facts, finding, "eval", deep=1 + deep)
    number, evaluator = evaluator_at(node, finding)
    own = "function" if evaluator.kind == "function" else "value"
    foreign = [key for key in evaluator.rule_keys if (key in TOOL_RULES) != (own == "function")]
    agree(finding, node=node.id, evaluator=evaluator.pointer[-1], ignored=foreign)
    if not foreign or evaluator.kind == "judge":
        raise Unlike("the evaluator doesn't ignore any of its keys")
    other = evaluator._replace(kind="function" if evaluator.kind == "value" else "value")
    way = way_to(facts, node)
    answer = _telling(facts, node, other, evaluator)
    if answer is None:
        return unproved(NO_ANSWER)
    driven = run_plan(lab, f"break what {evaluator.name} ignores", Plan(way, {node.id: answer}))
    verdicts = verdicts_of(driven, node)
    return shown(driven, bool(verdicts[number]["pass"]))


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
    answer = _telling(facts, node, hidden, shadow)
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
    answers = [
        REFUSAL if at == refused else f"VERDICT: {judge.pass_when}\nREASONING: fine"
        for at, judge in enumerate(node.evals)
        if judge.kind == "judge"
    ]
    retry = node.retry
    if not answers or refused is None or retry is None:
        return tuple(answers)
    asked = ["Look at it once more."] if retry.instruction in ("auto", "reflect") else []
    return tuple([*answers, *asked] * (retry.max + 1))


# --- answers that tell two evaluators apart ---------------------------------------------------


def _telling(
    facts: SwenyFacts, node: Node, failing: Evaluator, passing: Evaluator
) -> dict[str, Any] | None:
    """An answer with which one evaluator fails and another passes, as far as no judge is asked;
    none where none was found."""
    rules = Rules(facts.alias_classes, facts.documented)
    holds: Mapping[str, Callable[[Evaluator, Any, Any], bool]] = {
        "value": lambda each, data, _: by_value(each, data, rules).passed,
        "function": lambda each, _, calls: by_function(each, calls, rules).passed,
    }
    for data, calls in product(_data(node, passing), _calls(node, failing, passing)):
        fails = failing.kind == "judge" or not holds[failing.kind](failing, data, calls)
        if fails and (passing.kind == "judge" or holds[passing.kind](passing, data, calls)):
            return {"data": data, "toolCalls": calls}
    return None


def _data(node: Node, passing: Evaluator) -> Iterator[dict[str, Any]]:
    """Data that have the required fields, with nothing in them; then with what one evaluator
    asks for, there alone or everywhere; then with what all ask for."""
    nothing = dict.fromkeys(node.required)
    yield nothing
    wanted = passing_data(node._replace(evals=(passing,)))
    roots = {parse(demand.path).root for demand in passing.required}
    roots |= {parse(match.path).root for match in passing.matches}
    yield {**nothing, **{name: value for name, value in wanted.items() if name in roots}}
    yield wanted
    yield passing_data(node)


def _calls(node: Node, failing: Evaluator, passing: Evaluator) -> Iterator[list[dict[str, Any]]]:
    """Tool calls: none, what one evaluator asks for, what another bans, both, what all ask for."""
    wanted = [{"tool": name} for name in (*passing.any_called[:1], *passing.all_called)]
    banned = [{"tool": name} for name in failing.no_called]
    yield from ([], wanted, banned, [*wanted, *banned])
    yield passing_answer(node).get("toolCalls", [])
