"""How the executor shows what the router is offered (reference §5.12, §5.18, §8.2). What decides
a free text is never guessed: the proof is the question itself."""

from __future__ import annotations

from phaselint.dialects.sweny.model import END
from phaselint.executor.claims import notes
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import partly, unproved
from phaselint.vocabulary.message import quote_all
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.gates.proofs.gates import NO_RUN
from phaselint_rules.sweny.proofs.answering import prevented, run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    after_reading,
    agree,
    checks_claim,
    edge_at,
    node_at,
    require_run_to,
)
from phaselint_rules.sweny.routes.readings import spell
from phaselint_rules.sweny.routes.routes import NOWHERE, nowhere
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


def asked(
    lab: ProofContext[SwenyFacts],
    node: str,
    name: str,
    shows: Callable[[PlannedRun, Mapping[str, Any]], bool],
    *,
    through: str = "",
    models: Mapping[str, Any] | None = None,
    last: str = NOWHERE,
) -> Proof:
    """Lead a run to the question at a node, by way of another node where one is given, and look
    at the question and at what comes of the answer."""
    way = way_by(lab, node, through or node)
    plan = Plan(way, models or {}, last=last)
    driven = run_plan(lab, name, plan)
    for each in models or {}:
        if not driven.of("model:run", each):
            return unproved(prevented(driven, each, NO_RUN))

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


# --- all conditions of a node -----------------------------------------------------------------


@after_reading(notes, "static+replay")
def no_way_on(facts: SwenyFacts, finding: Finding) -> str:
    """The conditions don't name all values of a property, so none of them may be true."""
    node = node_at(facts, finding)
    edges = _conditional(facts, finding, node.id)
    if len(edges) < len(facts.ways.out[node.id]):
        raise Unlike("the node has a default edge")
    covers = _covers(facts, node.id, edges)
    if any(each.missing or each.property in node.required for each in covers):
        raise Unlike("the conditions name the values of a property, all or some")
    return "that the conditions don't name all values of a property"


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
        proof = asked(lab, node, name, shows, models={node: answer}, last=nowhere(facts))
        if proof.status != "proved":
            return proof
    return partly(proof, f"that no condition mentions {quote_all(map(spell, open.missing))}")
