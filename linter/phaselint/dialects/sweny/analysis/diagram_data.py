"""What a picture of a workflow says besides its machine (reference §4.5, §5.2, §5.12): edges that
the router never follows, and what bounds edges, nodes and runs."""

from __future__ import annotations

from phaselint.dialects.diagram_data import Sketch
from phaselint.schema import Typed, satisfiable
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.vocabulary.finding import Place


def sketch(facts: SwenyFacts) -> Sketch:
    """The data of the diagram of a workflow."""
    return Sketch(
        facts.machine,
        unusable=dict(_unusable(facts)),
        dead=dict(_shadowed(facts)),
        bounds={name: tuple(_bounds(node)) for name, node in facts.nodes.items()},
        move_bounds={
            number: f"at most {plural(edge.most, 'time')}"
            for number, edge in enumerate(facts.edges)
            if edge.most is not None
        },
        astray=tuple(_astray(facts)),
        limits=(f"at most {plural(facts.options['max-steps'], 'visit')}",),
        known=bool(facts.graph_known),
    )


def _shadowed(facts: SwenyFacts) -> Iterator[tuple[int, str]]:
    """The edges that come after one that is always followed before them, by their number among
    those between nodes."""
    first: dict[str, str] = {}
    for number, edge in enumerate(facts.edges):
        if edge.condition:
            continue
        if edge.source in first:
            yield number, f"the edge to {quote(first[edge.source])} comes first"
        elif edge.most is None:  # one with a bound may be spent, and then it is the next one's turn
            first[edge.source] = edge.target


def _astray(facts: SwenyFacts) -> Iterator[tuple[str, Place]]:
    """The edges that have one end only."""
    for edge in facts.workflow.edges:
        ends = [name for name in (edge.source, edge.target) if name in facts.nodes]
        if len(ends) == 1:
            yield ends[0], facts.place(edge.pointer)


def _unusable(facts: SwenyFacts) -> Iterator[tuple[str, str]]:
    for node in facts.sound_nodes:
        schema = node.output
        if schema is None or node.id in facts.output_faults:
            continue
        if satisfiable(schema, (), Typed("object")).answer == "no":
            yield node.id, "no data can satisfy its output schema"


def _bounds(node: Node) -> Iterator[str]:
    if node.max_turns is not None:
        yield f"at most {plural(node.max_turns, 'turn')}"
    if node.retry is not None:
        yield f"at most {node.retry.max} {'retry' if node.retry.max == 1 else 'retries'}"
