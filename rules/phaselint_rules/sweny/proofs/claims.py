"""What a finding says, held against the contract on the bench (design §8).

A finding says where to look, and its witness what a rule saw there. What is there now a prover
reads itself, by the place: a finding that says something else is about another contract, and
shows nothing about this one.
"""

from __future__ import annotations

from functools import wraps

from phaselint.executor.proof import Decided, decided, partly, unproved
from phaselint.vocabulary.rule import by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge, Evaluator, Node
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Pointer, Proof
    from phaselint.vocabulary.rule import ProofMethod

    Prover = Callable[[ProofContext[SwenyFacts], Finding], Proof]

NO_WAY = "no path leads to the node"


class Unlike(Decided):
    """The contract on the bench is not as a finding says, or has no run that could show it; the
    text says how, and is the reason of the proof."""

    def __init__(self, reason: str) -> None:
        super().__init__(unproved(reason))


def checks_claim(prover: Prover) -> Prover:
    """Let a prover raise `Unlike`: the finding is then unproved, for that reason."""

    @wraps(prover)
    def soft(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
        return decided(lambda: prover(lab, finding))

    return soft


def after_reading(
    prove: Prover, *methods: ProofMethod
) -> Callable[[Callable[[SwenyFacts, Finding], str]], Prover]:
    """Let runs decide only what a finding claims, by a prover of such claims: the decorated
    function reads in the contract on the bench what else the finding says. It gives that as a
    clause for the proof, empty if the runs depend on it, and raises Unlike where it doesn't hold.
    """

    def decided_by(read: Callable[[SwenyFacts, Finding], str]) -> Prover:
        @by(*methods)
        @checks_claim
        @wraps(read)
        def both(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
            clause = read(lab.facts, finding)
            proof = prove(lab, finding)
            return partly(proof, clause) if clause else proof

        return both

    return decided_by


# --- what is said -----------------------------------------------------------------------------


def said(finding: Finding) -> Mapping[str, Any]:
    """The data of a finding's witness; empty without one."""
    return finding.witness.data if finding.witness else {}


def agree(finding: Finding, **there: Any) -> None:
    """Hold the data of a finding against what the contract has. Raises Unlike."""
    data = said(finding)
    for key, value in there.items():
        if (
            key not in data
            or data[key] != value
            or isinstance(data[key], bool) is not isinstance(value, bool)
        ):
            raise Unlike(f"the contract's {key} differs from the finding")


# --- parts of contracts ---------------------------------------------------------------------------


def pointer_of(facts: SwenyFacts, finding: Finding) -> Pointer:
    """Where in the workflow a finding stands. Raises Unlike where it is in another file."""
    if finding.place.file != facts.file:
        raise Unlike("the finding is in another file than the workflow")
    return finding.place.pointer


def edge_at(facts: SwenyFacts, finding: Finding, key: str = "to") -> Edge:
    """The edge at whose key a finding stands. Raises Unlike."""
    pointer = pointer_of(facts, finding)
    for edge in facts.workflow.edges:
        if pointer == (*edge.pointer, key) and edge.source in facts.nodes:
            return edge
    raise Unlike("the contract has no such edge")


def node_at(facts: SwenyFacts, finding: Finding, *below: str) -> Node:
    """The node at which, or at whose key, a finding stands. Raises Unlike."""
    return node_above(facts, finding, *below, deep=0)


def node_above(facts: SwenyFacts, finding: Finding, *below: str, deep: int = 1) -> Node:
    """The node with the entry at which a finding stands, so many steps below a key of it.

    Raises Unlike.
    """
    pointer = pointer_of(facts, finding)
    for node in facts.nodes.values():
        way = (*node.pointer, *below)
        if pointer[: len(way)] == way and len(pointer) == len(way) + deep:
            return node
    raise Unlike("the contract has no such node, or the node lacks that key")


def entry_at(finding: Finding, entries: Any) -> str:
    """The text in a list at which a finding stands. Raises Unlike where there is none."""
    number = finding.place.pointer[-1]
    listed = entries if isinstance(entries, (list, tuple)) else ()
    if isinstance(number, int) and 0 <= number < len(listed) and isinstance(listed[number], str):
        return str(listed[number])
    raise Unlike("the contract has no such entry")


def evaluator_at(node: Node, finding: Finding) -> tuple[int, Evaluator]:
    """The evaluator of a node in which a finding stands, and its number. Raises Unlike."""
    pointer = finding.place.pointer
    for number, evaluator in enumerate(node.evals):
        if pointer[: len(evaluator.pointer)] == evaluator.pointer:
            return number, evaluator
    raise Unlike("the contract has no such evaluator")


# --- runs -------------------------------------------------------------------------------------


def way_to(facts: SwenyFacts, node: Node) -> tuple[str, ...]:
    """The nodes of a shortest path to a node. Raises Unlike if none is known."""
    way = facts.ways.way(node.id) if facts.graph_known else ()
    if not way:
        raise Unlike(NO_WAY)
    return way


def walk_of(facts: SwenyFacts, finding: Finding) -> tuple[Edge, ...]:
    """The edges of the run that a finding tells, from the entry on. Raises Unlike where the
    contract has none such."""
    data = said(finding)
    path, numbers = data.get("path"), data.get("edges")
    known = {edge.number: edge for edge in facts.edges}
    if isinstance(numbers, list) and facts.graph_known:
        walk = tuple(known[each] for each in numbers if isinstance(each, int) and each in known)
        if path == [facts.workflow.entry, *(edge.target for edge in walk)]:
            sources = [edge.source for edge in walk]
            if sources == path[:-1] and len(walk) == len(numbers):
                return walk
    raise Unlike("the contract has no such run")


def require_run_to(facts: SwenyFacts, finding: Finding, node: Node | str) -> None:
    """Hold the run that a finding tells, if it tells one, against the contract: it has to come
    to a node. Raises Unlike."""
    if "path" not in said(finding):
        return
    walk = walk_of(facts, finding)
    name = node if isinstance(node, str) else node.id
    if name != (walk[-1].target if walk else facts.workflow.entry):
        raise Unlike(f"the run of the finding doesn't reach `{name}`")
