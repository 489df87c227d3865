"""The graph of a contract as pictures and data; networkx is imported for the data formats only
(design §6)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from phaselint.machine.graph import adjacency, reachable
from phaselint.report.jsonformat import dump
from phaselint.report.terminal import escape
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.machine.model import Machine

FORMATS = ("mermaid", "dot", "graphml", "json")


class Node(NamedTuple):
    """A phase to draw."""

    name: str
    initial: bool
    terminal: bool
    reachable: bool


class Arrow(NamedTuple):
    """A way from phase to phase to draw: indexes of nodes, and the actions that take it. One
    that is only declared and that nothing takes has no actions."""

    source: int
    target: int
    actions: tuple[str, ...]


class Drawing(NamedTuple):
    """What is drawn."""

    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]


def draw(machine: Machine, declared: Machine | None) -> Drawing:
    """Gather phases and moves; `declared` has the ways a contract allows, taken or not."""
    ways: dict[tuple[int, int], list[str]] = {}
    for move in declared.moves if declared else ():
        if move.target is not None:
            ways.setdefault((move.source, move.target), [])
    for move in machine.moves:
        target = move.source if move.target is None else move.target
        ways.setdefault((move.source, target), []).append(machine.actions[move.action])
    entered = reachable(adjacency(machine), machine.initial)
    nodes = tuple(
        Node(phase.name, index in machine.initial, phase.terminal, entered[index])
        for index, phase in enumerate(machine.phases)
    )
    arrows = (Arrow(s, t, tuple(sorted(set(names)))) for (s, t), names in sorted(ways.items()))
    return Drawing(nodes, tuple(arrows))


def render(drawing: Drawing, format_: str) -> Iterator[str]:
    """The drawing in one of FORMATS, as lines with their line breaks."""
    if format_ == "mermaid":
        return _mermaid(drawing)
    if format_ == "dot":
        return _dot(drawing)
    return _data(drawing, format_)


def _mermaid(drawing: Drawing) -> Iterator[str]:
    yield "flowchart TD\n"
    for number, node in enumerate(drawing.nodes):
        text = _mermaid_text(node.name)
        left, right = ("([", "])") if node.terminal else ("[", "]")
        yield f'    n{number}{left}"{text}"{right}\n'
        if node.initial:
            yield f"    start(( )) --> n{number}\n"
        if not node.reachable:
            yield f"    class n{number} unreachable\n"
    for arrow in drawing.arrows:
        label = _mermaid_text(", ".join(arrow.actions))
        line = f'-->|"{label}"|' if label else "-.->"
        yield f"    n{arrow.source} {line} n{arrow.target}\n"
    yield "    classDef unreachable stroke-dasharray: 4, color:#888\n"


def _mermaid_text(text: str) -> str:
    """Text between quotes: what could end them or be read as markup becomes an entity."""
    return re.sub(r"[^\w .,:+/-]", lambda match: f"#{ord(match[0])};", text)


def _dot(drawing: Drawing) -> Iterator[str]:
    yield "digraph contract {\n    rankdir=TB;\n    node [shape=box];\n"
    for number, node in enumerate(drawing.nodes):
        style = [f"label={_dot_text(node.name)}"]
        if node.terminal:
            style.append("peripheries=2")
        if node.initial:
            style.append("penwidth=2")
        if not node.reachable:
            style.append("style=dashed")
        yield f"    n{number} [{', '.join(style)}];\n"
    for arrow in drawing.arrows:
        label = f"label={_dot_text(', '.join(arrow.actions))}" if arrow.actions else "style=dashed"
        yield f"    n{arrow.source} -> n{arrow.target} [{label}];\n"
    yield "}\n"


def _dot_text(text: str) -> str:
    return '"' + escape(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _data(drawing: Drawing, format_: str) -> Iterator[str]:
    import networkx as nx

    graph: Any = nx.MultiDiGraph()
    for node in drawing.nodes:
        graph.add_node(
            _xml_text(node.name),
            initial=node.initial,
            terminal=node.terminal,
            reachable=node.reachable,
        )
    names = [_xml_text(node.name) for node in drawing.nodes]
    for arrow in drawing.arrows:
        for action in arrow.actions or ("",):
            graph.add_edge(names[arrow.source], names[arrow.target], action=_xml_text(action))
    if format_ == "graphml":
        yield from (f"{line}\n" for line in nx.generate_graphml(graph))
    else:
        data = nx.node_link_data(graph, edges="edges")
        yield dump(data, indent=2) + "\n"


def _xml_text(text: str) -> str:
    """Text without control characters; most of them no XML document may hold."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", text)
