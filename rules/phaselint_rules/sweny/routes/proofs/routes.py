"""How the executor shows what the router is offered (reference §5.12, §5.18, §8.2). What decides
a free text is never guessed: the proof is the question itself."""

from __future__ import annotations

from phaselint.dialects.sweny.running.router import END, NONE_OF_THE_ABOVE
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import partly, unproved
from phaselint.vocabulary.message import quote_all
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.gates.proofs.gates import NO_RUN
from phaselint_rules.sweny.proofs.answering import failed, prevented, run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    edge_at,
    node_at,
    require_run_to,
    said,
)
from phaselint_rules.sweny.routes.readings import spell
from phaselint_rules.sweny.samples import passing_answer, with_value
from phaselint_rules.sweny.ways.coverage import coverage
from phaselint_rules.sweny.ways.proofs.graph import NO_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.ways.coverage import Coverage

NOWHERE = "none of these"


def asked(
    lab: ProofContext[SwenyFacts],
    node: str,
    name: str,
    shows: Callable[[PlannedRun, Mapping[str, Any]], bool],
    *,
    through: str = "",
    models: Mapping[str, Any] | None = None,
    last: str = NOWHERE,
    options: Mapping[str, Any] | None = None,
    passing: str = "",
) -> Proof:
    """Lead a run to the question at a node, by way of another node where one is given, and look
    at the question and at what comes of the answer. A node that must have passed by then, and
    that another of its gates fails, shows nothing."""
    way = way_by(lab, node, through or node)
    plan = Plan(way, models or {}, last=last, options=options or {})
    driven = run_plan(lab, name, plan)
    for each in models or {}:
        if not driven.of("model:run", each):
            return unproved(prevented(driven, each, NO_RUN))
    if spoilt := passing and failed(driven, passing):
        return unproved(spoilt)

    def router_is_asked(driven: PlannedRun) -> bool:
        questions = driven.of("model:evaluate", node)
        return bool(questions) and shows(driven, questions[-1])

    return shown(driven, router_is_asked)


def way_by(lab: ProofContext[SwenyFacts], node: str, through: str) -> tuple[str, ...]:
    """The nodes of a shortest path to a node through another node. Raises Unlike if the step
    budget doesn't allow it."""
    facts = lab.facts
    first = facts.ways.way(through) if facts.graph_known else ()
    onward = facts.ways.way(node, start=through) if first else ()
    way = (*first, *onward[1:]) if onward else ()
    if not way or len(way) > lab.options["max-steps"]:
        raise Unlike(NO_WAY)
    return way


def _nowhere(lab: ProofContext[SwenyFacts]) -> str:
    """An answer that names no node."""
    names = lab.facts.nodes
    answer = NOWHERE
    while answer in names:
        answer += "!"
    return answer


def _ends(driven: PlannedRun, node: str) -> bool:
    """Whether the run ended at a node because the answer wasn't a target."""
    return any(route["from"] == node and route["to"] == END for route in driven.of("route"))


def seen_of(question: Mapping[str, Any], node: str) -> Mapping[str, Any]:
    """What the router is shown of a node; empty without an entry."""
    shown_of: Mapping[str, Any] = question["context"].get(node, {})
    return shown_of


def _conditional(facts: SwenyFacts, finding: Finding, node: str) -> tuple[Edge, ...]:
    """The conditional edges out of a node that a finding is about. Raises Unlike where the run
    that it tells does not come there, or the contract has none, or others."""
    require_run_to(facts, finding, node)
    edges = tuple(edge for edge in facts.ways.out.get(node, ()) if edge.condition)
    if not edges or not facts.graph_known:
        raise Unlike("the contract has no conditions at this node")
    return edges


# --- single edges -----------------------------------------------------------------------------


@checks_claim
def blank_choice(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A choice has a blank description; or, for an empty text, the edge has none: it is the
    default, or followed without a question."""
    edge = edge_at(lab.facts, finding, "when")
    node, target, blank = edge.source, edge.target, bool(edge.when)
    if edge.when is None or edge.when.strip():
        raise Unlike("the condition isn't blank")
    agree(finding, node=node, target=target, blank=blank)
    require_run_to(lab.facts, finding, node)
    way = way_by(lab, node, node)

    def choice_is_blank(driven: PlannedRun) -> bool:
        questions = driven.of("model:evaluate", node)
        if not questions:
            return not blank and len(driven.visited) > len(way)
        texts = [each["description"] for each in questions[-1]["choices"] if each["id"] == target]
        if blank:
            return any(not text.strip() for text in texts)
        return all(text.strip() for text in texts) and NONE_OF_THE_ABOVE in {
            each["description"] for each in questions[-1]["choices"]
        }

    return shown(run_plan(lab, f"route at {node}", Plan(way, last=target)), choice_is_blank)


# --- all conditions of a node -----------------------------------------------------------------


@checks_claim
@by("static+replay")
def no_way_on(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """An answer that isn't a target ends the run. Reading shows that this answer can be right,
    since the conditions don't name all values of a property."""
    facts = lab.facts
    node = node_at(facts, finding)
    edges = _conditional(facts, finding, node.id)
    agree(finding, node=node.id, targets=[edge.target for edge in edges])
    covers = _covers(facts, node.id, edges)
    if any(each.missing or each.property in node.required for each in covers):
        raise Unlike("the conditions name the values of a property, all or some")
    proof = asked(
        lab,
        node.id,
        f"find no condition true at {node.id}",
        lambda driven, _: _ends(driven, node.id),
        last=_nowhere(lab),
    )
    return partly(proof, "that the conditions don't name all values of a property")


def _covers(facts: SwenyFacts, node: str, edges: tuple[Edge, ...]) -> Iterator[Coverage]:
    """How conditions cover the values of properties; nothing for blank ones."""
    if all(edge.number in facts.conditions for edge in edges):
        yield from coverage(facts, node, edges)


@checks_claim
@by("static+replay")
def value_uncovered(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The router is shown the value that no condition covers, and an answer that isn't a target
    ends the run. Reading shows that no condition covers it."""
    facts = lab.facts
    edge = edge_at(facts, finding, "when")
    node = edge.source
    edges = _conditional(facts, finding, node)
    open = next((each for each in _covers(facts, node, edges) if each.missing), None)
    if open is None or edges[-1] != edge:
        raise Unlike("the conditions name all values")
    field = open.property
    agree(finding, node=node, property=field, missing=list(open.missing))
    proof = unproved(NO_WAY)
    for value in open.missing:

        def shows(driven: PlannedRun, question: Mapping[str, Any], value: Any = value) -> bool:
            return seen_of(question, node).get(field) == value and _ends(driven, node)

        answer = with_value(passing_answer(facts.nodes[node]), (field,), value)
        name = f"have {field} = {value}"
        proof = asked(lab, node, name, shows, models={node: answer}, last=_nowhere(lab))
        if proof.status != "proved":
            return proof
    return partly(proof, f"that no condition mentions {quote_all(map(spell, open.missing))}")


@checks_claim
def taken_for_another(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The bundled client makes another target of a sentence with the longer id."""
    facts, data = lab.facts, said(finding)
    edge = edge_at(facts, finding)
    node, shorter, longer = edge.source, data.get("shorter"), data.get("longer")
    edges = _conditional(facts, finding, node)
    rest = [each for each in facts.ways.out[node] if not each.condition][:1]
    targets = list(dict.fromkeys(each.target for each in (*edges, *rest)))
    agree(finding, node=node, targets=targets)
    if longer != edge.target or shorter not in targets or shorter == longer:
        raise Unlike("the contract has no such targets at this node")
    if str(shorter) not in edge.target or targets.index(str(shorter)) > targets.index(longer):
        return unproved("the longer ID is offered first, so the client finds it in a sentence")
    return asked(
        lab,
        node,
        f"answer {longer} in a sentence",
        lambda driven, _: any(
            route["from"] == node and route["to"] == shorter for route in driven.of("route")[-1:]
        ),
        last=f"I choose {longer}.",
        options={"router": "bundled"},
    )
