"""Loops without an exit (§6), and the labels that would leave them if they were returned."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.graphways import text_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.machine.graph import components
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.analysis.decisions import Decision
    from phaselint.dialects.langgraph.analysis.graphways import GraphWays, Source
    from phaselint.dialects.langgraph.analysis.walking import Walk
    from phaselint.dialects.langgraph.functionmodel import Function
    from phaselint.dialects.langgraph.model import Branch, Graph, Join, MapEntry, Node


class DeadExit(NamedTuple):
    """Entries of a map that would leave a loop but are never returned by its router."""

    source: str
    branch: Branch
    entries: tuple[MapEntry, ...]


class Loop(NamedTuple):
    """Nodes that always wake each other, and nothing else.

    Attributes:
        nodes: in the order of `add_node`; `way`, once round from the first.
        exits: labels that would lead out, and are never given.
        raises: the functions in it that may raise, which may be meant as an exit.
    """

    nodes: tuple[str, ...]
    way: tuple[str, ...]
    exits: tuple[DeadExit, ...] = ()
    raises: tuple[Function, ...] = ()


def cycles(
    ways: GraphWays, without: Join | None = None, *, drawn: bool = False
) -> Sequence[tuple[str, ...]]:
    """The groups of nodes that lead to each other, each in the order of `add_node`: of the graph
    without a join, if one is given; as it is `drawn`, with all that decisions name, even where no
    run gets that answer, or fails with it."""
    names = list(ways.nodes)
    number = {name: index for index, name in enumerate(names)}
    left_out = ("join", without.place, text_of(without.target)) if without else None
    graph = [
        [
            number[way.target]
            for way in ways.ways[name]
            if way.target in number and (way.by, way.place, way.target) != left_out
        ]
        for name in names
    ]
    if drawn:
        for name, source in ways.sources.items():
            if name in number:
                graph[number[name]] += [number[each] for each in _named(source) if each in number]
    return [
        tuple(names[member] for member in sorted(group))
        for group in components(graph)
        if len(group) > 1 or group[0] in graph[group[0]]
    ]


def _named(source: Source) -> Iterator[str]:
    """All that the decisions of a source name."""
    for decision in source.decisions:
        yield from (text_of(each.target) for each in decision.dead)
        yield from (name for outcome in decision.outcomes for name in outcome.reached)


def closed_loops(
    ways: GraphWays, walk: Walk, risky: Walk, project: Mapping[str, Graph]
) -> Sequence[Loop]:
    """The reachable loops without an exit. None of them has an interrupt, and no node that runs
    with them returns to a parent graph, which would end the run. `walk` has fair runs, `risky` also
    those in which error handlers run."""
    found: list[Loop] = []
    every = (each for name in ways.reached for each in ways.sources[name].decisions)
    if ways.graph.late or any(outcome.parent for each in every for outcome in each.outcomes):
        return found
    for group in cycles(ways):
        members = frozenset(group)
        if members <= ways.reached and _closed(ways, members) and _runs(ways, walk, members):
            names = alongside(ways, risky, members)
            asking = any(interrupts(ways.nodes[name], project) for name in names)
            if not asking and not stopped(ways.graph, names):
                exits = tuple(_exits(ways, group))
                found.append(Loop(group, _round(ways, group), exits, tuple(raising(ways, names))))
    return found


def alongside(ways: GraphWays, walk: Walk, members: frozenset[str]) -> tuple[str, ...]:
    """The nodes that may run in one step with one of some, these among them."""
    steps = (each.nodes for each in walk.together if not members.isdisjoint(each.nodes))
    names = members.union(*steps) if walk.complete else ways.reached
    return tuple(name for name in ways.nodes if name in names)


def _runs(ways: GraphWays, walk: Walk, members: frozenset[str]) -> bool:
    """Whether runs reach a loop, as far as known, other than through a join that never
    completes."""
    return not walk.complete or not ways.certain or not members.isdisjoint(walk.ran)


def _closed(ways: GraphWays, members: frozenset[str]) -> bool:
    """Whether nodes lead only to each other, and each always wakes one of them."""
    for name in members:
        source = ways.sources[name]
        if source.anywhere or any(way.target not in members for way in ways.ways[name]):
            return False
        outcomes = [each for given in source.decisions for each in given.outcomes]
        if any(each.fails or each.misspelled for each in outcomes):
            return False
        if not _always_wakes(ways, source):
            return False
        handled = ways.graph.handles(ways.nodes[name])
        if handled and not (source.handler and _decision_wakes(source.handler)):
            return False  # a handler that goes nowhere ends the path
    return True


def _always_wakes(ways: GraphWays, source: Source) -> bool:
    if any(each.certain and not ways.is_misspelled(each) for each in source.edges):
        return True
    return any(map(_decision_wakes, source.decisions))


def _decision_wakes(decision: Decision) -> bool:
    """Whether every outcome of a decision wakes a node or sends to one."""
    return (
        decision.known
        and bool(decision.outcomes)
        and (decision.branch is None or decision.branch.certain)
        and all(each.wakes or any(not many for _, many in each.sends) for each in decision.outcomes)
    )


def _exits(ways: GraphWays, group: Sequence[str]) -> Iterator[DeadExit]:
    for name in group:
        for decision in ways.sources[name].decisions:
            if decision.branch is None:
                continue
            entries = tuple(
                each for each in decision.dead if _leads_out(ways, text_of(each.target), group)
            )
            if entries:
                yield DeadExit(name, decision.branch, entries)


def _leads_out(ways: GraphWays, target: str, group: Sequence[str]) -> bool:
    return target == END or (target in ways.nodes and target not in group)


def _round(ways: GraphWays, group: Sequence[str]) -> tuple[str, ...]:
    """A shortest path from the first node of a loop back to it, with that node at both ends."""
    first = group[0]
    before: dict[str, str] = {}
    queue = [first]
    for name in queue:
        for way in ways.ways[name]:
            if way.target == first:
                back = [name]
                while back[-1] != first:
                    back.append(before[back[-1]])
                return (*reversed(back), first)
            if way.target in group and way.target not in before:
                before[way.target] = name
                queue.append(way.target)
    return tuple(group)


def raising(ways: GraphWays, group: Iterable[str]) -> Iterator[Function]:
    """The functions that may raise: those of nodes, which START may be among, of their routers and
    error handlers; and, of a node that is a graph, of what its runs have."""
    for name in group:
        node = ways.nodes.get(name)
        called = [] if node is None else [node.function, node.handler]
        for decision in ways.sources[name].decisions:
            called.append(decision.branch.router if decision.branch else None)
        yield from (each for each in called if each is not None and each.raises)
        if node is not None and node.kind == "subgraph":
            for inner in ways.inside(node.subgraph):
                yield from raising(inner, (START, *inner.runs.possible))


# --- interrupts -----------------------------------------------------------------------------------


def stopped(graph: Graph, names: Sequence[str]) -> bool:
    """Whether a `compile()` may have runs stop before or after some nodes."""
    for each in graph.compiles:
        if not each.interrupts_known:
            return True
        stops = {text_of(known) for known in (*each.interrupt_before, *each.interrupt_after)}
        if "*" in stops or not stops.isdisjoint(names):
            return True
    return False


def interrupts(node: Node, project: Mapping[str, Graph]) -> bool:
    """Whether a run may stop inside a node to ask; of a graph as a node, inside one of its own."""
    seen: set[str] = set()
    waiting = [node]
    while waiting:
        each = waiting.pop()
        for function in (each.function, each.handler):
            if function is not None and any(not call.swallowed for call in function.interrupts):
                return True
        if each.kind == "subgraph" and each.subgraph not in seen:
            seen.add(each.subgraph)
            inner = project.get(each.subgraph)
            if inner is None or stopped(inner, [one.name for one in inner.nodes]):
                return True
            waiting += inner.nodes
    return False
