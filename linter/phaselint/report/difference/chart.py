"""The `mermaid` format of a difference: the graph of each contract, with what is added and gone."""

from __future__ import annotations

from phaselint.diagram.united import ADDED, GONE, united
from phaselint.report.mermaid import mermaid
from phaselint.report.notes import Notes
from phaselint.report.terminal import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.diagram.united import United
    from phaselint.linting.difference.model import Comparison, ContractDifference

GREEN, RED = "#1a7f37", "#cf222e"

CLASSES = {
    ADDED: f"stroke:{GREEN}, stroke-width:3px",
    GONE: f"stroke:{RED}, stroke-width:2px, stroke-dasharray: 4",
}
"""How nodes are drawn that only one version has."""

COLORS = {ADDED: GREEN, GONE: RED}


def render(comparison: Comparison, *, verbose: bool = False) -> Iterator[str]:  # noqa: ARG001 - all formats have it
    """Yield a chart for each contract that differs, with its name in a comment."""
    for number, each in enumerate(shown(comparison)):
        graph = graph_of(each)
        if graph is not None:
            yield "\n" if number else ""
            yield f"%% {escape(each.path)}\n"
            yield from chart(graph)


def shown(comparison: Comparison) -> Iterator[ContractDifference]:
    """The contracts that differ."""
    return (each for each in comparison.contracts if not each.behaves_alike)


def graph_of(contract: ContractDifference) -> United | None:
    """The graphs of both versions of a contract as one."""
    renamed = contract.runs.renaming.phases if contract.runs is not None else {}
    return united(*contract.drawings, renamed)


def chart(graph: United) -> Iterator[str]:
    """The lines of a chart."""
    yield from mermaid(graph.drawing, Notes(()))
    for number, word in graph.nodes.items():
        yield f"    class n{number} {word}\n"
    before = sum(node.initial for node in graph.drawing.nodes)
    for number, word in graph.arrows.items():
        yield f"    linkStyle {before + number} stroke:{COLORS[word]}, stroke-width:2px\n"
    for word in dict.fromkeys((*graph.nodes.values(),)):
        yield f"    classDef {word} {CLASSES[word]}\n"
