"""What stays the same for all runs of a graph, worked out of its records (reference §5)."""

from __future__ import annotations

from phaselint.dialects.langgraph.running.ahead import commanded, deciding, watched_and_ahead
from phaselint.dialects.langgraph.running.session import HANDLED_SINCE, Law
from phaselint.dialects.langgraph.running.statekeys import (
    keys_of,
    returns_whole,
    sites_of,
    written,
)
from phaselint.dialects.langgraph.running.trapping import may_trap
from phaselint.dialects.langgraph.running.wiring import (
    arrivals_of,
    guides_of,
    shared_routers,
    wired,
)
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.langgraph.model import Graph, LanggraphContract, Node

LIMITS = (((1, 1), 10_007), ((1, 0), 10_000), ((0, 0), 25))
"""The default recursion limits, each with its first release (reference §4.3)."""

ENDLESS = 10_000
"""From this limit on, a default is only for endless runs."""

MOST_NESTED = 4
"""How deep subgraphs in subgraphs are run; those below are nodes of which nothing is known."""


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


def law_of(
    contract: LanggraphContract,
    graph: Graph,
    options: Mapping[str, Any],
    truth: Mapping[str, bool],
) -> Law:
    """The law of the runs of a graph under some conditions, with those of its subgraphs."""
    version = version_of(contract, options)
    limit = limit_of(graph, options, version)
    called = _called(contract)
    ground = _Ground(
        contract, truth, version, limit=limit, resumable=resumable(graph), called=called
    )
    return _law(ground, graph, _Around())


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


class _Ground(NamedTuple):
    """What is the same for a graph and those inside of it."""

    contract: LanggraphContract
    truth: Mapping[str, bool]
    version: tuple[int, int]
    limit: int
    resumable: bool
    called: frozenset[str]


class _Around(NamedTuple):
    """Where a graph is: the graphs around it, the nodes that they are in, each with a `/`, and
    whether one of these has an error handler."""

    graphs: tuple[str, ...] = ()
    path: str = ""
    caught: bool = False


def _law(ground: _Ground, graph: Graph, around: _Around) -> Law:
    """The law of a graph, that is inside of others."""
    wiring = wired(graph, ground.truth, by_name=ground.version < (0, 3))
    nodes, joins, branches = wiring.nodes, wiring.joins, wiring.branches
    subgraphs = _subgraphs(ground, graph, nodes, around)
    state = keys_of(graph)
    commands = {name: tuple(commanded(law.nodes, nodes)) for name, law in subgraphs.items()}
    ways = (nodes, wiring.edges, joins, branches, commands)
    watched, ahead = watched_and_ahead(*ways)
    decide = deciding(*ways) if watched else frozenset()
    whole = any(returns_whole(site) for node in nodes.values() for site in sites_of(node))
    return Law(
        path=around.path,
        **wiring._asdict(),
        **state._asdict(),
        arrivals=arrivals_of(joins),
        subgraphs=subgraphs,
        version=ground.version,
        limit=ground.limit,
        resumable=ground.resumable,
        sync=False,
        alone=not (graph.parents or graph.nested or graph.exported),
        root=graph.state.is_root,
        guides=guides_of(branches),
        watched=watched,
        ahead=ahead,
        deciding=decide,
        writes=written(nodes, subgraphs, state.plain),
        told=decide | watched | wiring.after | {join.target for join in joins},
        passing=bool(around.path or subgraphs or whole),
        trapping=frozenset(name for name, law in subgraphs.items() if may_trap(law)),
        called=ground.called,
        default_handler=graph.defaults_handler,
        caught=around.caught,
        shared=shared_routers(branches),
        options={},
    )


def _subgraphs(
    ground: _Ground, graph: Graph, nodes: Mapping[str, Node], around: _Around
) -> dict[str, Law]:
    """The laws of the compiled graphs among the nodes of a graph."""
    found = {}
    above = (*around.graphs, graph.id)
    for name, node in nodes.items():
        inner = ground.contract.project.get(node.subgraph) if node.kind == "subgraph" else None
        fits = len(above) <= MOST_NESTED and inner is not None and inner.id not in above
        if fits and inner is not None and not inner.open:
            handled = ground.version >= HANDLED_SINCE and graph.handles(node)
            here = _Around(above, f"{around.path}{name}/", around.caught or handled)
            found[name] = _law(ground, inner, here)
    return found


def _called(contract: LanggraphContract) -> frozenset[str]:
    """The names that commands for the parent have in graphs which functions call: they bubble up
    to the graph of the node whose function that is."""
    sites = (
        site
        for graph in contract.project.values()
        if graph.nested
        for node in graph.nodes
        for site in sites_of(node)
    )
    return frozenset(
        target.value
        for site in sites
        if site.parent and site.goto is not None
        for target in site.goto.targets
        if isinstance(target.value, str)
    )


def conditions(contract: LanggraphContract) -> tuple[str, ...]:
    """All guards, as text, on which a contract's runs depend, in order."""
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
