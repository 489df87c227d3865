"""Where the names of nodes are written in a project: each place with the graph's name for it."""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Known, Send, name_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Literal

    from phaselint.dialects.langgraph.functionmodel import Function
    from phaselint.dialects.langgraph.model import Branch, Graph, Node

    Use = Literal["node", "name", "label"]


class Written(NamedTuple):
    """A name in a place.

    Attributes:
        name: the name of a node; of a label, that of the node that it leads to.
        known: what is written, and where.
        use: the `add_node` that makes it a node (`node`), another place with the `name`, or a
        `label`, which is a different string that a router returns for it.
        function: the function that contains it; None outside functions.
    """

    name: str
    known: Known
    use: Use = "name"
    function: Function | None = None


def written(graph: Graph) -> Iterator[Written]:
    """The places of the names of a graph, some of them several times."""
    for node in graph.nodes:
        yield from _of_node(node)
    for edge in graph.edges:
        yield from _names((edge.source, edge.target))
    for join in graph.joins:
        yield from _names((*join.members, join.target))
    for branch in graph.branches:
        yield from _of_branch(branch)
    for compiled in graph.compiles:
        yield from _names((*compiled.interrupt_before, *compiled.interrupt_after))


def _of_node(node: Node) -> Iterator[Written]:
    yield Written(node.name, Known(node.name, node.name_place, node.name_source), "node")
    yield from _names(node.destinations or (), node.function)
    for function in (node.function, node.handler):
        for each in function.returns if function is not None else ():
            if each.goto is not None and not each.parent:
                yield from _names(each.goto.targets, function)


def _of_branch(branch: Branch) -> Iterator[Written]:
    yield from _names((branch.source, branch.then))
    path_map, router = branch.path_map, branch.router
    answers = branch.answers.targets
    if path_map is None or path_map.given in ("ignored", "unknown"):
        yield from _names(answers, router)
        return
    leads = {}
    for entry in path_map.entries:
        if entry.target is None:
            continue
        target = _text(entry.target)
        leads[name_of(entry.label)] = target
        yield from _names((entry.target,))
        if path_map.given == "dict" and target:
            yield Written(target, Known(entry.label, entry.place), "label")
    for answer in answers:
        if isinstance(answer.value, Send):
            yield from _names((answer,), router)
        elif target := leads.get(name_of(answer.value), ""):
            # In a list of names, each is its own label.
            use: Use = "label" if path_map.given == "dict" else "name"
            yield Written(target, answer, use, router)


def _names(some: Iterable[Known | None], function: Function | None = None) -> Iterator[Written]:
    for each in some:
        name = _text(each) if each is not None else ""
        if each is not None and name:
            yield Written(name, each, "name", function)


def _text(known: Known) -> str:
    """The name in a constant; empty if it isn't a name."""
    value = known.value.node if isinstance(known.value, Send) else known.value
    found = name_of(value)
    return found if isinstance(found, str) else ""
