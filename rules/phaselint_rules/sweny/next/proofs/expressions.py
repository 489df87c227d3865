"""How the executor shows that expressions select no node, or several (reference §11.4)."""

from __future__ import annotations

from phaselint.dialects.sweny.reading.expressionfaults import declared_at, finite, is_required
from phaselint.dialects.sweny.reading.expressions import parse
from phaselint.dialects.sweny.reading.expressionvalues import MISSING
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import unproved
from phaselint_rules.sweny.proofs.answering import assigned, failed, leading_answer, run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    pointer_of,
    said,
    walk_of,
)
from phaselint_rules.sweny.samples import passing_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.decided import Field
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

REJECTED = "RouteEvaluationError"
SEVERAL = "several"


@checks_claim
def ends_undecided(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The nodes give the data that the finding names, and the run ends with the error at the
    node: for several ways where it tells several, else for none."""
    facts = lab.facts
    walk = walk_of(facts, finding)
    way = (facts.workflow.entry, *(edge.target for edge in walk))
    name, out = way[-1], facts.ways.out[way[-1]]
    agree(finding, node=name)
    taken, spent = (_edges(out, said(finding).get(key)) for key in ("taken", "spent"))
    if len(taken) == 1:
        raise Unlike("the finding names a single edge")
    if any(edge.most is None or walk.count(edge) < edge.most for edge in spent):
        raise Unlike("the run of the finding doesn't use up the edges that it names")
    first = (*taken[0].pointer, "when", "expr") if taken else facts.nodes[name].pointer
    if pointer_of(facts, finding) != first:
        raise Unlike("the finding is at another place than it names")
    given = _given(facts, [edge for edge in out if edge not in spent], finding)
    nodes = dict.fromkeys(node for node, _ in given)
    models = {node: _answers(facts, node, walk, given) for node in nodes}
    driven = run_plan(lab, f"leave {name} undecided", Plan(way, models))

    if spoilt := failed(driven, name):
        return unproved(spoilt, driven.script)

    def rejects(driven: PlannedRun) -> bool:
        outcome = driven.run.outcome
        ended = outcome.kind == "error" and outcome.detail.startswith(REJECTED)
        told = ", ".join(f"'{each.target}'" for each in taken)
        several = SEVERAL in outcome.detail
        named = not taken or f"to {told} at node" in outcome.detail
        return ended and driven.visited == way and several == bool(taken) and named

    return shown(driven, rejects)


def _edges(out: Sequence[Edge], numbers: Any) -> list[Edge]:
    """The edges out of a node that have some numbers. Raises Unlike where one has not."""
    known = {edge.number: edge for edge in out}
    if not isinstance(numbers, list) or any(number not in known for number in numbers):
        raise Unlike("the contract has no such edges out of the node")
    if len(set(numbers)) < len(numbers):
        raise Unlike("the finding names the same edge more than once")
    return [known[number] for number in numbers]


def _given(facts: SwenyFacts, edges: Sequence[Edge], finding: Finding) -> Mapping[Field, Any]:
    """The values that a finding gives the fields which live expressions name. Raises Unlike where
    they are others than the contract declares."""
    values, missing = said(finding).get("assignment"), said(finding).get("missing")
    found: dict[Field, Any] = {}
    for path in (path for edge in edges for path in parse(edge.expr).paths):
        node = facts.nodes[path.node]
        if isinstance(missing, list) and path.text in missing:
            if is_required(node, path):
                raise Unlike(f"`{path.text}` is required, so it can't be missing")
            found[path.node, path.fields] = MISSING
        elif isinstance(values, dict) and path.text in values:
            if values[path.text] not in (finite(declared_at(node, path)) or ()):
                raise Unlike(f"`{path.text}` isn't declared with that value")
            found[path.node, path.fields] = values[path.text]
        else:
            raise Unlike(f"the finding doesn't give the value of `{path.text}`")
    told = [*(values or ()), *(missing or ())]
    if len(told) != len(found):
        raise Unlike("the fields of the finding differ from those of the expressions")
    return found


def _answers(
    facts: SwenyFacts, name: str, walk: Sequence[Edge], given: Mapping[Field, Any]
) -> list[Any]:
    """The answers of a node on a walk: those that lead along it, and last the given data."""
    passing = passing_answer(facts.nodes[name])
    onward = [edge.target for edge in walk if edge.source == name]
    if name == (walk[-1].target if walk else facts.workflow.entry):
        before = [leading_answer(facts, passing, name, target) for target in onward]
        return [*before, assigned(passing, name, given)]
    return [assigned(passing, name, given)]
