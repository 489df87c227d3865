"""What a compiled graph gets and returns as a node of another (reference langgraph §5.12)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.acting import sent_to
from phaselint.dialects.langgraph.analysis.state import (
    adds,
    hands_over,
    input_schema,
    output_schema,
    written_by_node,
)
from phaselint.dialects.langgraph.analysis.statetools import behind
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.model import Graph, Node


class Nothing(NamedTuple):
    """A subgraph that shares no key with the state around it: whether on its way in, on its way
    out, or both."""

    node: Node
    graph: Graph
    gets: bool
    returns: bool


def subgraphs(facts: LanggraphFacts) -> Iterator[tuple[Node, Graph]]:
    """The reachable nodes that are graphs of the project with known schemas and keys, and don't
    always fail, each with its graph."""
    project, names = facts.contract.project, facts.live
    for node in facts.graph.nodes:
        graph = project.get(node.subgraph) if node.kind == "subgraph" else None
        if graph is None or node.name not in names:
            continue
        if all(node.name in ways.failing for ways in facts.ways if node.name in ways.nodes):
            continue
        schemas = (graph.state, input_schema(graph), output_schema(graph))
        if all(each.known and not each.is_root for each in schemas):
            yield node, graph


def added_again(facts: LanggraphFacts) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """The subgraphs that return whole keys, which the parent adds up, and these keys. A subgraph
    started by a `Send` gets something other than the state."""
    sent = sent_to(facts.graph)
    for node, graph in subgraphs(facts):
        if hands_over(graph, facts.contract.project) or node.name in sent:
            continue
        output = output_schema(graph).keys
        keys = tuple(
            name
            for name in input_schema(graph).keys
            if name in output
            and adds(facts.graph.all_keys.get(name))
            and adds(graph.all_keys.get(name))
            and _may_have(facts, node, name)
        )
        if keys:
            yield node, keys


def _may_have(facts: LanggraphFacts, node: Node, key: str) -> bool:
    """Whether a key may have something in it when a subgraph begins: another node writes it, or an
    invocation gives it or may, or the subgraph runs again, in this run or in the next of a
    thread."""
    graph = facts.graph
    calls = graph.invocations
    if graph.exported or graph.served or not calls or graph.parents or graph.nested:
        return True
    if any(each.checkpointer != "no" for each in graph.compiles) or not facts.closed:
        return True
    if any(each.kind != "input" or not each.complete for each in calls):
        return True
    if any(given.value == key for each in calls for given in each.keys):
        return True
    for other in graph.nodes:
        keys = written_by_node(other, facts.contract.project)
        if other.name != node.name and (key in keys.names or not keys.complete):
            return True
    return any(node.name in behind(ways, node.name) for ways in facts.ways)


def sharing_nothing(facts: LanggraphFacts) -> Iterator[Nothing]:
    """The subgraphs that get nothing of the state, or return nothing to it. One that is sent to
    gets what is sent."""
    parent, sent = facts.graph.all_keys, sent_to(facts.graph)
    for node, graph in subgraphs(facts):
        if hands_over(graph, facts.contract.project):
            continue
        gets = node.name in sent or not parent.keys().isdisjoint(input_schema(graph).keys)
        returns = not parent.keys().isdisjoint(output_schema(graph).keys)
        if not (gets and returns):
            yield Nothing(node, graph, gets, returns)
