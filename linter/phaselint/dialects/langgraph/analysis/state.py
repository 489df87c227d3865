"""Who reads and writes the state of a graph (reference langgraph §2.9, §2.10, §5.8, §5.10).

An actor is a function of the project that LangGraph calls: a node, what handles its failures, or a
router. What it gets are the keys of its input schema; what it returns is kept where some schema of
the graph has the key.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Send, name_of
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Literal

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.functionmodel import (
        Function,
        Key,
        Return,
        Schema,
        Update,
    )
    from phaselint.dialects.langgraph.model import Branch, Graph, Node

    Role = Literal["node", "handler", "router"]

ADD = "operator.add"
"""The reducer that appends lists and adds numbers."""


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


class Keys(NamedTuple):
    """Keys, and whether there are no others."""

    names: frozenset[str] = frozenset()
    complete: bool = False


UNKNOWN_KEYS = Keys()


# --- who acts -------------------------------------------------------------------------------------


def live(facts: LanggraphFacts) -> frozenset[str]:
    """The nodes that runs may come to, and START: where the graph is not known, all of them."""
    names = frozenset(node.name for node in facts.graph.nodes) | {START}
    if not facts.closed:
        return names
    return frozenset({START}).union(*(ways.reached for ways in facts.ways))


def actors(facts: LanggraphFacts) -> tuple[Actor, ...]:
    """The functions that runs may call, in the order in which they are given to the graph."""
    return tuple(_actors(facts, live(facts)))


def every_actor(facts: LanggraphFacts) -> tuple[Actor, ...]:
    """The same, with those of nodes that no run comes to."""
    return tuple(_actors(facts, None))


def _actors(facts: LanggraphFacts, names: frozenset[str] | None) -> Iterator[Actor]:
    graph = facts.graph
    sent = sent_to(graph)
    nodes = {node.name: node for node in graph.nodes}
    for node in graph.nodes:
        if names is not None and node.name not in names:
            continue
        if node.kind == "function" and node.function is not None:
            yield Actor(node.name, "node", node.function, node, sent=node.name in sent)
        if node.handler is not None:
            yield Actor(node.name, "handler", node.handler, node, sent=node.name in sent)
    for branch in graph.branches:
        source = _source(branch)
        if branch.router is None or (names is not None and source and source not in names):
            continue
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
        if schema.known and not schema.is_root and not hands_over(graph):
            return Keys(frozenset(schema.keys), complete=True)
    return UNKNOWN_KEYS


def hands_over(graph: Graph) -> bool:
    """Whether a node of a graph may return a command for its parent."""
    for node in graph.nodes:
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
        if any(each.function.id == function.id for each in actors(facts.beside(graph))):
            return False
    return True
