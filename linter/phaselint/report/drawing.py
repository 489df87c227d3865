"""The graph of a contract as pictures and data; networkx is imported for the data formats only
(design §6)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from phaselint.picture.model import Action
from phaselint.report.jsonformat import dump
from phaselint.report.terminal import escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.picture.model import Arrow, Drawing

FORMATS = ("mermaid", "dot", "graphml", "json")


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
        text = _label(arrow)
        label = f'|"{_mermaid_text(text)}"|' if text else ""
        line = "-->" if arrow.taken else "-.->"
        yield f"    n{arrow.source} {line}{label} n{arrow.target}\n"
    yield "    classDef unreachable stroke-dasharray: 4, color:#888\n"


def _label(arrow: Arrow) -> str:
    """What takes an arrow, and what never does, with why; then what bounds it."""
    live = ", ".join(action.name for action in arrow.actions if not action.dead)
    dead = (f"never {each.name}: {each.why}" for each in arrow.actions if each.dead)
    text = "; ".join(part for part in (live, *dead) if part)
    return f"{text} ({', '.join(arrow.bounds)})" if arrow.bounds else text


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
        style = [f"label={_dot_text(_label(arrow))}"] if arrow.actions else []
        style += [] if arrow.taken else ["style=dashed"]
        yield f"    n{arrow.source} -> n{arrow.target} [{', '.join(style)}];\n"
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
            standing=node.standing,
            why=_xml_text(node.why),
            bounds=_xml_text("; ".join(node.bounds)),
        )
    names = [_xml_text(node.name) for node in drawing.nodes]
    for arrow in drawing.arrows:
        for action in arrow.actions or (Action("", dead=True),):
            graph.add_edge(
                names[arrow.source],
                names[arrow.target],
                action=_xml_text(action.name),
                dead=action.dead,
                why=_xml_text(action.why),
                kind=arrow.kind,
                bounds=_xml_text("; ".join(arrow.bounds)),
            )
    if format_ == "graphml":
        yield from (f"{line}\n" for line in nx.generate_graphml(graph))
    else:
        data = nx.node_link_data(graph, edges="edges")
        yield dump(data, indent=2) + "\n"


def _xml_text(text: str) -> str:
    """Text without control characters; most of them no XML document may hold."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", text)
