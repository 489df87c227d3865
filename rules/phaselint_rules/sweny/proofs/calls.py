"""How the executor shows what `function` evaluators make of tool calls (reference §5.8, §8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.driving import data_of, unscripted
from phaselint_rules.sweny.proofs.bench import Plan, drive, shown
from phaselint_rules.sweny.proofs.gates import NO_RUN
from phaselint_rules.sweny.proofs.paths import NO_WAY
from phaselint_rules.sweny.proofs.samples import passing_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.proofs.bench import Driven

NOT_ASKED = "the run does not come to the evaluator: another gate fails before"


def not_offered(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run comes to the node, and no name of the tool is in what the model is offered."""
    facts = lab.facts
    names = facts.same_tool(data_of(finding)["tool"])
    driven = _visit(lab, finding, None)
    if isinstance(driven, str):
        return unscripted(driven)
    return shown(driven, lambda driven: names.isdisjoint(_offered(driven, _node(lab, finding).id)))


def fails_with_what_is_offered(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The model calls every tool that it is offered, and the evaluator fails on every attempt."""
    node = _node(lab, finding)
    driven = _visit(lab, finding, None)
    if isinstance(driven, str):
        return unscripted(driven)
    banned = {name for evaluator in node.evals for name in evaluator.no_called}
    taken = banned.union(driven.of("model:run", node.id)[-1]["disallowed"])
    offered = {*_offered(driven, node.id), *lab.facts.agent_tools} - taken
    driven = _visit(lab, finding, _answer(node, sorted(offered)))
    return _fails(lab, finding, driven)


def fails_either_way(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The model calls the tool, and the node fails; it does not, and the node fails."""
    node, tools = _node(lab, finding), data_of(finding)["tools"]
    without = _fails_as_a_whole(lab, finding, _visit(lab, finding, _answer(node, ())))
    if without.status != "proved":
        return without
    return _fails_as_a_whole(lab, finding, _visit(lab, finding, _answer(node, tools)))


def counts_as_other(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The model calls the other tool, and the evaluator takes it for this one."""
    node, data = _node(lab, finding), data_of(finding)
    evaluator, key = node.evals[data["evaluator"]], data["key"]
    asked = [name for name in evaluator.all_called if name != data["tool"]]
    driven = _visit(lab, finding, _answer(node, [*asked, data["other"]]))

    def taken(reasoning: str) -> bool:
        complained = f"{key}:" in reasoning
        return complained if key == "no_tool_called" else not complained

    return _judged(lab, finding, driven, lambda verdict: taken(verdict.get("reasoning", "")))


# --- runs -------------------------------------------------------------------------------------


def _node(lab: Lab[SwenyFacts], finding: Finding) -> Node:
    return lab.facts.nodes[data_of(finding)["node"]]


def _visit(lab: Lab[SwenyFacts], finding: Finding, answer: Any) -> Driven | str:
    """A run to the finding's node, where the model gives one answer on every attempt; or why
    there is none."""
    facts, node = lab.facts, _node(lab, finding)
    way = facts.ways.way(node.id) if facts.graph_known else ()
    if not way:
        return NO_WAY
    models = {node.id: passing_answer(node) if answer is None else answer}
    driven = drive(lab, f"{lab.rule.name} in {node.id}", Plan(way, models))
    return driven if driven.of("model:run", node.id) else driven.prevented(node.id, NO_RUN)


def _answer(node: Node, tools: Iterable[str]) -> dict[str, Any]:
    """An answer with data that pass, and with successful calls of some tools."""
    return {**passing_answer(node), "toolCalls": [{"tool": name} for name in tools]}


def _offered(driven: Driven, node: str) -> set[str]:
    """The tools that the model was offered on any attempt."""
    return {tool for given in driven.of("model:run", node) for tool in given["tools"]}


def _fails(lab: Lab[SwenyFacts], finding: Finding, driven: Driven | str) -> Proof:
    return _judged(lab, finding, driven, lambda verdict: not verdict["pass"])


def _judged(
    lab: Lab[SwenyFacts],
    finding: Finding,
    driven: Driven | str,
    holds: Callable[[Mapping[str, Any]], bool],
) -> Proof:
    """The verdict on a finding that the result of its evaluator on the last attempt is to show."""
    if isinstance(driven, str):
        return unscripted(driven)
    node, number = _node(lab, finding), data_of(finding)["evaluator"]
    verdicts = verdicts_of(driven, node)
    if not verdicts:
        return unscripted(driven.prevented(node.id, NOT_ASKED))
    return shown(driven, lambda _: holds(verdicts[number]))


def verdicts_of(driven: Driven, node: Node) -> list[Mapping[str, Any]]:
    """The results of a node's evaluators on its last visit; empty when they were not asked."""
    results = driven.results(node.id)
    found = list(results[-1].get("evals", ())) if results else []
    asked = [each["name"] for each in found] == [each.name for each in node.evals]
    return found if asked else []


def _fails_as_a_whole(lab: Lab[SwenyFacts], finding: Finding, driven: Driven | str) -> Proof:
    if isinstance(driven, str):
        return unscripted(driven)
    node = _node(lab, finding)
    functions = [at for at, each in enumerate(node.evals) if each.kind == "function"]
    verdicts = verdicts_of(driven, node)
    if not verdicts:
        return unscripted(driven.prevented(node.id, NOT_ASKED))
    return shown(driven, lambda _: any(not verdicts[at]["pass"] for at in functions))
