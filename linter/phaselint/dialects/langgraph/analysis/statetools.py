"""Who binds tools to a model, and who runs them (reference langgraph §2.12, §7.6)."""

from __future__ import annotations

from phaselint.dialects.langgraph.model import END
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import ToolList
    from phaselint.dialects.langgraph.model import Graph, Node

TOOL_CALLS = "tool_calls"
"""The attribute of a message with a model's tool calls."""


class Bound(NamedTuple):
    """Tools that a node offers to a model, and the nodes that may run them."""

    node: Node
    tools: ToolList
    runners: tuple[Node, ...]


def bound_tools(graph: Graph) -> Iterator[tuple[Node, ToolList]]:
    """The lists of tools that nodes bind to a model for it to call, each with its node."""
    for node in graph.nodes:
        if node.kind == "function" and node.function is not None:
            for tools in node.function.bound:
                if tools.tools and not tools.structured:
                    yield node, tools


def lists_of(graph: Graph) -> Iterator[tuple[Node, ToolList]]:
    """All lists of tools in a graph, each with the node that has it."""
    for node in graph.nodes:
        if node.tools is not None:
            yield node, node.tools
        if node.function is not None:
            yield from ((node, tools) for tools in node.function.bound)


def runs_tools(graph: Graph) -> bool:
    """Whether a node of a graph runs tools, or may: a `ToolNode`, an agent, a subgraph, or what
    nothing is known of."""
    return any(node.kind in ("tools", "agent", "subgraph", "opaque") for node in graph.nodes)


def bindings(ways: Ways) -> Iterator[Bound]:
    """The lists of tools bound by reachable nodes, with the tool nodes that can run after them."""
    for node, tools in bound_tools(ways.graph):
        if node.name in ways.reached:
            names = behind(ways, node.name)
            runners = tuple(
                each for each in ways.graph.nodes if each.kind == "tools" and each.name in names
            )
            yield Bound(node, tools, runners)


def behind(ways: Ways, name: str) -> frozenset[str]:
    """The nodes that may run after a node."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        here = waiting.pop()
        if ways.sources[here].anywhere:
            return frozenset(ways.nodes)
        for way in ways.ways[here]:
            if way.target != END and way.target in ways.nodes and way.target not in seen:
                seen.add(way.target)
                waiting.append(way.target)
    return frozenset(seen)


def predecessors(ways: Ways, name: str) -> tuple[str, ...]:
    """The nodes, and START, that may wake a node."""
    return tuple(
        source
        for source, listed in ways.ways.items()
        if any(each.target == name for each in listed)
    )


def mentions_tool_calls(facts: LanggraphFacts) -> bool:
    """Whether any code of the files of a contract speaks of `tool_calls`."""
    from phaselint.document.python import tree_of

    for document in facts.contract.documents.values():
        if TOOL_CALLS in document.text:
            tree = tree_of(document)
            if tree is None or _mentions(tree):
                return True
    return False


def _mentions(tree: ast.AST) -> bool:
    import ast

    for each in ast.walk(tree):
        match each:
            case ast.Attribute(attr=name) | ast.Name(id=name) | ast.Constant(value=name):
                if name == TOOL_CALLS:
                    return True
    return False
