"""The graph of a contract as data; networkx is imported for these formats only (design §6)."""

from __future__ import annotations

import re

from phaselint.diagram.model import Action
from phaselint.report.jsonformat import dump
from phaselint.report.notes import Notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.diagram.model import Drawing
    from phaselint.report.notes import Note
    from phaselint.vocabulary.diagnostic import Diagnostic

    Many = Callable[[Iterable[Any]], Any]
    """What becomes of several values of one attribute."""


def data(
    drawing: Drawing,
    format_: str,
    findings: Sequence[Diagnostic],
    acts: Sequence[Mapping[str, Any]] = (),
) -> Iterator[str]:
    """The drawing as `graphml`, in which several values are one string, or as `json` in the
    node-link form of networkx. With findings, each node and edge has its marks. `acts` are added to
    JSON."""
    import networkx as nx

    if format_ == "graphml":
        graph = _graph(drawing, findings, lambda values: "; ".join(map(_marked, values)))
        yield from (f"{line}\n" for line in nx.generate_graphml(graph))
    else:
        graph = _graph(drawing, findings, list)
        _say(graph.graph, "acts", list, acts)
        yield dump(nx.node_link_data(graph, edges="edges"), indent=2) + "\n"


def _graph(drawing: Drawing, findings: Sequence[Diagnostic], many: Many) -> Any:
    import networkx as nx

    graph: Any = nx.MultiDiGraph()
    notes = Notes(findings)
    _say(graph.graph, "limits", many, map(_xml, drawing.limits))
    if drawing.left_out:
        graph.graph["left_out"] = drawing.left_out
    _say(graph.graph, "findings", many, map(_finding, findings))
    names = [_xml(node.name) for node in drawing.nodes]
    for number, node in enumerate(drawing.nodes):
        said = {
            "initial": node.initial,
            "terminal": node.terminal,
            "reachable": node.reachable,
            "standing": node.standing,
            "why": _xml(node.why),
            "bounds": many(map(_xml, node.bounds)),
        }
        _say(said, "marks", many, map(_mark, notes.node(number)))
        graph.add_node(names[number], **said)
    for number, arrow in enumerate(drawing.arrows):
        for action in arrow.actions or (Action("", dead=True),):
            said = {
                "action": _xml(action.name),
                "dead": action.dead,
                "why": _xml(action.why),
                "kind": arrow.kind,
                "bounds": many(map(_xml, arrow.bounds)),
            }
            if arrow.line:
                said["line"] = arrow.line
            _say(said, "marks", many, map(_mark, notes.arrow(number)))
            graph.add_edge(names[arrow.source], names[arrow.target], **said)
    return graph


def _say(said: dict[str, Any], key: str, many: Many, values: Iterable[Any]) -> None:
    """Add an attribute that exists only where it has values."""
    listed = list(values)
    if listed:
        said[key] = many(listed)


def _finding(finding: Diagnostic) -> dict[str, Any]:
    start = finding.place.range.start if finding.place.range else None
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.level,
        "message": _xml(finding.said),
        "file": _xml(finding.place.file),
        "line": start.line if start else 1,
    }


def _mark(note: Note) -> dict[str, Any]:
    """A mark; `finding` is the number of the finding in the list of them, from 0."""
    return {"finding": note.number, "sign": note.mark.sign, "words": _xml(note.mark.words)}


def _marked(value: Any) -> str:
    """A value of several as text."""
    return value if isinstance(value, str) else " ".join(map(str, value.values()))


def _xml(text: str) -> str:
    """Text without control characters; most of them no XML document may hold."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", text)
