"""What is read of conditions among which the router chooses (reference §5.12, §8.2)."""

from __future__ import annotations

from phaselint.executor.claims import notes
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    after_reading,
    node_at,
    require_run_to,
)
from phaselint_rules.sweny.ways.coverage import coverage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.sweny.ways.coverage import Coverage


def _conditional(facts: SwenyFacts, finding: Finding, node: str) -> tuple[Edge, ...]:
    """The conditional edges out of a node that a finding is about. Raises Unlike where the run
    that it tells does not come there, or the contract has none, or others."""
    require_run_to(facts, finding, node)
    edges = tuple(edge for edge in facts.ways.out.get(node, ()) if edge.condition)
    if not edges or not facts.graph_known:
        raise Unlike("the contract has no conditions at this node")
    return edges


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
