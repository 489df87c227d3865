"""Who reads and writes the state of a graph (reference langgraph §2.9, §2.10, §5.8, §5.10).

What an actor (`acting`) gets are the keys of its input schema; what it returns is kept where some
schema of the graph has the key.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.graphways import reached_in
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.langgraph.analysis.acting import Actor
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.functionmodel import (
        Function,
        Key,
        Return,
        Schema,
        Update,
    )
    from phaselint.dialects.langgraph.model import Graph, Node

ADD = "operator.add"
"""The reducer that appends lists and adds numbers."""


class Keys(NamedTuple):
    """Keys, and whether there are no others."""

    names: frozenset[str] = frozenset()
    complete: bool = False


UNKNOWN_KEYS = Keys()


# --- what actors get ------------------------------------------------------------------------------


def given_to(graph: Graph, actor: Actor) -> Schema | None:
    """The schema of what an actor gets (§5.8); none where it is not known. A router without an
    annotation gets what its source gets."""
    function = actor.function
    if function.schema_unknown:
        return None
    if function.schema is not None and not function.schema.is_root:
        return function.schema if function.schema.known else None
    return input_of(graph, actor.node)


def input_of(graph: Graph, node: Node | None) -> Schema | None:
    """The schema of what a node gets: its own, else that of the state; none where it is not
    known."""
    if node is not None:
        if node.schema_unknown:
            return None
        if node.schema is not None:
            return node.schema if node.schema.known else None
        function = node.function
        if function is not None and function.schema_unknown:
            return None
        if function is not None and function.schema is not None and not function.schema.is_root:
            return function.schema if function.schema.known else None
    return graph.state if graph.state.known else None


# --- what is kept ---------------------------------------------------------------------------------


def keyed(facts: LanggraphFacts, graph: Graph | None = None) -> bool:
    """Whether the state of a graph has keys, and all of them are known: a node that is not read
    may have some of its own. Without a graph it is that of the facts."""
    graph = graph or facts.graph
    if graph.open and not facts.options.get("closed"):
        return False
    return graph.keys_known and not graph.state.is_root


def input_schema(graph: Graph) -> Schema:
    """The schema of the input of a graph."""
    return graph.state if graph.input is None else graph.input


def output_schema(graph: Graph) -> Schema:
    """The schema of what a graph returns."""
    return graph.state if graph.output is None else graph.output


def adds(key: Key | None) -> bool:
    """Whether what is written to a key is added to what it has."""
    return key is not None and key.reducer == ADD and not key.channel


# --- what is written ------------------------------------------------------------------------------


def updates(function: Function) -> Iterator[tuple[Return, Update]]:
    """The returns of a node that write to the state of its graph, each with what it writes."""
    for given in function.returns:
        if not given.parent and given.form in ("dict", "state", "command", "object"):
            yield given, given.update


def written_by(function: Function) -> Keys:
    """The keys that a function may write, those that it writes again left out."""
    names: set[str] = set()
    complete = function.returns_complete
    for given in function.returns:
        if given.form == "unknown":
            complete = False
        elif given.form in ("dict", "state", "command", "object"):
            names.update(each.key for each in given.update.keys)
            complete = complete and given.update.complete
    return Keys(frozenset(names), complete)


def written_by_node(node: Node, project: Mapping[str, Graph]) -> Keys:
    """The keys that a node may write."""
    keys = _written_by_action(node, project)
    if node.handled:
        other = UNKNOWN_KEYS if node.handler is None else written_by(node.handler)
        keys = Keys(keys.names | other.names, keys.complete and other.complete)
    return keys


def _written_by_action(node: Node, project: Mapping[str, Graph]) -> Keys:
    if node.kind == "function" and node.function is not None:
        return written_by(node.function)
    if node.kind == "tools":
        return UNKNOWN_KEYS if node.routes else Keys(frozenset({"messages"}), complete=True)
    if node.kind == "subgraph" and node.subgraph in project:
        graph = project[node.subgraph]
        schema = output_schema(graph)
        if schema.known and not schema.is_root and not hands_over(graph, project):
            return Keys(frozenset(schema.keys), complete=True)
    return UNKNOWN_KEYS


def hands_over(graph: Graph, project: Mapping[str, Graph]) -> bool:
    """Whether a node of a graph may return a command for its parent; of a graph that is known, one
    that runs may come to."""
    names = {node.name for node in graph.nodes if _hands_over(node)}
    if not names or graph.open:
        return bool(names)
    return not names.isdisjoint(reached_in(graph, project))


def _hands_over(node: Node) -> bool:
    if node.routes:
        return True
    for function in (node.function, node.handler):
        if function is None:
            continue
        if any(each.parent for each in function.returns):
            return True
        if not function.returns_complete and function.commands:
            return True
    return False


def written(facts: LanggraphFacts) -> Keys:
    """The keys that some node of a graph may write."""
    names: set[str] = set()
    complete = facts.closed and not facts.graph.defaults_handler
    for node in facts.graph.nodes:
        keys = written_by_node(node, facts.contract.project)
        names |= keys.names
        complete = complete and keys.complete
    return Keys(frozenset(names), complete)


# --- functions of several graphs ------------------------------------------------------------------


def speaks_of(facts: LanggraphFacts, function: Function) -> bool:
    """Whether this is the graph in which a finding about a function is reported, which holds in
    all that use it (§8): the first one whose runs may call it."""
    for graph in facts.users(function):
        if graph.id == facts.graph.id:
            return True
        if function.id in facts.beside(graph).actors_by_function:
            return False
    return True
