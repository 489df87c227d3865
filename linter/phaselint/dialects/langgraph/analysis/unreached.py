"""Nodes that no run comes to, in groups, with what may be the reason (§7.3 `unreachable-phase`)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.ways import text_of
from phaselint.dialects.langgraph.functionmodel import name_of
from phaselint.dialects.langgraph.model import START
from phaselint.machine.graph import components
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Literal

    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.model import Node
    from phaselint.vocabulary.finding import Place


class Unreached(NamedTuple):
    """A node without a path from START.

    Attributes:
        loop: the nodes that lead to each other with it, itself among them, in order.
        first: whether it is reported for its loop: it comes first, and no other unreached node
        leads to the loop.
        after: what cannot be reached because of it.
    """

    node: Node
    loop: tuple[str, ...]
    first: bool
    after: tuple[str, ...] = ()


class Reason(NamedTuple):
    """The probable cause of an unreached node.

    Attributes:
        kind: a `label` of a map that no value gives; a name that is `near`, in a `goto`, an answer
            or a `Send`; `declared` by a node that never goes there; a `router` that is registered
            as a node, too; an edge in a `comment`.
        source: at which node or START that is; `name`, the label, the near name or the router.
    """

    kind: Literal["label", "near", "declared", "router", "comment"]
    source: str
    name: Constant
    place: Place


def unreached(ways: Ways) -> Sequence[Unreached]:
    """The nodes without a path from START, in order. The target of a join counts as reached if one
    of its members is, because another rule reports joins that never complete. Empty for a graph
    without an edge from START, which another rule reports, or which isn't finished."""
    if not ways.ways[START]:
        return ()
    reached = ways.nearly_reached
    names = [name for name in ways.nodes if name not in reached]
    if not names:
        return ()
    number = {name: index for index, name in enumerate(names)}
    graph = [
        [number[way.target] for way in ways.ways[name] if way.target in number] for name in names
    ]
    found: list[Unreached] = []
    entered = [False] * len(names)
    groups = [sorted(group) for group in components(graph)]
    group_of = {member: index for index, group in enumerate(groups) for member in group}
    for source, targets in enumerate(graph):
        for target in targets:
            if group_of[source] != group_of[target]:
                entered[group_of[target]] = True
    for index, group in enumerate(groups):
        loop = tuple(names[member] for member in group)
        after = () if entered[index] else tuple(_behind(names, graph, group))
        for member in group:
            first = not entered[index] and member == group[0]
            found.append(Unreached(ways.nodes[names[member]], loop, first, after))
    return sorted(found, key=lambda each: number[each.node.name])


def _behind(
    names: Sequence[str], graph: Sequence[Sequence[int]], group: Sequence[int]
) -> Iterator[str]:
    """What a group leads to besides itself, in order."""
    seen, waiting = set(group), list(group)
    while waiting:
        for target in graph[waiting.pop()]:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    yield from (names[each] for each in sorted(seen.difference(group)))


class Reasons(NamedTuple):
    """The possible causes why nodes aren't reached, by the node; those of a node that is a router,
    too, by the id of its function."""

    certain: Mapping[str, Sequence[Reason]]
    declared: Mapping[str, Sequence[Reason]]
    routers: Mapping[str, Sequence[Reason]]


def reasons(known: Reasons, missing: Unreached) -> Sequence[Reason]:
    """The probable causes of an unreached node or loop, the likeliest first."""
    found = [each for name in missing.loop for each in known.certain.get(name, ())]
    found.sort(key=lambda each: each.kind == "near")
    if not found:
        listed = (each for name in missing.loop for each in known.declared.get(name, ()))
        found = [each for each in listed if each.source not in missing.loop]
        if missing.node.function is not None:
            found += known.routers.get(missing.node.function.id, ())
    return tuple(dict.fromkeys(found))


def reasons_of(ways: Ways) -> Reasons:
    """The causes for all nodes of a variant."""
    certain: dict[str, list[Reason]] = {}
    near: dict[str, str | None] = {}
    names = tuple(ways.nodes)
    for source in ways.sources.values():
        for decision in source.decisions:
            for entry in decision.dead:
                label = Reason("label", source.name, name_of(entry.label), entry.place)
                certain.setdefault(text_of(entry.target), []).append(label)
            for each in (one for outcome in decision.outcomes for one in outcome.astray):
                if each.name not in near:
                    near[each.name] = suggest(each.name, names)
                meant = near[each.name]
                if meant is not None:
                    reason = Reason("near", source.name, each.name, each.place)
                    certain.setdefault(meant, []).append(reason)
    return Reasons(certain, _declared(ways), _routers(ways))


def _declared(ways: Ways) -> Mapping[str, Sequence[Reason]]:
    found: dict[str, list[Reason]] = {}
    for node in ways.nodes.values():
        for each in node.destinations or ():
            reason = Reason("declared", node.name, text_of(each), each.place)
            found.setdefault(text_of(each), []).append(reason)
    return found


def _routers(ways: Ways) -> Mapping[str, Sequence[Reason]]:
    found: dict[str, list[Reason]] = {}
    for branch in ways.graph.branches:
        if branch.router is not None:
            reason = Reason("router", text_of(branch.source), branch.name, branch.place)
            found.setdefault(branch.router.id, []).append(reason)
    return found


def by_name(ways: Ways) -> Mapping[str, Unreached]:
    """The unreached nodes, by name."""
    return {each.node.name: each for each in unreached(ways)}
