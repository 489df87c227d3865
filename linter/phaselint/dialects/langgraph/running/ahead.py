"""Which nodes are known to run after which, for telling that a node runs twice."""

from __future__ import annotations

from itertools import chain

from phaselint.dialects.langgraph.functionmodel import Send, name_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.dialects.langgraph.running.statekeys import sites_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.functionmodel import Answers
    from phaselint.dialects.langgraph.model import Branch, Node
    from phaselint.dialects.langgraph.running.session import Barrier, To

    Edges = Mapping[str, Sequence[To]]
    Branches = Mapping[str, Sequence[Branch]]
    Commands = Mapping[str, Sequence[str]]
    """By node that is a graph, the nodes that it commands of the graph around it."""

MOST_WATCHED = 400
"""The most nodes of a graph for which repeated runs of a node are reported."""


def watched_and_ahead(
    nodes: Mapping[str, Node],
    edges: Edges,
    joins: Sequence[Barrier],
    branches: Branches,
    commands: Commands,
) -> tuple[frozenset[str], dict[str, frozenset[str]]]:
    """The nodes of which it is told that they run twice, and by node those that may run after it:
    nodes on no cycle, not deferred, that several things may wake."""
    after = followers(nodes, edges, joins, branches, commands) if len(nodes) <= MOST_WATCHED else {}
    ways: dict[str, int] = {}
    alone = followers(nodes, edges, (), branches, commands) if after else {}
    for target in (*(each for targets in alone.values() for each in targets), *map(_target, joins)):
        ways[target] = ways.get(target, 0) + 1
    merging = [name for name in nodes if ways.get(name, 0) > 1 and not nodes[name].defer]
    before = backwards(after)
    found, ahead = [], {name: set[str]() for name in (*nodes, START)}
    for name in merging:
        sources = closure(before, before.get(name, ()))
        if name not in sources:
            found.append(name)
            for source in sources:
                ahead[source].add(name)
    return frozenset(found), {name: frozenset(those) for name, those in ahead.items() if those}


def deciding(
    nodes: Mapping[str, Node],
    edges: Edges,
    joins: Sequence[Barrier],
    branches: Branches,
    commands: Commands,
) -> frozenset[str]:
    """The nodes on a cycle that decide what runs next."""
    after = followers(nodes, edges, joins, branches, commands)
    decide = [
        name
        for name, node in nodes.items()
        if branches.get(name) or node.routes or any(True for _ in _gotos(node, nodes))
    ]
    return frozenset(name for name in decide if name in closure(after, after.get(name, ())))


def _target(join: Barrier) -> str:
    return join.target


def backwards(after: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for source, targets in after.items():
        for target in targets:
            found.setdefault(target, []).append(source)
    return found


def closure(after: Mapping[str, Iterable[str]], first: Iterable[str]) -> set[str]:
    found = set(first)
    waiting = list(found)
    while waiting:
        fresh = set(after.get(waiting.pop(), ())) - found
        found |= fresh
        waiting += fresh
    return found


def followers(
    nodes: Mapping[str, Node],
    edges: Edges,
    joins: Sequence[Barrier],
    branches: Branches,
    commands: Commands,
) -> dict[str, set[str]]:
    """The nodes that each node may wake, and START."""
    found: dict[str, set[str]] = {}
    for name in (*nodes, START):
        ends = {end.node for end in edges.get(name, ()) if end.node is not None}
        ends.update(join.target for join in joins if name in join.members)
        for branch in branches.get(name, ()):
            ends.update(_branched(branch, nodes))
        if name in nodes:
            ends.update(_gotos(nodes[name], nodes), commands.get(name, ()))
        found[name] = ends
    return found


def _branched(branch: Branch, nodes: Mapping[str, Node]) -> Iterator[str]:
    """The nodes that a branch may wake."""
    mapped = branch.path_map
    if mapped is not None and mapped.given in ("dict", "list", "literal"):
        named = (str(name_of(each.target.value)) for each in mapped.entries if each.target)
        yield from (name for name in named if name in nodes)
        yield from _named(branch.answers, nodes, sends_only=True)
    else:
        yield from _named(branch.answers, nodes)


def _named(
    answers: Answers, nodes: Mapping[str, Node], *, sends_only: bool = False
) -> Iterator[str]:
    for target in answers.targets:
        value = target.value
        if isinstance(value, Send):
            if value.node is None:
                yield from nodes
            else:
                yield from (name for name in (str(name_of(value.node)),) if name in nodes)
        elif not sends_only and str(name_of(value)) in nodes and value != END:
            yield str(name_of(value))


def _gotos(node: Node, nodes: Mapping[str, Node]) -> Iterator[str]:
    """The nodes that a node is known to send for by itself."""
    for site in node.function.returns if node.function else ():
        if site.goto is not None and not site.parent:
            yield from _named(site.goto, nodes)


def commanded(inner: Mapping[str, Node], nodes: Mapping[str, Node]) -> Iterator[str]:
    """The nodes that those of a graph inside of another command there."""
    for site in chain.from_iterable(map(sites_of, inner.values())):
        if site.goto is not None and site.parent:
            yield from _named(site.goto, nodes)
