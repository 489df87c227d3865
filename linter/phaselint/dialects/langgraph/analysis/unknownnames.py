"""Names in edges, maps and declared destinations that no node of a graph has (reference langgraph
§4.1, §4.2)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.callplaces import in_call
from phaselint.dialects.langgraph.analysis.refusal import Refusal
from phaselint.dialects.langgraph.functionmodel import channel_of, name_of
from phaselint.dialects.langgraph.model import END, START

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from phaselint.dialects.langgraph.analysis.graphfacts import GraphFacts
    from phaselint.dialects.langgraph.functionmodel import Function, Guard, Known
    from phaselint.dialects.langgraph.model import (
        Branch,
        Compile,
        Edge,
        Graph,
        Join,
        Node,
    )
    from phaselint.vocabulary.finding import Place


def unknown_names(facts: GraphFacts, graph: Graph) -> Iterator[Refusal]:
    """What a variant of a graph is refused for by names that no node has, and for the lack of an
    edge from START. What is done below the last `compile()` is looked at by none."""
    for compiled in graph.compiles or (None,):
        yield from _at(facts, graph, compiled)


def _at(facts: GraphFacts, graph: Graph, compiled: Compile | None) -> Iterator[Refusal]:
    """What one `compile()` refuses; without one, what each would."""
    nodes = {each.name for each in graph.nodes if _before(each.order, compiled)}
    from_nodes, to_nodes = _may_be_fine(graph.edges, nodes)
    for edge in graph.edges:
        if _before(edge.order, compiled):
            guards = _with(edge.guards, compiled)
            if _made_by(edge) not in from_nodes:
                for each in _sources((edge.source,), nodes, edge.place, guards):
                    yield _at_call(facts, each, edge.place)
            if _made_by(edge) not in to_nodes:
                for each in _edge_target(edge.source, edge.target, nodes, guards):
                    yield _at_call(facts, each, edge.place)
    for join in graph.joins:
        if _before(join.order, compiled):
            for each in _join(join, {node.name for node in graph.nodes}, compiled):
                target = each.rule == "unknown-target"
                yield _at_call(facts, each, join.place) if target else each
    for branch in graph.branches:
        if _before(branch.order, compiled):
            guards = _with(branch.guards, compiled)
            for each in _sources((branch.source,), nodes, branch.place, guards, branch.name):
                yield _at_call(facts, each, branch.place)
            for each in _mapped(branch, nodes, guards):
                literal = branch.path_map is not None and branch.path_map.given == "literal"
                yield _at_call(facts, each, branch.place) if literal else each
    for node in graph.nodes:
        if _before(node.order, compiled):
            yield from _declared(facts, node, nodes, _with(node.guards, compiled))
    if compiled is not None and not _entered(graph, compiled):
        text = "Graph must have an entrypoint: add at least one edge from START to another node"
        yield Refusal("unknown-entry", compiled.place, text, role="none", guards=compiled.guards)


def _at_call(facts: GraphFacts, missing: Refusal, call: Place) -> Refusal:
    """The same, reported where a value of a call is."""
    return missing._replace(place=in_call(facts.contract, missing.place, call))


def _made_by(edge: Edge) -> object:
    """What the edges have in common that stand for the several values of one operation; an edge
    that is certain has nothing in common with others."""
    return (edge.place, edge.order, edge.guards) if not edge.certain else edge


def _may_be_fine(
    edges: Iterable[Edge], nodes: Collection[str]
) -> tuple[Collection[object], Collection[object]]:
    """The operations one of whose possible sources is a node, and those of possible targets."""
    maybe = [each for each in edges if not each.certain]
    sources = [e for e in maybe if e.source is None or _is_node(e.source, nodes, START)]
    targets = [e for e in maybe if e.target is None or _is_node(e.target, nodes, END)]
    return {_made_by(each) for each in sources}, {_made_by(each) for each in targets}


def _before(order: int, compiled: Compile | None) -> bool:
    """Whether an operation is done before a `compile()`; one of which nothing is known is after
    all."""
    return compiled is None or compiled.order <= 0 or order < compiled.order


def _with(guards: tuple[Guard, ...], compiled: Compile | None) -> tuple[Guard, ...]:
    return guards if compiled is None else (*guards, *compiled.guards)


def _entered(graph: Graph, compiled: Compile) -> bool:
    """Whether something may start at START."""
    sources = [each.source for each in graph.edges if _before(each.order, compiled)]
    sources += [each.source for each in graph.branches if _before(each.order, compiled)]
    return any(each is None or name_of(each.value) == START for each in sources)


def _is_node(known: Known, nodes: Collection[str], other: str) -> bool:
    """Whether something names a node, or that end of the graph that is allowed there."""
    name = name_of(known.value)
    return name == other or (isinstance(name, str) and name in nodes)


def _sources(
    sources: tuple[Known | None, ...],
    nodes: Collection[str],
    place: Place,
    guards: tuple[Guard, ...],
    router: str | None = None,
) -> Iterator[Refusal]:
    """Sources of edges, or of a router's conditional edges, that aren't nodes. An edge from END has
    its own refusal."""
    for source in sources:
        if source is None or _is_node(source, nodes, START):
            continue
        if router is None and name_of(source.value) == END:
            continue
        spelt = channel_of(source.value)
        text = f"Found edge starting at unknown node '{spelt}'"
        role = "edge" if router is None else "branch"
        yield Refusal(
            *("unknown-source", source.place, text, role),
            subject=spelt,
            other=router or "",
            guards=guards,
            related=place,
            literal=source.place,
        )


def _edge_target(
    source: Known | None, target: Known | None, nodes: Collection[str], guards: tuple[Guard, ...]
) -> Iterator[Refusal]:
    """The target of an edge that isn't a node. An edge to START has its own refusal."""
    if target is None or _is_node(target, nodes, END) or name_of(target.value) == START:
        return
    spelt = channel_of(target.value)
    text = f"Found edge ending at unknown node `{spelt}`"
    first = source is not None and name_of(source.value) == START
    rule = "unknown-entry" if first else "unknown-target"
    other = "" if source is None else channel_of(source.value)
    yield Refusal(
        *(rule, target.place, text, "edge"),
        subject=spelt,
        other=other,
        guards=guards,
        literal=target.place,
    )


def _join(join: Join, nodes: Collection[str], compiled: Compile | None) -> Iterator[Refusal]:
    """Members and target of a join that are never added: it is refused where it stands."""
    guards = _with(join.guards, compiled)
    for member in join.members:
        if name_of(member.value) == END or _is_node(member, nodes, ""):
            continue
        spelt = channel_of(member.value)
        text = f"Need to add_node `{spelt}` first"
        role = "start" if name_of(member.value) == START else "join"
        yield Refusal(
            *("unknown-source", member.place, text, role),
            subject=spelt,
            guards=guards,
            related=join.place,
            literal=member.place,
        )
    target = join.target
    if target is None or _is_node(target, nodes, END) or name_of(target.value) == START:
        return
    spelt = channel_of(target.value)
    text = f"Need to add_node `{spelt}` first"
    yield Refusal(
        *("unknown-target", target.place, text, "join"),
        subject=spelt,
        guards=guards,
        related=join.place,
        literal=target.place,
    )


def _mapped(branch: Branch, nodes: Collection[str], guards: tuple[Guard, ...]) -> Iterator[Refusal]:
    """Targets of a `path_map` that aren't nodes."""
    path_map = branch.path_map
    if path_map is None or path_map.given not in ("dict", "list", "literal"):
        return
    source = "" if branch.source is None else channel_of(branch.source.value)
    entries = path_map.entries
    fine = {
        (e.place, name_of(e.label))
        for e in entries
        if e.target is None or _is_node(e.target, nodes, END)
    }
    for entry in entries:
        target = entry.target
        if target is None or (entry.place, name_of(entry.label)) in fine:
            continue
        spelt, router = channel_of(target.value), branch.key
        text = f"At '{source}' node, '{router}' branch found unknown target '{spelt}'"
        role = "literal" if path_map.given == "literal" else "map"
        yield Refusal(
            *("unknown-target", target.place, text, role),
            subject=spelt,
            other=router,
            guards=guards,
            related=branch.place,
            literal=target.place,
        )


def _declared(
    facts: GraphFacts, node: Node, nodes: Collection[str], guards: tuple[Guard, ...]
) -> Iterator[Refusal]:
    """Declared destinations that aren't nodes. If a function is shared with other graphs, its
    declarations are reported where it is added, unless none of them has such a node."""
    for target in node.destinations or ():
        if _is_node(target, nodes, END):
            continue
        spelt = channel_of(target.value)
        text = f"Found edge ending at unknown node `{spelt}`"
        own = node.function is not None and node.destinations == node.function.declared
        place = target.place
        if own and node.function is not None and _elsewhere(facts, node.function, spelt):
            place = node.place
        role = "annotation" if own else "destinations"
        yield Refusal(
            *("unknown-target", place, text, role),
            subject=spelt,
            other=node.name,
            guards=guards,
            related=node.place,
            literal=target.place,
        )


def _elsewhere(facts: GraphFacts, function: Function, name: str) -> bool:
    """Whether another graph that has a function may have a node of a name."""
    others = [each for each in facts.users(function) if each.id != facts.graph.id]
    return any(not facts.beside(each).closed or name in each.named for each in others)
