"""Answers that tell two evaluators of a node apart (reference sweny §5.6, §5.8)."""

from __future__ import annotations

from itertools import product

from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.gates import Rules, by_function, by_value
from phaselint_rules.sweny.samples import passing_answer, passing_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Evaluator, Node

NO_ANSWER = "no model answer that shows it was found"
"""A judge or a gate prevents it, or the checks can't be told apart."""


def passes(facts: SwenyFacts, node: Node, answer: Mapping[str, Any]) -> bool:
    """Whether all evaluators of a node pass with an answer, as far as no judge is asked."""
    rules = Rules(facts.alias_classes, facts.documented)
    return all(
        by_value(each, answer["data"], rules).passed
        if each.kind == "value"
        else by_function(each, answer["toolCalls"], rules).passed
        for each in node.evals
        if each.kind != "judge"
    )


def telling(
    facts: SwenyFacts, node: Node, failing: Evaluator, passing: Evaluator
) -> dict[str, Any] | None:
    """An answer with which one evaluator fails and another passes, as far as no judge is asked;
    none where none was found."""
    rules = Rules(facts.alias_classes, facts.documented)
    holds: Mapping[str, Callable[[Evaluator, Any, Any], bool]] = {
        "value": lambda each, data, _: by_value(each, data, rules).passed,
        "function": lambda each, _, calls: by_function(each, calls, rules).passed,
    }
    for data, calls in product(_data(facts, node, passing), _calls(facts, node, failing, passing)):
        fails = failing.kind == "judge" or not holds[failing.kind](failing, data, calls)
        if fails and (passing.kind == "judge" or holds[passing.kind](passing, data, calls)):
            return {"data": data, "toolCalls": calls}
    return None


def _data(facts: SwenyFacts, node: Node, passing: Evaluator) -> Iterator[dict[str, Any]]:
    """Data that have the required fields, with nothing in them; then with what one evaluator
    asks for, there alone or everywhere; then with what all ask for."""
    nothing = dict.fromkeys(node.required)
    yield nothing
    wanted = passing_data(node._replace(evals=(passing,)))
    roots = {parse(demand.path).root for demand in passing.required}
    roots |= {parse(match.path).root for match in passing.matches}
    yield {**nothing, **{name: value for name, value in wanted.items() if name in roots}}
    yield wanted
    yield facts.of_node(passing_data, node)


def _calls(
    facts: SwenyFacts, node: Node, failing: Evaluator, passing: Evaluator
) -> Iterator[list[dict[str, Any]]]:
    """Tool calls: none, what one evaluator asks for, what another bans, both, what all ask for."""
    wanted = [{"tool": name} for name in (*passing.any_called[:1], *passing.all_called)]
    banned = [{"tool": name} for name in failing.no_called]
    yield from ([], wanted, banned, [*wanted, *banned])
    yield facts.of_node(passing_answer, node).get("toolCalls", [])
