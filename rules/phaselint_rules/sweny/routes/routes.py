"""The edges among which the router chooses (reference sweny §8.2)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.lower import ONLY_PATH
from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.sweny.needs import GRAPH, SOUND, WHEN
from phaselint_rules.sweny.routes.readings import routed, spell
from phaselint_rules.sweny.run_descriptions import edge_place, node_place, run_data, run_steps
from phaselint_rules.sweny.ways.coverage import coverage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge

NO_WORDS = "the condition has no words: the router is offered a choice without a description"


def witness_at(facts: SwenyFacts, name: str, **data: Any) -> Witness:
    """A run to the node at which the router is asked, and what the finding says about it."""
    run = facts.run_to(name)
    if run is None:
        return Witness({"node": name, **data})
    return Witness({"node": name, **run_data(facts, run), **data}, run_steps(facts, run))


@rule(
    "SW201",
    WARNING,
    prove="routes.proofs.routes:blank_choice",
    complete_if=(*GRAPH, *SOUND),
    only_if_keys=WHEN,
)
def empty_when(facts: SwenyFacts) -> Iterator[Finding]:
    """A condition is empty.

    What:
        `when` is `""` or has nothing but white space. An empty text counts as no condition, and
        often makes the edge a second unconditional one, which `ambiguous-edges` reports too; a
        blank one is a condition without words.
    Why:
        The router is asked whether nothing is true, or is not asked at all.
    Bad:
        edges: [{from: review, to: publish, when: " "}, {from: review, to: rework}]
    Good:
        edges:
          - {from: review, to: publish, when: review.verdict is accept}
          - {from: review, to: rework}
    Fix:
        Write the condition. Where the edge is meant to be the default, remove the key; another
        edge without a condition must not leave the node then.
    Dry run:
        The router is offered a choice with a blank description; for an empty text, the edge is
        followed without a question or offered as the default.
    Source:
        sweny §3.3, §5.12, §8.2
    """
    for edge in facts.workflow.edges:
        if edge.when is None or edge.when.strip():
            continue
        blank = bool(edge.when)
        others = any(
            not each.condition and each.source == edge.source and each is not edge
            for each in facts.workflow.edges
        )
        remedy = "write the condition" if others else "write the condition, or remove the key"
        yield Finding(
            edge_place(facts, edge, "when"),
            message(NO_WORDS if blank else "an empty `when` counts as no condition"),
            remedy,
            witness=witness_at(facts, edge.source, target=edge.target, blank=blank),
        )


@rule(
    "SW202",
    WARNING,
    needs=GRAPH,
    prove="routes.proofs.routes:same_id_twice",
    complete_if=SOUND,
    fix="manual",
)
def duplicate_route_target(facts: SwenyFacts) -> Iterator[Finding]:
    """Two edges lead from one node to the same node.

    What:
        Edges share `from` and `to`.
    Why:
        The router answers with the target's id, so it cannot tell them apart: the reason of the
        first is recorded whatever was meant, and a bound on one of them counts for all.
    Bad:
        edges:
          - {from: check, to: publish, when: the result is clean}
          - {from: check, to: publish, when: only typos are left}
    Good:
        edges: [{from: check, to: publish, when: the result is clean or only typos are left}]
    Fix:
        Write one edge, with the conditions joined by "or". Of two that are the same in all keys,
        delete one.
    Dry run:
        The router is offered the same id twice; the trace has the first text as the reason.
    Source:
        sweny §5.12, §8.2
    """
    for edges in facts.ways.out.values():
        groups: dict[str, list[Edge]] = {}
        for edge in edges:
            if not edge.expr:  # the engine decides by it, and no router is asked
                groups.setdefault(edge.target, []).append(edge)
        for group in groups.values():
            if len(group) > 1:
                yield _duplicates(facts, group)


def _duplicates(facts: SwenyFacts, group: list[Edge]) -> Finding:
    first, second, *_ = group
    default = next((e for e in facts.ways.out[first.source] if not e.condition), None)
    same = {(edge.condition, edge.most) for edge in group} == {(first.condition, first.most)}
    bounds = {edge.most for edge in group}
    shared = "" if bounds == {None} else ", and they share one counter"
    count = "two edges lead" if len(group) == 2 else f"{len(group)} edges lead"
    return Finding(
        edge_place(facts, second),
        message(
            "{} from {} to {}: the router cannot tell them apart{}",
            count,
            quote(first.source),
            quote(first.target),
            shared,
        ),
        "delete one of them" if same else "write one edge, with the conditions joined by `or`",
        related=tuple(
            Related(edge_place(facts, each), "the same ends") for each in group if each != second
        ),
        witness=witness_at(
            facts,
            first.source,
            target=first.target,
            alike=[edge.number for edge in group],
            offered=sum(bool(edge.condition) or edge == default for edge in group),
            reason=ONLY_PATH if first.when is None else first.when,
        ),
        fix=Fix("manual", "merge the edges"),
    )


@rule(
    "SW203",
    INFO,
    needs=GRAPH,
    prove="routes.proofs.routes:no_way_on",
    complete_if=SOUND,
    default=False,
    only_if_keys=WHEN,
)
def route_without_default(facts: SwenyFacts) -> Iterator[Finding]:
    """A node with conditions has no default edge.

    What:
        Edges with a condition leave a node, and none without one. Where the conditions name all
        values of a required property with an `enum`, nothing is reported; nor where
        `single-conditional-edge` or `routing-enum-uncovered` says more.
    Why:
        When no condition is true, or the router answers something else than a target, the run
        ends there; the bundled client takes the first edge instead.
    Bad:
        edges:
          - {from: triage, to: page, when: it is urgent}
          - {from: triage, to: ticket, when: it can wait}
    Good:
        edges:
          - {from: triage, to: page, when: it is urgent}
          - {from: triage, to: ticket}
    Fix:
        Leave the condition of one edge out, or add an edge without one.
    Dry run:
        The router answers an id that is no target, and the run ends.
    Source:
        sweny §5.12, §5.18, §8.2
    """
    for name, asked in routed(facts):
        if len(asked) < max(2, len(facts.ways.out[name])):
            continue
        covers = list(coverage(facts, name, asked))
        required = facts.nodes[name].required
        if any(each.missing or each.property in required for each in covers):
            continue
        yield Finding(
            node_place(facts, name),
            message(
                "no edge without a condition leaves {}: where none of its conditions is "
                "true, the run has no way on",
                quote(name),
            ),
            "leave out the condition of one edge, or add an edge without one",
            related=tuple(
                Related(edge_place(facts, edge, "when"), "one of the conditions") for edge in asked
            ),
            witness=witness_at(facts, name, targets=[edge.target for edge in asked]),
        )


@rule(
    "SW204",
    WARNING,
    needs=GRAPH,
    prove="routes.proofs.routes:one_choice",
    complete_if=SOUND,
    only_if_keys=WHEN,
)
def single_conditional_edge(facts: SwenyFacts) -> Iterator[Finding]:
    """The only edge out of a node has a condition.

    What:
        Exactly one edge leaves a node, and it has a `when`.
    Why:
        The condition cannot be false: the router is offered this one choice, and the bundled
        client always takes it.
    Bad:
        edges: [{from: build, to: deploy, when: build.status is ok}]
    Good:
        edges: [{from: build, to: deploy, when: build.status is ok}, {from: build, to: report}]
    Fix:
        Drop the condition, or add an edge without one for when it is false.
    Dry run:
        The router is offered one choice.
    Source:
        sweny §5.12, §5.18, §8.2
    """
    for name, asked in routed(facts):
        if len(asked) == len(facts.ways.out[name]) == 1:
            yield Finding(
                edge_place(facts, asked[0], "when"),
                message(
                    "this condition is the only way on from {}, so it cannot be false", quote(name)
                ),
                "drop the condition, or add an edge without one for when it is false",
                witness=witness_at(facts, name, target=asked[0].target),
            )


@rule(
    "SW205",
    WARNING,
    needs=GRAPH,
    prove="routes.proofs.routes:value_uncovered",
    complete_if=SOUND,
    only_if_keys=WHEN,
)
def routing_enum_uncovered(facts: SwenyFacts) -> Iterator[Finding]:
    """The conditions out of a node leave a value of their property out.

    What:
        The conditions out of a node speak of one of its properties with an `enum`, or compare a
        boolean one, some value is in none of the texts, and there is no edge without a
        condition. A negation or a range in the clause about the property ("or higher") and a
        clause that begins with a word such as `otherwise` count as covering all values.
    Why:
        With that value no condition is true: the run ends, or the bundled client takes the
        first edge.
    Bad:
        # verdict: {enum: [merge, close, discuss]}
        edges:
          - {from: judge, to: merge, when: judge.verdict is merge}
          - {from: judge, to: close, when: judge.verdict is close}
    Good:
        edges:
          - {from: judge, to: merge, when: judge.verdict is merge}
          - {from: judge, to: close, when: judge.verdict is close}
          - {from: judge, to: discuss}
    Fix:
        Add an edge for the value, or one without a condition.
    Dry run:
        The property has that value, the router finds no condition true, and the run ends.
    Source:
        sweny §5.12, §7.4, §8.2
    """
    for name, asked in routed(facts):
        if len(asked) < max(2, len(facts.ways.out[name])):
            continue
        for found in coverage(facts, name, asked):
            if not found.missing:
                continue
            field, node = found.property, facts.nodes[name]
            missing = quote_all(map(spell, found.missing))
            declared = facts.place((*node.pointer, "output", "properties", field))
            yield Finding(
                edge_place(facts, asked[-1], "when"),
                message(
                    "no condition out of {} is about {} of "
                    "{}, and there is no edge without a condition",
                    quote(name),
                    missing,
                    quote(field),
                ),
                f"add an edge for {missing}, or one without a condition",
                confidence="medium",
                related=(
                    *(
                        Related(edge_place(facts, edge, "when"), "another of its conditions")
                        for edge in asked[:-1]
                    ),
                    Related(declared, f"the values of {quote(field)}"),
                ),
                witness=witness_at(facts, name, property=field, missing=list(found.missing)),
            )
            break
