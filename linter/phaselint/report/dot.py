"""The graph of a contract as text for Graphviz."""

from __future__ import annotations

from phaselint.diagram.model import lines_of
from phaselint.report.notes import COLOURS, arrow_lines, node_lines, strongest
from phaselint.report.terminal import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.diagram.model import Arrow, Drawing, Node
    from phaselint.dialects.diagram_data import Line
    from phaselint.report.notes import Note, Notes

LINES: dict[Line, tuple[str, str]] = {
    "plain": ("a plain line", ""),
    "heavy": ("a heavy line", "penwidth=3"),
    "dotted": ("a ring at its end", "arrowhead=odot"),
}
"""How arrows are drawn: in words, and as attributes. Those that nothing takes are dashed."""

_FILLED = '"filled,dashed"'


def dot(drawing: Drawing, notes: Notes) -> Iterator[str]:
    """The lines of a directed graph."""
    yield "digraph contract {\n    rankdir=TB;\n    node [shape=box];\n"
    legend = (f"{kind}: {LINES[line][0]}" for kind, line in lines_of(drawing).items())
    said = (drawing.left_out, ", ".join(drawing.limits), ", ".join(legend))
    title = [text for text in said if text]
    if title:
        yield f"    label={_text(title)};\n"
    for number, node in enumerate(drawing.nodes):
        yield f"    n{number} [{', '.join(_node(node, notes.node(number)))}];\n"
    for number, arrow in enumerate(drawing.arrows):
        style = ", ".join(_arrow(arrow, notes.arrow(number)))
        yield f"    n{arrow.source} -> n{arrow.target} [{style}];\n"
    yield "}\n"


def _node(node: Node, notes: Iterable[Note]) -> Iterator[str]:
    yield f"label={_text((node.name, *node_lines(node, notes)))}"
    if node.terminal:
        yield "peripheries=2"
    if node.initial:
        yield "penwidth=2"
    sign, dashed = strongest(notes), node.standing != "live"
    if sign == "stuck":
        yield f'style={_FILLED if dashed else "filled"}, fillcolor="#ffd7d5"'
    elif dashed:
        yield "style=dashed"
    if sign is not None:
        yield f'color="{COLOURS[sign]}"'


def _arrow(arrow: Arrow, notes: Iterable[Note]) -> Iterator[str]:
    lines = arrow_lines(arrow, notes)
    if lines:
        yield f"label={_text(lines)}"
    if arrow.line and LINES[arrow.line][1]:
        yield LINES[arrow.line][1]
    if not arrow.taken:
        yield "style=dashed"
    sign = strongest(notes)
    if sign is not None:
        yield f'color="{COLOURS[sign]}"'


def _text(lines: Iterable[str]) -> str:
    """Lines between quotes."""
    quoted = (escape(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(quoted) + '"'
