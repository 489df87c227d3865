"""How the executor shows what becomes of run inputs (reference sweny §5.1, §8.7)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.pathfaults import SPECIAL_INPUTS
from phaselint.dialects.sweny.model import INPUT
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import unproved
from phaselint.javascript.equality import identical
from phaselint_rules.sweny.proofs.answering import run_plan
from phaselint_rules.sweny.proofs.claims import Unlike, agree, checks_claim, pointer_of
from phaselint_rules.sweny.samples import run_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Input, Node
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

MARK = "the-text-that-the-run-was-given"
DRY_RUN = "dryRun"
ADDITIONAL = "additionalContext"


@checks_claim
def fills_in(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A run without the input passes the check, and its first node sees the default."""
    facts = lab.facts
    field = _input(facts, finding, "default")
    agree(finding, input=field.name, default=field.default)
    if not field.has_default or any(identical(field.default, each) for each in field.enum or ()):
        raise Unlike("the default is one of the values, or doesn't exist")
    if not facts.graph_known or field.enum is None:
        return unproved("a run ends before its first node: an edge or the entry is broken")
    entry = facts.workflow.entry
    given = run_input(facts, (facts.nodes[entry],))
    given.pop(field.name, None)

    def seen(driven: PlannedRun) -> bool:
        contexts = [run["context"][INPUT] for run in driven.of("model:run", entry)]
        return any(identical(each.get(field.name), field.default) for each in contexts)

    plan = Plan((entry,), given=given, options={"validate-inputs": True})
    return shown(run_plan(lab, f"run without {field.name}", plan), seen)


def _input(facts: SwenyFacts, finding: Finding, *below: str) -> Input:
    """The declared input at which, or at whose key, a finding stands. Raises Unlike."""
    pointer = pointer_of(facts, finding)
    for field in (facts.workflow.inputs or {}).values():
        if pointer == (*field.pointer, *below):
            return field
    raise Unlike("the contract doesn't declare such an input")


@checks_claim
def engine_reads(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A string given to the run appears in a prompt; or the run ends at the first choice."""
    facts = lab.facts
    field = _input(facts, finding)
    name, type = field.name, field.type
    agree(finding, input=name, type=type)
    if name not in SPECIAL_INPUTS:
        raise Unlike("the engine doesn't read an input of that name")
    if finding.confidence != "high":
        return unproved("the engine ignores a value of this type")
    if not facts.graph_known:
        return unproved("a run ends before its first node: an edge or the entry is broken")
    if name == DRY_RUN:
        return _ends_early(lab, facts)
    node = next(_readers(facts, name), None)
    if node is None:
        return unproved("no prompt of this workflow contains the value")
    given = _given(facts, node, name, [MARK] if type == "string[]" else MARK)
    plan = Plan(facts.ways.way(node.id), given=given)

    def quoted(driven: PlannedRun) -> bool:
        return any(MARK in run["prompt"] for run in driven.of("model:run", node.id))

    return shown(run_plan(lab, f"read the prompt of {node.id}", plan), quoted)


def _given(facts: SwenyFacts, node: Node, name: str, value: Any) -> dict[str, Any]:
    """A run input with the value, and without what would keep it out of the prompt."""
    given = run_input(facts, [facts.nodes[each] for each in facts.ways.way(node.id)])
    if name == ADDITIONAL:
        given = {key: each for key, each in given.items() if key not in ("rules", "context")}
    return {**given, name: value}


def _readers(facts: SwenyFacts, name: str) -> Iterator[Node]:
    """The nodes that a run reaches and whose prompt uses the key."""
    workflow = facts.workflow
    for id in facts.ways.depth:
        node = facts.nodes[id]
        if name == ADDITIONAL:
            shared = (workflow.rules and not node.rules.only) or (
                workflow.context and not node.context.only
            )
            reads = not (shared or node.rules.sources or node.context.sources)
        else:
            reads = not (node.rules if name == "rules" else node.context).only
        if reads:
            yield node


def _ends_early(lab: ProofContext[SwenyFacts], facts: SwenyFacts) -> Proof:
    for id in facts.ways.depth:
        if any(edge.condition for edge in facts.ways.out[id]):
            way = facts.ways.way(id)
            given = {**run_input(facts, [facts.nodes[each] for each in way]), DRY_RUN: True}
            driven = run_plan(lab, f"dry run to {id}", Plan(way, given=given))
            return shown(driven, _stops)
    return unproved("no edge that a run reaches has a condition, so the input never ends a run")


def _stops(driven: PlannedRun) -> bool:
    return any(data["reason"] == "dry run" for data in driven.of("route"))
