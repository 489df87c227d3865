"""How the executor shows what kinds and names of evaluators do (reference §5.4, §5.6, §8.4)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.gates import Rules, by_function, by_value
from phaselint.executor.driving import data_of, unscripted
from phaselint_rules.sweny.proofs.bench import Plan, drive, shown
from phaselint_rules.sweny.proofs.calls import NOT_ASKED, verdicts_of
from phaselint_rules.sweny.proofs.gates import REFUSAL
from phaselint_rules.sweny.proofs.paths import NO_WAY
from phaselint_rules.sweny.proofs.samples import passing_answer, passing_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof

NO_ANSWER = "no answer of the model could be made up that shows it"
"""A judge or a gate stands in the way, or the checks cannot be told apart."""


def passes_regardless(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The node breaks what the ignored keys say, and the evaluator passes."""
    facts, data = lab.facts, data_of(finding)
    node = facts.nodes[data["node"]]
    evaluator = node.evals[data["evaluator"]]
    other = evaluator._replace(kind="function" if evaluator.kind == "value" else "value")
    way = facts.ways.way(node.id) if facts.graph_known else ()
    if not way:
        return unscripted(NO_WAY)
    answer = _telling(facts, node, other, evaluator)
    if answer is None:
        return unscripted(NO_ANSWER)
    driven = drive(lab, f"break what {evaluator.name} ignores", Plan(way, {node.id: answer}))
    verdicts = verdicts_of(driven, node)
    if not verdicts:
        return unscripted(driven.prevented(node.id, NOT_ASKED))
    return shown(driven, lambda _: bool(verdicts[data["evaluator"]]["pass"]))


def hides_earlier(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The earlier evaluator fails and the later one passes; what comes after sees the pass."""
    facts, data = lab.facts, data_of(finding)
    node = facts.nodes[data["node"]]
    onward = facts.ways.out[node.id]
    way = facts.ways.way(node.id) if facts.graph_known else ()
    if not way:
        return unscripted(NO_WAY)
    if not onward:
        return unscripted("no node comes after this one, to which its evaluators' results matter")
    hidden, shadow = node.evals[data["hidden"]], node.evals[data["shown"]]
    answer = _telling(facts, node, hidden, shadow)
    if answer is None:
        return unscripted(NO_ANSWER)
    following = onward[0].target
    before = [verdict for name in way[:-1] for verdict in _verdicts(facts.nodes[name])]
    asks = (*before, *_verdicts(node, data["hidden"]))
    plan = Plan((*way, following), {node.id: answer}, asks)
    driven = drive(lab, f"fail the first {data['name']} of {node.id}", plan)
    verdicts = verdicts_of(driven, node)
    if not verdicts:
        return unscripted(driven.prevented(node.id, NOT_ASKED))
    if verdicts[data["hidden"]]["pass"] or not verdicts[data["shown"]]["pass"]:
        return unscripted(NO_ANSWER)
    seen = [*driven.of("model:run", following), *driven.of("model:evaluate", node.id)]
    views = [given["context"][node.id] for given in seen if node.id in given["context"]]
    if not views:
        return unscripted(f"the run does not show what `{following}` would see")
    return shown(driven, lambda _: all(view["evals"][data["name"]]["pass"] for view in views))


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
