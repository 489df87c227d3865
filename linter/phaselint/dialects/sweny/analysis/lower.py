"""Workflow → machines (reference §7): the graph of nodes and edges, and its unbounded part.

Edges whose ends aren't nodes are left out. The runtime never imports this module.
"""

from __future__ import annotations

from phaselint.dialects.sweny.model import Workflow
from phaselint.machine.model import Machine, Move, Phase
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.model import Edge, SwenyContract

ONLY_PATH = "only path"
DEFAULT = "default"


def edges_between_nodes(workflow: Workflow) -> tuple[Edge, ...]:
    """The edges whose ends are declared, in file order."""
    return _between(workflow.edges, tuple(workflow.nodes))


@pure
def _between(edges: tuple[Edge, ...], names: tuple[str, ...]) -> tuple[Edge, ...]:
    nodes = frozenset(names)
    return tuple(e for e in edges if e.source in nodes and e.target in nodes)


def label(edge: Edge, conditional: bool) -> str:
    """How an edge is drawn: its condition, or that it is the default among conditional ones."""
    return edge.condition.strip() or (DEFAULT if conditional else ONLY_PATH)


def lower(contract: SwenyContract) -> Machine:
    """The workflow's graph without its counters: every edge is a move, a node without out-edges
    is terminal. Conditions are free text, so the router may take any of them (§7.1)."""
    workflow = contract.workflow or Workflow(contract.target.path)
    edges = edges_between_nodes(workflow)
    number = {name: index for index, name in enumerate(workflow.nodes)}
    left = {edge.source for edge in edges}
    routed = {edge.source for edge in edges if edge.condition}
    labels: dict[str, int] = {}
    moves = tuple(
        Move(
            number[edge.source],
            number[edge.target],
            labels.setdefault(label(edge, edge.source in routed), len(labels)),
            place=Place(workflow.file, edge.pointer),
        )
        for edge in edges
    )
    phases = tuple(
        Phase(name, name not in left, Place(workflow.file, node.pointer, "key"))
        for name, node in workflow.nodes.items()
    )
    initial = (number[workflow.entry],) if workflow.entry in number else ()
    return Machine(phases, initial, moves, tuple(labels))
