"""Commands with which a graph that is a node returns to its parent (§5.12)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from phaselint.dialects.langgraph.functionmodel import Function, Return
    from phaselint.dialects.langgraph.model import Graph, Node


class Command(NamedTuple):
    """A command for the parent, `given` by the function of a node or, if it `handles` an error of
    it, by the handler."""

    node: str
    given: Return
    handles: bool = False


class Runs(NamedTuple):
    """The nodes of a graph that its runs have: each of those in `sure` is in some run, and none has
    one that isn't in `possible`."""

    sure: frozenset[str]
    possible: frozenset[str]


def in_variants(runs: Collection[Runs]) -> Runs:
    """The nodes that runs have in all of some variants, and in any of them."""
    sure = frozenset.intersection(*(each.sure for each in runs)) if runs else frozenset()
    return Runs(sure, frozenset().union(*(each.possible for each in runs)))


def parent_commands(
    graph_id: str, project: Mapping[str, Graph]
) -> tuple[tuple[Command, ...], bool]:
    """The commands for the parent that a graph's nodes return, and whether there can be no others.
    A graph called inside a node returns like the node itself."""
    graph = project.get(graph_id)
    if graph is None:
        return (), False
    found: list[Command] = []
    known = not graph.open
    for node in graph.nodes:
        commands, all_known = _of_node(node)
        found += commands
        known = known and all_known
    return tuple(found), known


def _of_node(node: Node) -> tuple[list[Command], bool]:
    found: list[Command] = []
    known = not node.routes or node.kind == "agent"  # the tools of an agent return to its graph
    for function, handles in ((node.function, False), (node.handler, True)):
        if function is not None:
            returns, all_known = _of_function(function)
            found += (Command(node.name, each, handles) for each in returns)
            known = known and all_known
    return found, known


def _of_function(function: Function) -> tuple[tuple[Return, ...], bool]:
    vague = not function.returns_complete or any(
        each.form == "unknown" for each in function.returns
    )
    parents = tuple(each for each in function.returns if each.parent)
    return parents, not (vague and function.commands)


def commands_of_called(
    graph: Graph, project: Mapping[str, Graph]
) -> tuple[tuple[Command, ...], bool]:
    """The commands for a parent in graphs that a node's function calls, and whether there can be no
    others: the calling node isn't known, so it can belong to any graph."""
    found: list[Command] = []
    known = True
    for each in project.values():
        if each.nested and each.id != graph.id:
            commands, all_known = parent_commands(each.id, project)
            found += commands
            known = known and all_known
    return tuple(found), known
