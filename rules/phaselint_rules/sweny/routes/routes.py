"""The edges among which the router chooses (reference sweny §8.2)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.analysis.lower import ONLY_PATH
from phaselint.dialects.sweny.model import END
from phaselint.vocabulary.claim import All, Notes, Undecided, Written
from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.sweny.needs import GRAPH, SOUND, WHEN
from phaselint_rules.sweny.routes.readings import routed, seen_as, spell
from phaselint_rules.sweny.run_descriptions import edge_place, node_place, run_data, run_steps
from phaselint_rules.sweny.ways.coverage import coverage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint_rules.sweny.ways.coverage import Coverage

MOST_CLAIMED = 1_000
"""The most values of which a finding claims what runs do with each."""

NOWHERE = "none of these"
"""An answer of the router that names no node, unless one has this ID."""

DEFAULT_CHOICE = "None of the above / default path"
"""How the router is offered the edge without a condition."""

NO_WORDS = "this condition is blank, so the router is offered a choice without a description"


def witness_at(facts: SwenyFacts, name: str, **data: Any) -> Witness:
    """A run to the node at which the router is asked, and what the finding says about it."""
    run = facts.run_to(name)
    if run is None:
        return Witness({"node": name, **data})
    return Witness({"node": name, **run_data(facts, run), **data}, run_steps(facts, run))


@rule(
    "SW201",
    WARNING,
    claims="notes",
    complete_if=(*GRAPH, *SOUND),
    only_if_keys=WHEN,
)
def empty_when(facts: SwenyFacts) -> Iterator[Finding]:
    """Empty condition

    What:
        `when` is `""` or contains only white space. An empty string counts as no condition, and
        often creates a second unconditional edge, which `ambiguous-edges` also reports; a blank
        string is a condition without words.
    Why:
        The router must decide without a description, or isn't called at all.
    Bad:
        edges: [{from: review, to: publish, when: " "}, {from: review, to: rework}]
    Good:
        edges:
          - {from: review, to: publish, when: review.verdict is accept}
          - {from: review, to: rework}
    Fix:
        Write the condition. If the edge should be the default, remove the key; no other edge
        without a condition may then leave the node.
    Dry run:
        The router is offered a choice with a blank description; with an empty string, the edge is
        followed without asking the router, or offered as the default.
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
        place = edge_place(facts, edge, "when")
        yield Finding(
            place,
            message(NO_WORDS if blank else "empty `when` counts as no condition"),
            remedy,
            witness=witness_at(facts, edge.source, target=edge.target, blank=blank),
            claim=All((_counts_as_blank(facts, edge),), (Written(place, like=r"\s*"),)),
        )


def _falls_through(facts: SwenyFacts, asked: Sequence[Edge], found: Coverage) -> All | Undecided:
    """That the router sees each value which no condition names, is offered no other choices,
    and that the run ends at the node if it then chooses none."""
    if len(found.missing) > MOST_CLAIMED:
        return Undecided("there are too many such values")
    node = facts.nodes[asked[0].source]
    claims: list[Notes] = []
    offered = [{"id": edge.target, "description": edge.condition} for edge in asked]
    for value in found.missing:
        seen = seen_as(node.id, node, (found.property,), value)
        seen = seen._replace(fields={**seen.fields, "choices": offered})
        answers = (*seen.answers, nowhere(facts))
        claims += (seen, Notes(node.id, "route", {"to": END}, answers=answers))
    values = [spell(each) for each in found.missing]
    words = "|".join(map(re.escape, values))
    unnamed = rf"(?is)(?!.*(?<![\w-])(?:{words})(?![\w-])).*"
    return All(
        tuple(claims),
        tuple(Written(edge_place(facts, each, "when"), like=unnamed) for each in asked),
        f"that no condition mentions {quote_all(values)}",
    )


def _counts_as_blank(facts: SwenyFacts, edge: Edge) -> Notes | Undecided:
    """That the router is offered a choice with a blank description; or, for an empty text, that
    the first edge without a condition is the default, or followed without a question."""
    name = edge.source
    if name not in facts.nodes:
        return Undecided("no run follows the edge, since it doesn't start at a node")
    if edge.when:
        blank = {"id": edge.target, "description": edge.when}
        return Notes(name, "model:evaluate", holds={"choices": [blank]})
    out = [each for each in facts.workflow.edges if each.source == name]
    target = next(each.target for each in out if not each.condition)
    if any(each.condition for each in out):
        default = {"id": target, "description": DEFAULT_CHOICE}
        return Notes(name, "model:evaluate", holds={"choices": [default]})
    return Notes(name, "route", {"to": target, "reason": ONLY_PATH})


@rule(
    "SW202",
    WARNING,
    needs=GRAPH,
    claims="notes",
    complete_if=SOUND,
    fix="manual",
)
def duplicate_route_target(facts: SwenyFacts) -> Iterator[Finding]:
    """Duplicate edges between two nodes

    What:
        Edges have the same `from` and `to`.
    Why:
        The router answers with the target's ID, so it can't tell them apart: the reason of the
        first is always recorded, and a bound on one of them counts for all.
    Bad:
        edges:
          - {from: check, to: publish, when: the result is clean}
          - {from: check, to: publish, when: only typos are left}
    Good:
        edges: [{from: check, to: publish, when: the result is clean or only typos are left}]
    Fix:
        Keep one edge, with the conditions joined by "or". If two edges are identical, delete one.
    Dry run:
        The router is offered the same ID twice; the trace gives the first condition as the reason.
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
    count = f"{len(group)} edges go"
    return Finding(
        edge_place(facts, second),
        message(
            "{} from {} to {}: the router can't tell them apart{}",
            count,
            quote(first.source),
            quote(first.target),
            shared,
        ),
        "delete one of them" if same else "keep one edge, with the conditions joined by `or`",
        related=tuple(
            Related(edge_place(facts, each), "same ends") for each in group if each != second
        ),
        witness=witness_at(
            facts,
            first.source,
            target=first.target,
            alike=[edge.number for edge in group],
            offered=sum(bool(edge.condition) or edge == default for edge in group),
            reason=ONLY_PATH if first.when is None else first.when,
        ),
        claim=_indistinct(facts, group),
        fix=Fix("manual", "merge the edges"),
    )


def _indistinct(facts: SwenyFacts, group: Sequence[Edge]) -> Notes | Undecided:
    """That the router is offered one target several times; or, where it isn't asked, that the
    engine follows the first edge and leaves the others out."""
    first, out = group[0], facts.ways.out[group[0].source]
    plain = [edge for edge in out if not edge.condition]
    if len(plain) == len(out) and plain[0] == first:
        problem = f"has {len(out)} unconditional out-edges; following '{first.target}' and"
        return Notes(first.source, "warn", holds={"message": (f"node '{first.source}' {problem}",)})
    offered = [_choice(edge) for edge in group if edge.condition]
    if plain and plain[0] in group:
        offered.append({"id": first.target, "description": DEFAULT_CHOICE})
    if len(offered) < 2:
        return Undecided("the router is offered the target only once")
    return Notes(first.source, "model:evaluate", holds={"choices": offered})


def _choice(edge: Edge) -> dict[str, str]:
    """An edge with a condition as the router is offered it."""
    return {"id": edge.target, "description": edge.told}


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
    """Conditions without a default edge

    What:
        All edges out of a node have a condition. Silent if the conditions name all values of a
        required property with an `enum`, and if `single-conditional-edge` or
        `routing-enum-uncovered` explains more.
    Why:
        If no condition is true, or the router's answer isn't a target, the run ends there; the
        bundled client takes the first edge instead.
    Bad:
        edges:
          - {from: triage, to: page, when: it is urgent}
          - {from: triage, to: ticket, when: it can wait}
    Good:
        edges:
          - {from: triage, to: page, when: it is urgent}
          - {from: triage, to: ticket}
    Fix:
        Remove the condition of one edge, or add an edge without one.
    Dry run:
        The router answers with an ID that isn't a target, and the run ends.
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
                "{} has no default edge; if no condition is true, the run ends here",
                quote(name),
            ),
            "remove the condition of one edge, or add an edge without one",
            related=tuple(
                Related(edge_place(facts, edge, "when"), "conditional edge") for edge in asked
            ),
            witness=witness_at(facts, name, targets=[edge.target for edge in asked]),
            claim=Notes(name, "route", {"from": name, "to": END}, answers=(nowhere(facts),)),
        )


def nowhere(facts: SwenyFacts) -> str:
    """An answer of the router that names no node."""
    answer = NOWHERE
    while answer in facts.nodes:
        answer += "!"
    return answer


@rule(
    "SW204",
    WARNING,
    needs=GRAPH,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=WHEN,
)
def single_conditional_edge(facts: SwenyFacts) -> Iterator[Finding]:
    """Condition on the only edge out of a node

    What:
        Exactly one edge leaves a node, but it has a `when`.
    Why:
        The condition has no effect: the router is offered this one choice, and the bundled client
        always takes it.
    Bad:
        edges: [{from: build, to: deploy, when: build.status is ok}]
    Good:
        edges: [{from: build, to: deploy, when: build.status is ok}, {from: build, to: report}]
    Fix:
        Remove the condition, or add an edge without one for when it is false.
    Dry run:
        The router is offered one choice.
    Source:
        sweny §5.12, §5.18, §8.2
    """
    for name, asked in routed(facts):
        if len(asked) == len(facts.ways.out[name]) == 1:
            only = _choice(asked[0])
            yield Finding(
                edge_place(facts, asked[0], "when"),
                message(
                    "this edge is the only one out of {}, so its condition has no effect",
                    quote(name),
                ),
                "remove the condition, or add an edge without one for when it is false",
                witness=witness_at(facts, name, target=asked[0].target),
                claim=Notes(name, "model:evaluate", {"choices": [only]}),
            )


@rule(
    "SW205",
    WARNING,
    needs=GRAPH,
    claims="read_and_notes",
    complete_if=SOUND,
    only_if_keys=WHEN,
)
def routing_enum_uncovered(facts: SwenyFacts) -> Iterator[Finding]:
    """Conditions that leave out a value

    What:
        The conditions out of a node mention one of its properties with an `enum`, or compare a
        boolean property, but no condition mentions some of its values, and every edge has a
        condition. A negation or a range in the clause about the property ("or higher") and a clause
        that begins with a word such as `otherwise` count as covering all values.
    Why:
        With that value no condition is true: the run ends, or the bundled client takes the first
        edge.
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
        Add an edge for the value, or an edge without a condition.
    Dry run:
        The property has that value, the router finds no true condition, and the run ends.
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
                    "no condition out of {} covers {} of {}, and there is no default edge",
                    quote(name),
                    missing,
                    quote(field),
                ),
                f"add an edge for {missing}, or an edge without a condition",
                confidence="medium",
                related=(
                    *(
                        Related(edge_place(facts, edge, "when"), "another of its conditions")
                        for edge in asked[:-1]
                    ),
                    Related(declared, f"values of {quote(field)}"),
                ),
                witness=witness_at(facts, name, property=field, missing=list(found.missing)),
                claim=_falls_through(facts, asked, found),
            )
            break
