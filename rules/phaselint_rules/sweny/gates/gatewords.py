"""Whether conditions cover the failure of a node's gate (reference §5.12, §7.4).

A condition covers it where it is about an evaluator or about failure as such, or where it may be
true of a value that fails the gate. What cannot be read in one way counts as covering.
"""

from __future__ import annotations

import re

from phaselint.dialects.sweny.analysis.certain import cannot_fail
from phaselint.dialects.sweny.analysis.matchvalues import passes, without_pattern
from phaselint.dialects.sweny.reading.gatevalues import acceptor, unmatchable
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.javascript.texts import json_of
from phaselint.schema import Matches
from phaselint_rules.sweny.routes.readings import mentions, says, spell, typed, values_or_booleans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.conditions import Bare, Condition, Reference
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Demand, Edge, Evaluator, Match, Node
    from phaselint.schema import Test
    from phaselint_rules.sweny.routes.readings import Mention

_ABOUT_GATES = (
    r"(?i)(?<![\w.-])(?:evals?|evaluat\w+|gates?|gated|judged?|judges|unsuccessful\w*|crash\w*"
    r"|(?:not|never|n['’]t|without)\s+(?:pass\w*|succeed\w*|verif\w*))(?![\w-])"
)
"""Words about a gate as such, or about a failed gate."""

_PARTS = ("eval", "gate", "judge", "unsuccessful", "crash", "pass", "succeed", "verif")
"""Letters of which each of these words contains some."""

_OWN = frozenset({"error", "fail_soft", "skipped_reason"})
"""What the runtime writes into the data of a failed node (reference §5.4)."""


def failing(facts: SwenyFacts, node: Node) -> list[Evaluator]:
    """The evaluators of a node that declared data can fail; none if one of their paths is broken,
    which is reported by itself."""
    own = [use for use in facts.evaluated_paths if use.node is node]
    if any(use.fault not in ("", "optional", "optional-element") for use in own):
        return []
    return [each for each in node.evals if not cannot_fail(facts.evaluated_paths, each)]


def covered(facts: SwenyFacts, node: Node, edges: Sequence[Edge]) -> bool:
    """Whether some edge out of a node covers the failure of its gate."""
    return _by_default(facts, node, edges) or any(
        (condition := facts.conditions.get(edge.number)) is None
        or of_failure(facts, edge, condition)
        or _of_gate(facts, node, edge, condition)
        for edge in edges
        if edge.condition
    )


def _by_default(facts: SwenyFacts, node: Node, edges: Sequence[Edge]) -> bool:
    """Whether a default edge is left to data that fail the gate: the conditions name each value
    that passes, and none that fails."""
    gates = failing(facts, node)
    if all(edge.condition for edge in edges) or len(gates) != 1:
        return False
    if gates[0].kind != "value" or len(gates[0].matches) != 1:
        return False
    (match,) = gates[0].matches
    way = tuple(segment.name for segment in parse(match.path).segments)
    test, declared = test_of(match), values_or_booleans(node, way)
    if test is None or not declared:
        return False
    named: list[Any] = []
    for edge in edges:
        if edge.condition:
            for mention in mentions(facts, edge, facts.conditions[edge.number]):
                said = mention.comparison
                if mention.node is node and mention.fields == way and said and not said.negated:
                    named += [typed(each.text, declared) for each in said.values]
    known = set(map(spell, named))
    return all(spell(value) in known for value in declared if passes(test)(value))


def of_failure(facts: SwenyFacts, edge: Edge, condition: Condition) -> bool:
    """Whether a condition speaks of failure or evaluators as such, and not only of a value that
    happens to be called so."""
    if condition.evals or _about_gates(condition.text):
        return True
    if any(each.fields[0] in _OWN for each in condition.references):
        return True
    spans = [*_compared(condition)]
    known = {spell(v).lower() for v in _values(facts.nodes[edge.source])}
    return any(
        word.text.lower() not in known
        and not any(start <= word.start < end for start, end in spans)
        for word in condition.failures
    )


def _about_gates(text: str) -> bool:
    """Whether text contains a word about a gate; most text has no part of any."""
    plain = text.lower()
    return any(part in plain for part in _PARTS) and bool(re.search(_ABOUT_GATES, text))


def _compared(condition: Condition) -> Iterator[tuple[int, int]]:
    """Where the comparisons in some text are, with the compared values."""
    named: list[Reference | Bare] = [*condition.references, *condition.bare]
    for each in named:
        if each.comparison is not None:
            yield each.start, each.comparison.end


def _values(node: Node) -> Iterator[Any]:
    """The values that the properties of a node are declared with."""
    for field in node.properties:
        yield from values_or_booleans(node, (field,)) or ()


def _of_gate(facts: SwenyFacts, node: Node, edge: Edge, condition: Condition) -> bool:
    own = {*node.properties, *map(spell, _values(node))}
    for evaluator in node.evals:
        if evaluator.name not in own and condition.names(evaluator.name):
            return True
        tools = (*evaluator.any_called, *evaluator.all_called, *evaluator.no_called)
        if evaluator.kind == "function" and any(map(condition.names, tools)):
            return True
    named = [each for each in mentions(facts, edge, condition) if each.node is node]
    values = (each for each in node.evals if each.kind == "value")
    if any(_of_value(node, each, condition, named) for each in values):
        return True
    return _of_requires(node, condition)


def _of_requires(node: Node, condition: Condition) -> bool:
    """Whether a condition names what the `requires` of a node that it may fail reads."""
    requires = node.requires
    if requires is None:
        return False
    asked: list[Demand | Match] = [*requires.required, *requires.matches]
    for entry in asked:
        names = [segment.name for segment in parse(entry.path).segments[1:]]
        if names and condition.names(names[0]):
            return True
    return False


def _of_value(node: Node, evaluator: Evaluator, condition: Condition, named: list[Mention]) -> bool:
    """Whether a condition may be true of data that fail a `value` evaluator."""
    compared = {each.fields[0] for each in named}
    entries: list[Demand | Match] = [*evaluator.required, *evaluator.matches]
    roots = {path.segments[0].name for each in entries if not (path := parse(each.path)).error}
    if any(
        condition.names(root) and not _elsewhere(condition, node, root) for root in roots - compared
    ):
        return True
    if any(_of_match(node, each, condition, named) for each in evaluator.matches):
        return True
    demanded = roots.difference(*({parse(each.path).root} for each in evaluator.matches))
    return any(
        mention.fields[0] in demanded
        and (mention.comparison is None or not mention.comparison.values)
        for mention in named
    )


def _of_match(node: Node, match: Match, condition: Condition, named: list[Mention]) -> bool:
    """Whether a condition may be true of a value that fails a check."""
    path = parse(match.path)
    if path.error:
        return False
    way = tuple(segment.name for segment in path.segments)
    test = None if any(segment.wildcard for segment in path.segments) else test_of(match)
    own = [each for each in named if each.fields[0] == way[0]]
    if any(test is None or each.fields != way or _fails(each, test) for each in own):
        return True
    return test is not None and not own and _failing_word(node, way, test, condition)


def _elsewhere(condition: Condition, node: Node, field: str) -> bool:
    return any(r.fields[0] == field and r.node != node.id for r in condition.references)


def _fails(mention: Mention, test: Test) -> bool:
    """Whether some value that a comparison admits fails a test; so where that is not known."""
    said = mention.comparison
    if said is None or said.ranged or not said.values:
        return True
    declared = values_or_booleans(mention.node, mention.fields)
    named = [typed(each.text, declared or ()) for each in said.values]
    if said.negated:
        if declared is None:
            return True
        named = [value for value in declared if spell(value) not in set(map(spell, named))]
    return not all(map(passes(test), named))


def _failing_word(node: Node, way: tuple[str, ...], test: Test, condition: Condition) -> bool:
    """Whether text that doesn't compare the property contains a value of it that fails a test."""
    texts = [v for v in values_or_booleans(node, way) or () if isinstance(v, str)]
    return any(says(condition, each) for each in texts if not passes(test)(each))


def test_of(match: Match) -> Test | None:
    """What a check asks of a value; none where that is not known."""
    if match.operator != "matches":
        return without_pattern(match)
    accepts = None if unmatchable(match.value) else acceptor(match.value)
    return None if accepts is None else Matches(accepts, text=json_of)
