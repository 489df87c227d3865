"""The graph of a contract as text for mermaid."""

from __future__ import annotations

import re

from phaselint.diagram.model import lines_of
from phaselint.report.notes import AMBER, BLUE, COLOURS, GREY, RED, arrow_lines, node_lines
from phaselint.report.notes import strongest as sign_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.diagram.model import Arrow, Drawing, Node
    from phaselint.dialects.diagram_data import Line
    from phaselint.report.notes import Notes

CLASSES = {
    "unreachable": f"stroke-dasharray: 4, color:{GREY}",
    "unusable": f"stroke-dasharray: 4, stroke:{RED}",
    "subject": f"stroke:{RED}, stroke-width:3px",
    "stuck": f"fill:#ffd7d5, color:#000, stroke:{RED}, stroke-width:3px",
    "limit": f"stroke:{AMBER}, stroke-width:3px",
    "blocked": f"stroke:{RED}",
    "dead": f"stroke:{RED}, stroke-dasharray: 4",
    "run": f"stroke:{BLUE}, stroke-width:2px",
}
"""How nodes are drawn that runs do not come to or that findings mark."""


LINES: dict[Line, str] = {"": "-->", "plain": "-->", "heavy": "==>", "dotted": "--o"}
"""How arrows are written. Those that nothing takes have dots, so calls end in a circle."""

_IDLE: dict[Line, str] = {"": "-.->", "plain": "-.->", "heavy": "-.->", "dotted": "-.-o"}


def mermaid(drawing: Drawing, notes: Notes) -> Iterator[str]:
    """The lines of a flow chart."""
    yield "flowchart TD\n"
    if drawing.left_out:
        yield f"    %% {_text(drawing.left_out)}\n"
    for kind, line in lines_of(drawing).items():
        yield f"    %% {LINES[line]}: {_text(kind)}\n"
    used = {"unreachable": None}
    for number, node in enumerate(drawing.nodes):
        yield f"    n{number}{_box(node, notes, number)}\n"
        if node.initial:
            yield f"    start(( )) {_label('-->', drawing.limits)} n{number}\n"
        for name in _classes(node, sign_of(notes.node(number))):
            used[name] = None
            yield f"    class n{number} {name}\n"
    for number, arrow in enumerate(drawing.arrows):
        yield _arrow(arrow, notes, number)
    yield from _coloured(drawing, notes)
    for name in used:
        yield f"    classDef {name} {CLASSES[name]}\n"


def _box(node: Node, notes: Notes, number: int) -> str:
    left, right = ("([", "])") if node.terminal else ("[", "]")
    lines = (node.name, *node_lines(node, notes.node(number)))
    return f'{left}"{"<br/>".join(map(_text, lines))}"{right}'


def _classes(node: Node, sign: str | None) -> Iterator[str]:
    if node.standing != "live":
        yield "unusable" if node.standing == "unusable" else "unreachable"
    if sign is not None:
        yield sign


def _arrow(arrow: Arrow, notes: Notes, number: int) -> str:
    sign = LINES[arrow.line] if arrow.taken else _IDLE[arrow.line]
    line = _label(sign, arrow_lines(arrow, notes.arrow(number)))
    return f"    n{arrow.source} {line} n{arrow.target}\n"


def _label(line: str, words: tuple[str, ...]) -> str:
    """A line with words next to it, where there are any."""
    return f'{line}|"{"<br/>".join(map(_text, words))}"|' if words else line


def _coloured(drawing: Drawing, notes: Notes) -> Iterator[str]:
    """The colors of arrows: mermaid counts them in the order of writing, those that begin runs
    included."""
    before = sum(node.initial for node in drawing.nodes)
    for number in range(len(drawing.arrows)):
        sign = sign_of(notes.arrow(number))
        if sign is not None:
            colour = COLOURS[sign]
            yield f"    linkStyle {before + number} stroke:{colour}, stroke-width:2px\n"


def _text(text: str) -> str:
    """Text between quotes: what could end them or be read as markup becomes an entity."""
    return re.sub(r"[^\w .,:+/-]", lambda match: f"#{ord(match[0])};", text)
