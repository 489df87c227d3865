"""How the nodes of a graph are wired, under some conditions (reference §5.3 to §5.5)."""

from __future__ import annotations

from math import inf

from phaselint.dialects.langgraph.functionmodel import Send, channel_of, name_of
from phaselint.dialects.langgraph.model import END
from phaselint.dialects.langgraph.running.session import Barrier, To
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.functionmodel import Constant, Guard, Known
    from phaselint.dialects.langgraph.model import Branch, Graph, Node

EVERY = "*"


class Wiring(NamedTuple):
    """What there is of a graph: see `Law` for the parts."""

    nodes: Mapping[str, Node]
    channels: Mapping[str, str]
    edges: Mapping[str, tuple[To, ...]]
    joins: tuple[Barrier, ...]
    branches: Mapping[str, tuple[Branch, ...]]
    before: frozenset[str]
    after: frozenset[str]


def wired(graph: Graph, truth: Mapping[str, bool], *, by_name: bool) -> Wiring:
    """What there is of a graph when it is compiled, where conditions hold or not."""
    graph = until(graph, last_compile(graph))
    nodes: dict[str, Node] = {}
    for node in graph.nodes:
        if applies(node.guards, truth):
            nodes.setdefault(node.name, node)
    channels = {name if by_name else node.channel: name for name, node in nodes.items()}
    stops = [each for each in graph.compiles if applies(each.guards, truth)]
    return Wiring(
        nodes,
        channels,
        _edges(graph, truth, channels, by_name=by_name),
        _joins(graph, truth, nodes),
        _branches(graph, truth),
        before=_stops(nodes, [name for each in stops for name in each.interrupt_before]),
        after=_stops(nodes, [name for each in stops for name in each.interrupt_after]),
    )


def last_compile(graph: Graph) -> float:
    """The position of the last `compile()` of a graph among its operations; later operations have
    no effect on runs. After all of them if there isn't one."""
    return max((each.order for each in graph.compiles), default=0) or inf


def until(graph: Graph, last: float) -> Graph:
    """A graph without the operations after a position."""
    if last == inf:
        return graph
    return graph._replace(
        nodes=tuple(each for each in graph.nodes if each.order <= last),
        edges=tuple(each for each in graph.edges if each.order <= last),
        joins=tuple(each for each in graph.joins if each.order <= last),
        branches=tuple(each for each in graph.branches if each.order <= last),
    )


def applies(guards: Iterable[Guard], truth: Mapping[str, bool]) -> bool:
    """Whether what has some guards exists where conditions hold or not; one of which nothing is
    said holds."""
    return all(truth.get(guard.text, True) == guard.holds for guard in guards)


def _stops(nodes: Mapping[str, Node], names: Sequence[Known]) -> frozenset[str]:
    if any(each.value == EVERY for each in names):
        return frozenset(nodes)
    return frozenset(str(name_of(each.value)) for each in names)


def _edges(
    graph: Graph,
    truth: Mapping[str, bool],
    channels: Mapping[str, str],
    *,
    by_name: bool,
) -> dict[str, tuple[To, ...]]:
    found: dict[str, dict[To, None]] = {}
    listed: set[tuple[Constant, Constant]] = set()
    pairs = [
        (each.source.value, each.target.value)
        for each in graph.edges
        if each.source is not None and each.target is not None and applies(each.guards, truth)
    ]
    for branch in graph.branches:  # `then` of 0.2: an edge from every target
        if branch.then is not None and by_name and applies(branch.guards, truth):
            pairs += [(target, branch.then.value) for target in _targets(branch)]
    for source, target in pairs:
        pair = (name_of(source), name_of(target))
        if isinstance(source, Send) or isinstance(target, Send) or pair in listed:
            continue
        listed.add(pair)
        found.setdefault(str(pair[0]), {})[to(target, channels, by_name=by_name)] = None
    return {source: tuple(ends) for source, ends in found.items()}


def _targets(branch: Branch) -> list[Constant]:
    """The nodes that a branch names."""
    if branch.path_map is not None and branch.path_map.given in ("dict", "list", "literal"):
        named = [each.target.value for each in branch.path_map.entries if each.target]
    else:
        named = [each.value for each in branch.answers.targets]
    return [each for each in named if isinstance(each, str) and each != END]


def to(target: Constant, channels: Mapping[str, str], *, by_name: bool = False) -> To:
    """Where a name leads: END, the node whose channel is spelled so, or nowhere."""
    if name_of(target) == END:
        return To(END, None)
    spelled = str(name_of(target)) if by_name else channel_of(target)
    return To(spelled, channels.get(spelled))


def _joins(
    graph: Graph, truth: Mapping[str, bool], nodes: Mapping[str, Node]
) -> tuple[Barrier, ...]:
    found: dict[tuple[tuple[str, ...], str], Barrier] = {}
    for join in graph.joins:
        if not join.complete or join.target is None or not applies(join.guards, truth):
            continue
        members = tuple(str(name_of(each.value)) for each in join.members)
        target = str(name_of(join.target.value))
        if target in nodes:
            id_ = join_id(members, target)
            found.setdefault((members, target), Barrier(frozenset(members), target, id_))
    return tuple(found.values())


def join_id(members: Sequence[str], target: str) -> tuple[Any, ...]:
    """What a join is called among the elements of a graph."""
    return ("join", tuple(members), target)


def arrivals_of(joins: Sequence[Barrier]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for number, join in enumerate(joins):
        for member in join.members:
            found[member] = (*found.get(member, ()), number)
    return found


def _branches(graph: Graph, truth: Mapping[str, bool]) -> dict[str, tuple[Branch, ...]]:
    found: dict[str, tuple[Branch, ...]] = {}
    for branch in graph.branches:
        if branch.source is not None and applies(branch.guards, truth):
            source = str(name_of(branch.source.value))
            found[source] = (*found.get(source, ()), branch)
    return found


def shared_routers(branches: Mapping[str, tuple[Branch, ...]]) -> frozenset[str]:
    """The ids of the routers that several nodes have."""
    found: dict[str, set[str]] = {}
    for source, listed in branches.items():
        for branch in listed:
            if branch.router is not None:
                found.setdefault(branch.router.id, set()).add(source)
    return frozenset(id_ for id_, sources in found.items() if len(sources) > 1)


def guides_of(branches: Mapping[str, tuple[Branch, ...]]) -> frozenset[str]:
    """The keys by which routers that several nodes have decide (reference §2.7)."""
    shared = shared_routers(branches)
    return frozenset(
        branch.router.guide.key
        for listed in branches.values()
        for branch in listed
        if branch.router is not None and branch.router.guide and branch.router.id in shared
    )
