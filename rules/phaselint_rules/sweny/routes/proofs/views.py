"""How the executor shows what the router is shown (reference §5.12, §8.2). What a condition speaks
of is read; the run shows what the router knows of it."""

from __future__ import annotations

from phaselint.executor.proof import partly, unproved
from phaselint.vocabulary.message import quote_all
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    edge_at,
    require_run_to,
    said,
)
from phaselint_rules.sweny.proofs.visits import never_after
from phaselint_rules.sweny.routes.proofs.routes import asked, seen_of, way_by
from phaselint_rules.sweny.routes.readings import EVALS, standing
from phaselint_rules.sweny.samples import passing_answer, with_value
from phaselint_rules.sweny.ways.proofs.graph import NO_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.conditions import Condition
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

OWN = "given by the model"


def _condition(facts: SwenyFacts, finding: Finding) -> tuple[Edge, Condition]:
    """The condition that a finding is about. Raises Unlike."""
    edge = edge_at(facts, finding, "when")
    agree(finding, node=edge.source, edge=edge.number)
    if not facts.graph_known or edge.number not in facts.conditions:
        raise Unlike("the contract has no reachable condition there")
    require_run_to(facts, finding, edge.source)
    return edge, facts.conditions[edge.number]


@checks_claim
@by("static+replay")
def never_that_value(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """Whatever declared value the model gives, the router is shown that one and no other. That
    the condition asks for another is read."""
    from phaselint_rules.sweny.routes.comparedvalues import never_true

    facts = lab.facts
    edge, _ = _condition(facts, finding)
    read = next((each for each in never_true(facts) if each[0].edge == edge), None)
    if read is None:
        raise Unlike("the condition doesn't use such a value")
    mention, values, words = read
    owner, fields = mention.node.id, mention.fields
    agree(finding, of=owner, property=".".join(fields), values=list(values), impossible=list(words))
    proof = unproved(NO_WAY)
    for value in values:

        def shows(_: PlannedRun, question: Mapping[str, Any], value: Any = value) -> bool:
            found: Any = seen_of(question, owner)
            for field in fields:
                found = found.get(field) if isinstance(found, dict) else None
            return bool(found == value) and value not in words

        answer = with_value(passing_answer(facts.nodes[owner]), fields, value)
        name = f"have {'.'.join(fields)} = {value}"
        models = {owner: answer}
        proof = asked(lab, edge.source, name, shows, through=owner, models=models)
        if proof.status != "proved":
            return proof
    return partly(proof, f"that the condition uses {quote_all(words)}")


@checks_claim
@by("static+replay")
def words_hidden(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """Every node on the way gives such fields, and the router is shown none of them. That the
    condition names them is read."""
    from phaselint_rules.sweny.vocabulary import Vocabulary

    facts = lab.facts
    edge, condition = _condition(facts, finding)
    if "words" not in said(finding):
        return _field_hidden(lab, edge, condition, finding)
    words = Vocabulary(facts).undeclared(edge, condition)
    agree(finding, words=words)
    if not words:
        raise Unlike("every property in the condition is declared")
    extra = dict.fromkeys(words, OWN)
    models = {}
    for name in way_by(lab, edge.source, edge.source):
        answer = passing_answer(facts.nodes[name])
        models[name] = {**answer, "data": {**answer["data"], **extra}}

    def shows(_: PlannedRun, question: Mapping[str, Any]) -> bool:
        return not any(
            extra.keys() & seen.keys()
            for seen in question["context"].values()
            if isinstance(seen, dict)
        )

    proof = asked(lab, edge.source, f"return {words[0]}", shows, models=models)
    return partly(proof, f"that the condition uses {quote_all(words)}")


def _field_hidden(
    lab: ProofContext[SwenyFacts], edge: Edge, condition: Condition, finding: Finding
) -> Proof:
    """The model gives the field, and the router is not shown it; or there is no such result."""
    facts, data = lab.facts, said(finding)
    for reference in condition.references:
        fault = standing(facts, edge, reference)
        result = fault == "unknown-evaluator"
        field = reference.fields[1 if result else 0]
        named = (reference.node, field, result)
        if fault in ("undeclared", "unknown-evaluator") and named == (
            data.get("of"),
            data.get("field"),
            data.get("evaluator"),
        ):
            break
    else:
        raise Unlike("the condition doesn't use such a field, or the field is declared")
    owner = reference.node
    answer = passing_answer(facts.nodes[owner])
    if result and EVALS in facts.nodes[owner].properties:
        return unproved("a field of the node hides the results of its evaluators")
    if not result:
        answer = with_value(answer, (field,), OWN)

    def shows(_: PlannedRun, question: Mapping[str, Any]) -> bool:
        seen = seen_of(question, owner)
        return field not in (seen.get(EVALS, {}) if result else seen)

    name = f"return {field} from {owner}"
    proof = asked(lab, edge.source, name, shows, through=owner, models={owner: answer})
    return partly(proof, f"that the condition uses `{reference.text}`")


@checks_claim
@by("static+replay")
def not_run_yet(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The router is shown nothing of the node, and no run comes there once the node is finished.
    That the condition names the node is read."""
    facts = lab.facts
    edge, condition = _condition(facts, finding)
    owner = said(finding).get("of")
    named = [each for each in condition.references if each.node == owner]
    if not named or owner not in list(facts.nodes):
        raise Unlike("the condition doesn't use such a node")
    if found := never_after(lab, str(owner), edge.source):
        return found
    proof = asked(
        lab,
        edge.source,
        f"ask for {owner} at {edge.source}",
        lambda _, question: owner not in question["context"],
    )
    return partly(proof, f"that the condition uses `{named[0].text}`")
