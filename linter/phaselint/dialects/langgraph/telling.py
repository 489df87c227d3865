"""Descriptions of a graph in lines of text: for lists of contracts and for editors."""

from __future__ import annotations

from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.model import Graph, LanggraphContract, Node
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Place

MOST = 20
"""The most unknown parts listed for one graph."""


def told(contract: LanggraphContract) -> Iterator[str]:
    """The contents of a graph, and its unknown parts with the reasons."""
    graph = contract.graph
    if graph is None:
        return
    yield _counts(graph)
    if graph.open:
        yield f"open: {graph.open}"
    if graph.many_guards:
        yield "conditions: too many to determine which parts exist together"
    if graph.exported:
        yield f"not all calls known: {graph.exported}"
    if graph.served:
        yield "served by a platform (langgraph.json)"
    for clause, place in graph.unknown_parts[:MOST]:
        yield f"unknown: {clause} ({_spot(contract, place)})"
    if len(graph.unknown_parts) > MOST:
        yield f"and {len(graph.unknown_parts) - MOST} more unknown parts"


def _counts(graph: Graph) -> str:
    counted = [
        plural(len(graph.nodes), "node"),
        plural(len(graph.edges), "edge"),
        *([plural(len(graph.joins), "join")] if graph.joins else ()),
        *([plural(len(graph.branches), "conditional edge")] if graph.branches else ()),
    ]
    keys = plural(len(graph.all_keys), "state key")
    counted.append(keys if graph.keys_known else f"at least {keys}")
    whole = "" if graph.unknown_parts or graph.open else "; everything is known"
    return f"{', '.join(counted)}{whole}"


def _spot(contract: LanggraphContract, place: Place) -> str:
    document: Document | None = contract.documents.get(place.file)
    if document is None:
        return place.file
    name = place.file.rpartition("/")[2]
    return f"{name}:{document.range(place.pointer).start.line}"


_KINDS = {
    "subgraph": "a compiled graph",
    "tools": "a `ToolNode`",
    "agent": "a library agent",
    "missing": "nothing: it has no action",
    "uncompiled": "an uncompiled graph",
    "unsupported": "an action that LangGraph refuses",
}


def about(graph: Graph, node: Node) -> Iterator[str]:
    """The description of a node, line by line."""
    function = node.function
    if node.kind == "subgraph" and node.subgraph:
        yield f"runs graph `{node.subgraph}`"
    elif function is not None:
        yield f"runs `{function.name or 'a lambda'}`{' (async)' if function.is_async else ''}"
    else:
        yield f"runs {_KINDS.get(node.kind, f'`{node.action}`, which is unreadable')}"
    if node.defer:
        yield "waits until no other node is left to run (`defer`)"
    if node.handled:
        yield "has an error handler"
    if node.guards:
        guards = (guard.text if guard.holds else f"not {guard.text}" for guard in node.guards)
        yield f"exists only if {', '.join(f'`{each}`' for each in guards)}"
    if function is not None:
        yield from _state(graph, node)


def _state(graph: Graph, node: Node) -> Iterator[str]:
    """The state keys that a node reads and writes, and whether it interrupts."""
    function = node.function
    if function is None:
        return
    reads = dict.fromkeys(each.key for each in function.reads)
    yield f"reads {_listed(reads, complete=function.reads_complete)}"
    updates = [each.update for each in function.returns]
    writes = dict.fromkeys(key.key for each in updates for key in each.keys)
    complete = function.returns_complete and all(each.complete for each in updates)
    lost = [key for key in writes if graph.keys_known and key not in graph.all_keys]
    said = f"; {_listed(dict.fromkeys(lost), complete=True)} lost" if lost else ""
    yield f"writes {_listed(writes, complete=complete)}{said}"
    if function.interrupts:
        yield "can interrupt the run"


def _listed(names: dict[str, None], *, complete: bool) -> str:
    listed = ", ".join(f"`{name}`" for name in names)
    if complete:
        return listed or "nothing"
    return f"{listed} and unknown keys" if listed else "unknown keys"
