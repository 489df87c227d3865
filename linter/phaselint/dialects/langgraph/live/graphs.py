"""What a live graph is made of, as the records of a graph (reference langgraph §3).

A graph object is recognized by its attributes, because its package isn't imported: nodes, edges,
branches and channels of a builder, and the additions of a compiled graph. Facts from its source
about the same node, edge or branch keep their places; all others have the place of the function
that they are about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.langgraph.functionmodel import (
    Answers,
    Key,
    Known,
    Schema,
    ToolList,
    name_of,
)
from phaselint.dialects.langgraph.model import (
    Branch,
    Compile,
    Edge,
    Graph,
    Join,
    MapEntry,
    Node,
    PathMap,
)
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.functionmodel import Function
    from phaselint.dialects.langgraph.model import NodeKind
    from phaselint.vocabulary.finding import Place

_PARTS = ("nodes", "edges", "branches", "waiting_edges", "channels")


class NoGraph(Exception):
    """What was given is neither a `StateGraph` nor compiled from one."""


class Parts(NamedTuple):
    """A live graph: its builder, and what it was compiled to, if it was."""

    builder: Any
    compiled: Any = None


class Drawn(NamedTuple):
    """What is needed to make records of a live graph.

    Attributes:
        written: the graph as its source has it; none where no source is like it.
        node_function, router_function: a callable, read from its source; None if there isn't any.
        nested: the id that a live graph goes by as a node.
        nowhere: the place of what has none.
    """

    written: Graph | None
    node_function: Callable[[Any], Function | None]
    router_function: Callable[[Any], Function | None]
    nested: Callable[[Parts], str]
    nowhere: Place


def parts_of(graph: Any) -> Parts:
    """The builder of a graph, and the compiled graph. Raises NoGraph."""
    builder = getattr(graph, "builder", None)
    if _is_builder(builder):
        return Parts(builder, graph)
    if _is_builder(graph):
        return Parts(graph)
    raise NoGraph


def is_graph(value: Any) -> bool:
    """Whether something is a builder, or compiled from one."""
    return _is_builder(value) or _is_builder(getattr(value, "builder", None))


def _is_builder(value: Any) -> bool:
    return all(hasattr(value, part) for part in _PARTS) and isinstance(value.edges, set)


def graph_of(parts: Parts, drawn: Drawn, id: str, name: str, file: str) -> Graph:
    """The records of a live graph: all of it is known, but for what its functions give."""
    builder, written = parts.builder, drawn.written
    nodes = tuple(_nodes(builder, drawn))
    places = {node.name: node.place for node in nodes}
    keys = _keys(builder, drawn)
    made = written or Graph(id, name, file, drawn.nowhere, Schema(""))
    return made._replace(
        state=_schema(builder, builder.state_schema, keys, made.state),
        input=_own_schema(builder, "input_schema", keys, made.input),
        output=_own_schema(builder, "output_schema", keys, made.output),
        all_keys=keys,
        keys_known=True,
        nodes=nodes,
        edges=tuple(_edges(builder, drawn, places)),
        joins=tuple(_joins(builder, drawn, places)),
        branches=tuple(_branches(builder, drawn, places)),
        compiles=tuple(_compiles(parts, drawn)),
        open="",
        many_guards=False,
        late=(),
        unknown_parts=(),
        exported=made.exported or "a test has it",
    )


# --- nodes ----------------------------------------------------------------------------------------


def _nodes(builder: Any, drawn: Drawn) -> Iterator[Node]:
    written = {} if drawn.written is None else drawn.written.named
    handlers = {getattr(each, "error_handler_node", None) for each in builder.nodes.values()}
    for order, (name, spec) in enumerate(builder.nodes.items()):
        if name not in handlers:
            yield _node(name, spec, order, written.get(name), drawn)


def _node(name: str, spec: Any, order: int, known: Node | None, drawn: Drawn) -> Node:
    """A node, as its source has it where that says what it runs."""
    kind, function, tools, nested = _action(spec.runnable, drawn)
    if known is not None and (known.kind != "opaque" or kind == "opaque"):
        return known._replace(
            guards=(), certain=True, repeated=False, defer=bool(getattr(spec, "defer", False))
        )
    place = known.place if known else function.place if function else drawn.nowhere
    ends = getattr(spec, "ends", ()) or ()
    return Node(
        name=name,
        place=place,
        name_place=known.name_place if known else place,
        channel=name,
        kind=kind,
        function=function,
        subgraph=nested,
        defer=bool(getattr(spec, "defer", False)),
        destinations=tuple(Known(str(end), place) for end in ends) if ends else None,
        tools=tools,
        handled=bool(getattr(spec, "error_handler_node", None)),
        retried=getattr(spec, "retry_policy", None) is not None,
        action=name,
        order=order,
    )


def _action(runnable: Any, drawn: Drawn) -> tuple[NodeKind, Function | None, ToolList | None, str]:
    """What a node runs."""
    if is_graph(runnable):
        return "subgraph", None, None, drawn.nested(parts_of(runnable))
    named = getattr(runnable, "tools_by_name", None)
    if isinstance(named, dict):
        tools = tuple((str(name), drawn.nowhere, str(name)) for name in named)
        return "tools", None, ToolList(drawn.nowhere, tools, complete=True), ""
    function = drawn.node_function(runnable)
    return ("function" if function else "opaque"), function, None, ""


# --- edges ----------------------------------------------------------------------------------------


def _edges(builder: Any, drawn: Drawn, places: Mapping[str, Place]) -> Iterator[Edge]:
    written = drawn.written.edges if drawn.written else ()
    known = {_ends(each.source, each.target): each for each in reversed(written)}
    for order, (source, target) in enumerate(sorted(builder.edges)):
        found = known.get((source, target))
        place = places.get(source) or places.get(target) or drawn.nowhere
        made = Edge(Known(source, place), Known(target, place), place, order=order)
        yield found._replace(guards=(), certain=True) if found else made


def _joins(builder: Any, drawn: Drawn, places: Mapping[str, Place]) -> Iterator[Join]:
    written = drawn.written.joins if drawn.written else ()
    known = {
        (frozenset(name_of(each.value) for each in join.members), _end(join.target)): join
        for join in reversed(written)
        if join.complete
    }
    for order, (members, target) in enumerate(sorted(builder.waiting_edges)):
        found = known.get((frozenset(members), target))
        place = places.get(target) or drawn.nowhere
        made = Join(
            tuple(Known(each, place) for each in members), Known(target, place), place, order=order
        )
        yield found._replace(guards=(), certain=True) if found else made


def _branches(builder: Any, drawn: Drawn, places: Mapping[str, Place]) -> Iterator[Branch]:
    written = list(drawn.written.branches) if drawn.written else []
    for order, (source, name, spec) in enumerate(
        (source, name, spec)
        for source, branches in builder.branches.items()
        for name, spec in branches.items()
    ):
        alike = [each for each in written if _end(each.source) == source and each.key == name]
        function = drawn.router_function(spec.path)
        place = places.get(source) or (function.place if function else drawn.nowhere)
        answers = function.answers if function else Answers()
        made = Branch(
            source=Known(source, place),
            name="" if function is None else function.name,
            place=place,
            router=function,
            answers=answers,
            path_map=_path_map(spec.ends, place),
            order=order,
        )
        yield _merged(alike[0], made, spec.ends) if alike else made


def _merged(known: Branch, made: Branch, ends: Any) -> Branch:
    """A branch as its source has it, with the map and the router that the live one has where the
    source does not tell."""
    given = known.path_map
    told = given is not None and (given.given == "ignored" or given.complete)
    return known._replace(
        guards=(),
        certain=True,
        path_map=given if told or (given is None and ends is None) else made.path_map,
        router=known.router or made.router,
        answers=known.answers if known.answers.options or known.router else made.answers,
    )


def _path_map(ends: Any, place: Place) -> PathMap | None:
    if not ends:
        return None
    entries = tuple(
        MapEntry(label, Known(str(target), place), place)
        for label, target in ends.items()
        if label is None or isinstance(label, (str, bool, int))
    )
    return PathMap("dict", entries, complete=len(entries) == len(ends), place=place)


def _end(known: Known | None) -> str:
    return "" if known is None else str(name_of(known.value))


def _ends(source: Known | None, target: Known | None) -> tuple[str, str]:
    return _end(source), _end(target)


# --- the state ------------------------------------------------------------------------------------


def _keys(builder: Any, drawn: Drawn) -> dict[str, Key]:
    """The keys that a live graph has channels and managed values for."""
    known = drawn.written.all_keys if drawn.written else {}
    made: dict[str, Key] = {}
    for name, channel in builder.channels.items():
        reducer = getattr(channel, "operator", None)
        key = known.get(name) or Key(name, drawn.nowhere)
        made[name] = key._replace(
            reducer=key.reducer or ("" if reducer is None else _reducer(reducer))
        )
    for name in getattr(builder, "managed", {}):
        made[name] = known.get(name) or Key(name, drawn.nowhere, managed=True)
    return made


def _reducer(reducer: Any) -> str:
    """A reducer by the name that it has in its module."""
    name = getattr(reducer, "__name__", "reducer")
    module = str(getattr(reducer, "__module__", ""))
    return f"operator.{name}" if module in ("operator", "_operator") else name


def _schema(builder: Any, cls: Any, keys: Mapping[str, Key], written: Schema) -> Schema:
    """A schema of a live graph, with the keys that it has there."""
    own = builder.schemas.get(cls, {})
    if "__root__" in own:
        return written if written.is_root else Schema("", {}, known=True, kind="root")
    named = {name: written.keys.get(name) or keys[name] for name in own if name in keys}
    name = written.name or getattr(cls, "__name__", "")
    return written._replace(name=name, keys=named, known=True)


def _own_schema(
    builder: Any, which: str, keys: Mapping[str, Key], written: Schema | None
) -> Schema | None:
    """The schema of input or output; none where it is that of the state."""
    cls = getattr(builder, which, None)
    if cls is None or cls is builder.state_schema:
        return None
    return _schema(builder, cls, keys, written or Schema(""))


def _compiles(parts: Parts, drawn: Drawn) -> Sequence[Compile]:
    """How the graph was compiled; a builder by itself has been so in its source at most."""
    written = drawn.written.compiles if drawn.written else ()
    compiled = parts.compiled
    if compiled is None:
        return written
    place = written[0].place if written else drawn.nowhere
    return [
        Compile(
            place,
            "yes" if getattr(compiled, "checkpointer", None) else "no",
            _interrupts(compiled, "interrupt_before_nodes", place),
            _interrupts(compiled, "interrupt_after_nodes", place),
            binding=written[0].binding if written else "",
            name=str(getattr(compiled, "name", "")),
        )
    ]


def _interrupts(compiled: Any, which: str, place: Place) -> tuple[Known, ...]:
    names = getattr(compiled, which, ()) or ()
    return tuple(Known(str(each), place) for each in ([names] if names == "*" else names))


def likeness(written: Graph, builder: Any) -> int:
    """How much of a live graph its source may be: nodes, edges, joins and sources of branches that
    both have; -1 where the source is closed and has a node that the live graph has not."""
    nodes = {node.name for node in written.nodes if not node.guards}
    if not nodes.issubset(builder.nodes):
        return -1
    edges = {_ends(each.source, each.target) for each in written.edges}
    sources = {_end(each.source) for each in written.branches}
    return (
        len(nodes)
        + len(edges & set(builder.edges))
        + len(sources & {source for source, some in builder.branches.items() if some})
    )
