"""What stays the same for all runs of a graph, worked out of its records (reference §5)."""

from __future__ import annotations

from math import inf

from phaselint.dialects.langgraph.model import END, Send, channel_of, name_of
from phaselint.dialects.langgraph.running.ahead import deciding, watched_and_ahead
from phaselint.dialects.langgraph.running.session import Barrier, Law, To

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.model import (
        Branch,
        Constant,
        Graph,
        Guard,
        Known,
        LanggraphContract,
        Node,
        Schema,
    )

LIMITS = (((1, 1), 10_007), ((1, 0), 10_000), ((0, 0), 25))
"""The default recursion limits, from the release on that has them (reference §4.3)."""

MOST_NESTED = 4
"""How deep subgraphs in subgraphs are run; those below are nodes of which nothing is known."""

ADD = "operator.add"
EVERY = "*"


def default_limit(version: tuple[int, int]) -> int:
    """The recursion limit of a run that is given none."""
    return next(limit for since, limit in LIMITS if version >= since)


def limit_of(graph: Graph, options: Mapping[str, Any], version: tuple[int, int]) -> int:
    """The recursion limit of the runs of a graph: that of the options, else the largest that an
    invocation gives where all are known, else that of the release."""
    if options.get("recursion-limit"):
        return int(options["recursion-limit"])
    default = default_limit(version)
    if graph.exported or not graph.invocations:
        return default
    if not all(each.limit_known for each in graph.invocations):
        return default
    return max(each.limit[0] if each.limit else default for each in graph.invocations)


def last_compile(graph: Graph) -> float:
    """Where the last `compile()` of a graph stands among its operations; what is done below it
    changes nothing that runs. Beyond all of them where there is none."""
    return max((each.order for each in graph.compiles), default=0) or inf


def compiled(graph: Graph) -> Graph:
    """A graph without what is done below its last `compile()`."""
    last = last_compile(graph)
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


def law_of(
    contract: LanggraphContract,
    graph: Graph,
    options: Mapping[str, Any],
    truth: Mapping[str, bool],
) -> Law:
    """The law of the runs of a graph under some conditions, with those of its subgraphs."""
    version = version_of(contract, options)
    limit = limit_of(graph, options, version)
    return _law(contract, graph, truth, version, limit, resumable(graph), (), "")


def version_of(contract: LanggraphContract, options: Mapping[str, Any]) -> tuple[int, int]:
    """The release of the options, else the one that was found."""
    said = str(options.get("version") or "").split(".")
    if len(said) > 1 and said[0].isdigit() and said[1].isdigit():
        return int(said[0]), int(said[1])
    return contract.version


def resumable(graph: Graph) -> bool:
    """Whether it may be that a run of a graph has a checkpointer."""
    if graph.served or graph.checkpointed_later or not graph.compiles:
        return True
    return any(each.checkpointer != "no" for each in graph.compiles)


def _is_alone(graph: Graph) -> bool:
    """Whether it is known that a graph is a node nowhere, and what it is run by."""
    return not (graph.parents or graph.nested or graph.exported)


def _law(
    contract: LanggraphContract,
    graph: Graph,
    truth: Mapping[str, bool],
    version: tuple[int, int],
    limit: int,
    resume: bool,
    above: tuple[str, ...],
    path: str,
) -> Law:
    graph = compiled(graph)
    nodes: dict[str, Node] = {}
    for node in graph.nodes:
        if applies(node.guards, truth):
            nodes.setdefault(node.name, node)
    by_name = version < (0, 3)
    channels = {name if by_name else node.channel: name for name, node in nodes.items()}
    edges = _edges(graph, truth, channels, by_name=by_name)
    joins = _joins(graph, truth, nodes)
    branches = _branches(graph, truth)
    subgraphs = {}
    for name, node in nodes.items():
        inner = contract.project.get(node.subgraph) if node.kind == "subgraph" else None
        below = (*above, graph.id)
        fits = len(above) < MOST_NESTED and inner is not None and inner.id not in below
        if fits and inner is not None and not inner.open:
            way = f"{path}{name}/"
            subgraphs[name] = _law(contract, inner, truth, version, limit, resume, below, way)
    keys = graph.all_keys
    root = graph.state.is_root
    known = graph.keys_known and graph.state.known and not root
    watched, ahead = watched_and_ahead(nodes, edges, joins, branches)
    decide = deciding(nodes, edges, joins, branches) if watched else frozenset()
    stop = [each for each in graph.compiles if applies(each.guards, truth)]
    after = _stops(nodes, [name for each in stop for name in each.interrupt_after])
    plain = _plain(graph, root=root)
    return Law(
        path=path,
        nodes=nodes,
        channels=channels,
        edges=edges,
        joins=joins,
        arrivals=_arrivals(joins),
        branches=branches,
        subgraphs=subgraphs,
        version=version,
        limit=limit,
        resumable=resume,
        sync=False,
        alone=_is_alone(graph),
        before=_stops(nodes, [name for each in stop for name in each.interrupt_before]),
        after=after,
        keys=frozenset(k for k, key in keys.items() if not key.managed) if known else None,
        root=root,
        plain=plain,
        adding=frozenset(name for name, key in keys.items() if key.reducer == ADD),
        given=_keys_of(graph.input or graph.state),
        result=_keys_of(graph.output or graph.state),
        guides=_guides(branches),
        watched=watched,
        ahead=ahead,
        deciding=decide,
        writes=_writes(nodes, subgraphs, plain),
        told=decide | watched | after | {join.target for join in joins},
        default_handler=graph.defaults_handler,
        shared=_shared(branches),
        options={},
    )


def _keys_of(schema: Schema) -> frozenset[str] | None:
    """The keys of a schema that can be written; none where they are not known."""
    if not schema.known or schema.is_root:
        return None
    return frozenset(name for name, key in schema.keys.items() if not key.managed)


def _plain(graph: Graph, *, root: bool) -> frozenset[str]:
    """The keys that take one value in a step. The whole state is the key `ROOT`."""
    if root:
        reducer = graph.state.root is not None and graph.state.root.reducer
        return frozenset() if reducer else frozenset((ROOT,))
    plain = ("", "LastValue", "UntrackedValue")
    return frozenset(
        name
        for name, key in graph.all_keys.items()
        if not key.reducer and not key.managed and key.channel in plain
    )


def _writes(
    nodes: Mapping[str, Node], subgraphs: Mapping[str, Law], plain: frozenset[str]
) -> dict[str, frozenset[str]]:
    """The keys that take one value and that a node may write, by what is known of it."""
    found = {}
    for name, node in nodes.items():
        inner = subgraphs.get(name)
        if inner is not None:
            known = plain if inner.result is None else inner.result
        else:
            sites = [
                site
                for function in (node.function, node.handler)
                if function is not None
                for site in function.returns
            ]
            whole = any(site.update.whole or site.form == "state" for site in sites)
            open_ = node.function is None or any(not site.update.complete for site in sites)
            keys = frozenset(key.key for site in sites for key in site.update.keys)
            known = plain if whole or open_ or ROOT in plain else keys
        found[name] = known & plain
    return found


ROOT = "__root__"
"""What LangGraph calls the key of a state that is one value."""


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


def _arrivals(joins: Sequence[Barrier]) -> dict[str, tuple[int, ...]]:
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


def _shared(branches: Mapping[str, tuple[Branch, ...]]) -> frozenset[str]:
    """The ids of the routers that several nodes have."""
    found: dict[str, set[str]] = {}
    for source, listed in branches.items():
        for branch in listed:
            if branch.router is not None:
                found.setdefault(branch.router.id, set()).add(source)
    return frozenset(id_ for id_, sources in found.items() if len(sources) > 1)


def _guides(branches: Mapping[str, tuple[Branch, ...]]) -> frozenset[str]:
    """The keys by which routers that several nodes have decide (reference §2.7)."""
    shared = _shared(branches)
    return frozenset(
        branch.router.guide.key
        for listed in branches.values()
        for branch in listed
        if branch.router is not None and branch.router.guide and branch.router.id in shared
    )


def conditions(contract: LanggraphContract) -> tuple[str, ...]:
    """The texts of all guards that the runs of a contract depend on, in order."""
    if contract.graph is None:
        return ()
    found: dict[str, None] = {}
    waiting, seen = [contract.graph], {contract.graph.id}
    while waiting:
        graph = waiting.pop()
        for listed in (graph.nodes, graph.edges, graph.joins, graph.branches, graph.compiles):
            for each in listed:
                found |= dict.fromkeys(guard.text for guard in each.guards)
        for node in graph.nodes:
            inner = contract.project.get(node.subgraph)
            if inner is not None and inner.id not in seen:
                seen.add(inner.id)
                waiting.append(inner)
    return tuple(found)
