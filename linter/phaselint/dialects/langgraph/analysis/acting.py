"""Who acts in a graph: the functions that LangGraph calls for it (reference langgraph §2.9).

An actor is a function of the project that LangGraph calls: a node, what handles its failures, or a
router.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Send, name_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from phaselint.dialects.langgraph.functionmodel import Function
    from phaselint.dialects.langgraph.model import Branch, Graph, Node

    Role = Literal["node", "handler", "router"]


class Actor(NamedTuple):
    """A function that is called for a node, or for a source of branches (START too).

    Attributes:
        name: the node, or the source.
        node: the node; none where the source is START.
        branch: of a router.
        sent: whether `Send`s start the node, which can then get something other than the state.
    """

    name: str
    role: Role
    function: Function
    node: Node | None = None
    branch: Branch | None = None
    sent: bool = False


def actors(graph: Graph) -> Iterator[Actor]:
    """The functions that are called for a graph, in the order in which they are given to it."""
    sent = sent_to(graph)
    nodes = {node.name: node for node in graph.nodes}
    for node in graph.nodes:
        if node.kind == "function" and node.function is not None:
            yield Actor(node.name, "node", node.function, node, sent=node.name in sent)
        if node.handler is not None:
            yield Actor(node.name, "handler", node.handler, node, sent=node.name in sent)
    for branch in graph.branches:
        if branch.router is not None:
            source = _source(branch)
            yield Actor(source, "router", branch.router, nodes.get(source), branch)


def _source(branch: Branch) -> str:
    """Where a branch starts; empty where that is not known."""
    value = None if branch.source is None else name_of(branch.source.value)
    return value if isinstance(value, str) else ""


def sent_to(graph: Graph) -> frozenset[str]:
    """The nodes to which something is sent. Where it is not known to whom, all of them."""
    found: set[str] = set()
    for target in _targets(graph):
        if isinstance(target, Send):
            name = name_of(target.node)
            if not isinstance(name, str):
                return frozenset(node.name for node in graph.nodes)
            found.add(name)
    return frozenset(found)


def _targets(graph: Graph) -> Iterator[object]:
    for branch in graph.branches:
        yield from (each.value for each in branch.answers.targets)
    for node in graph.nodes:
        for function in (node.function, node.handler):
            for given in () if function is None else function.returns:
                if given.goto is not None:
                    yield from (each.value for each in given.goto.targets)
