"""Commands with which a graph that is a node returns to its parent (§5.12)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.langgraph.functionmodel import Function, Return
    from phaselint.dialects.langgraph.model import Graph, Node


def parent_commands(graph_id: str, project: Mapping[str, Graph]) -> tuple[tuple[Return, ...], bool]:
    """The returns of a graph's nodes that are commands for the parent, and whether there can be no
    others. A graph called inside a node returns like the node itself."""
    graph = project.get(graph_id)
    if graph is None:
        return (), False
    found: list[Return] = []
    known = not graph.open
    for node in graph.nodes:
        returns, all_known = _of_node(node)
        found += returns
        known = known and all_known
    return tuple(found), known


def _of_node(node: Node) -> tuple[tuple[Return, ...], bool]:
    returns: tuple[Return, ...] = ()
    known = not node.routes or node.kind == "agent"  # the tools of an agent return to its graph
    for function in (node.function, node.handler):
        if function is not None:
            more, all_known = _of_function(function)
            returns += more
            known = known and all_known
    return returns, known


def _of_function(function: Function) -> tuple[tuple[Return, ...], bool]:
    vague = not function.returns_complete or any(
        each.form == "unknown" for each in function.returns
    )
    parents = tuple(each for each in function.returns if each.parent)
    return parents, not (vague and function.commands)


def commands_of_called(
    graph: Graph, project: Mapping[str, Graph]
) -> tuple[tuple[Return, ...], bool]:
    """The commands for a parent in graphs that a node's function calls, and whether there can be no
    others: the calling node isn't known, so it can belong to any graph."""
    found: list[Return] = []
    known = True
    for each in project.values():
        if each.nested and each.id != graph.id:
            commands, all_known = parent_commands(each.id, project)
            found += commands
            known = known and all_known
    return tuple(found), known
