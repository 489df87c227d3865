"""Conditions that are expressions (reference sweny §11.4)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.decided import decided_by_expressions, mixed, undecided
from phaselint.dialects.sweny.analysis.exhaustion import Exhausted
from phaselint.dialects.sweny.reading.expressionvalues import MISSING
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import joined, message, quote, retold
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.sweny.needs import NEXT, NEXT_GRAPH, SOUND
from phaselint_rules.sweny.run_descriptions import (
    arrow,
    edge_place,
    node_place,
    run_data,
    run_steps,
)
from phaselint_rules.sweny.run_descriptions import spent as spent_lines
from phaselint_rules.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.decided import Field, Undecided
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint.vocabulary.message import Message

EXPR = ("when", "expr")


@rule("SW809", ERROR, needs=NEXT, complete_if=SOUND)
def when_expression_invalid(facts: SwenyFacts) -> Iterator[Finding]:
    """Condition expression that the loader refuses

    What:
        With the option `target = "next"`: `expr` of an edge has a syntax error; a path in it names
        a node that doesn't exist or hasn't run yet, or a field that the node doesn't declare; a
        field is compared with a value that its type or `enum` rules out; or a non-boolean value is
        used as a condition.
    Why:
        The loader refuses the file with `INVALID_WHEN_EXPRESSION`.
    Bad:
        edges: [{from: assess, to: deploy, when: {expr: "assess.verdict = 'pass'"}}]
    Good:
        edges: [{from: assess, to: deploy, when: {expr: "assess.verdict == 'pass'"}}]
    Fix:
        Write a path as `node.field`, with a declared field; put strings in quotes; double `==`,
        `&&` and `||`.
    Source:
        sweny §11.3, §11.4
    """
    for edge in facts.edges:
        for fault in facts.expression_faults.get(edge.number, ()):
            yield Finding(
                facts.place((*edge.pointer, *EXPR)),
                message(
                    "the loader refuses the expression of {}: {}", arrow(edge), retold(fault.reason)
                ),
                meant(fault.found, fault.names, "correct the expression"),
            )


@rule("SW810", ERROR, needs=NEXT, complete_if=SOUND)
def mixed_when_forms(facts: SwenyFacts) -> Iterator[Finding]:
    """Expressions mixed with prose conditions

    What:
        With the option `target = "next"`: of the edges out of a node, at least one has an
        expression as its `when`, and another has prose.
    Why:
        The engine evaluates expressions and the model decides prose conditions, but not both for
        one node: the loader refuses the file with `MIXED_EDGE_CONDITIONS`.
    Bad:
        edges:
          - {from: assess, to: deploy, when: {expr: "assess.verdict == 'pass'"}}
          - {from: assess, to: stop, when: the verdict is fail}
    Good:
        edges:
          - {from: assess, to: deploy, when: {expr: "assess.verdict == 'pass'"}}
          - {from: assess, to: stop}
    Fix:
        Write all of them as expressions, or all as prose.
    Source:
        sweny §11.3, §11.4
    """
    for name, edges in facts.ways.out.items():
        texts = tuple(mixed(edges))
        if texts:
            first, *others = texts
            expressions = [edge for edge in edges if edge.expr]
            yield Finding(
                edge_place(facts, first, "when"),
                message("the conditions out of {} mix prose and expressions", quote(name)),
                "write all of them as expressions, or all as prose",
                related=(
                    *(Related(edge_place(facts, edge, "when"), "also prose") for edge in others),
                    *(_decided(facts, edge) for edge in expressions),
                ),
            )


def _decided(facts: SwenyFacts, edge: Edge) -> Related:
    return Related(facts.place((*edge.pointer, *EXPR)), "expression")


@rule(
    "SW811",
    WARNING,
    needs=NEXT_GRAPH,
    prove="next.proofs.expressions:ends_undecided",
    complete_if=SOUND,
    ends="failure",
)
def when_expressions_overlap(facts: SwenyFacts) -> Iterator[Finding]:
    """Expressions that are all false, or true at once, for some data

    What:
        With the option `target = "next"`: the expressions out of a node read fields with few
        declared values (`enum`, `const`, boolean). For some of these values, two expressions are
        true, or all are false and no edge without condition and bound leaves the node. An edge
        whose bound is used up counts as absent. If a field is missing, an expression that reads it
        is unknown, and SWEny calls the router.
    Why:
        The run ends with a `RouteEvaluationError`, even if two expressions are true and a default
        exists.
    Bad:
        edges: [{from: assess, to: deploy, when: {expr: "assess.verdict == 'pass'"}}]
    Good:
        edges:
          - {from: assess, to: deploy, when: {expr: "assess.verdict == 'pass'"}}
          - {from: assess, to: stop}
    Fix:
        Add an edge without a condition, or make the expressions exclude each other.
    Dry run:
        The nodes return the data in the finding, and the run ends with the error.
    Source:
        sweny §11.4
    """
    for name, edges in facts.ways.out.items():
        decided = decided_by_expressions(edges) and not any(
            edge.number in facts.expression_faults for edge in edges
        )
        if not decided or name not in facts.ways.reach:
            continue
        for arrival in _arrivals(facts, name):
            live = [edge for edge in edges if edge not in arrival.spent]
            found = undecided(facts.nodes, live)
            if found is not None:
                yield _overlap(facts, arrival, live, found)
                break


def _arrivals(facts: SwenyFacts, name: str) -> Iterator[Exhausted]:
    """Runs that reach a node: with no bound of its edges used up, and with some."""
    yield Exhausted(name, facts.run_to(name) or (), ())
    if facts.loops_known:
        yield from (found for found in facts.exhaustion.forced if found.node == name)


def _overlap(
    facts: SwenyFacts, arrival: Exhausted, live: Sequence[Edge], found: Undecided
) -> Finding:
    name, taken, spent = arrival.node, found.taken, arrival.spent
    how = (
        message("{} are true at once", joined(" and ", map(arrow, taken)))
        if taken
        else message("all expressions out of {} are false, and it has no default", quote(name))
    )
    late = message(", once {} used up", _used_up(spent)) if spent else ""
    first = taken[0] if taken else next(edge for edge in live if edge.expr)
    others = taken[1:] or [edge for edge in live if edge.expr and edge is not first]
    return Finding(
        facts.place((*first.pointer, *EXPR)) if taken else node_place(facts, name),
        message("if {}, {}{}", _assignment_text(found.assignment), how, late),
        "make the expressions exclude each other"
        if taken
        else f"add an edge without a condition and a bound from {quote(name)}",
        related=tuple(
            Related(facts.place((*edge.pointer, *EXPR)), "expression on an edge out of the node")
            for edge in ((*others,) if taken else (first, *others))
        ),
        witness=_witness(facts, arrival, found),
    )


def _witness(facts: SwenyFacts, arrival: Exhausted, found: Undecided) -> Witness:
    values = found.assignment.items()
    data = {
        "node": arrival.node,
        "assignment": {_spelt(field): value for field, value in values if value is not MISSING},
        "missing": [_spelt(field) for field, value in values if value is MISSING],
        "taken": [edge.number for edge in found.taken],
        "spent": [edge.number for edge in arrival.spent],
        **run_data(facts, arrival.run),
    }
    return Witness(data, run_steps(facts, arrival.run), spent_lines(arrival.spent))


def _used_up(edges: Sequence[Edge]) -> Message:
    return message("{} {}", joined(" and ", map(arrow, edges)), "is" if len(edges) == 1 else "are")


def _assignment_text(assignment: Mapping[Field, Any]) -> Message:
    """The values of fields in words."""
    return joined(
        " and ",
        (
            message("{} is missing", quote(_spelt(field)))
            if value is MISSING
            else message("{} is {}", quote(_spelt(field)), quote(_as_json(value)))
            for field, value in assignment.items()
        ),
    )


def _as_json(value: Any) -> str:
    import json

    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _spelt(field: Field) -> str:
    return ".".join((field[0], *field[1]))
