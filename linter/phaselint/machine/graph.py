"""Passes over the bare graph of a machine: reachability, paths, components (core A.4 pass 1).

A graph is its adjacency: for each node the list of its successors, in the order of the moves,
parallel edges included. Every pass is iterative, linear and independent of the hash seed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from phaselint.machine.model import Machine

Adjacency = list[list[int]]


def adjacency(machine: Machine, stop_at_terminals: bool = True) -> Adjacency:
    """Build the graph of the moves that have a target, guards left out of account.

    Runs end in terminal phases, so these have no successors unless told otherwise.
    """
    adj: Adjacency = [[] for _ in machine.phases]
    for move in machine.moves:
        if move.target is not None:
            adj[move.source].append(move.target)
    if stop_at_terminals:
        for node, phase in enumerate(machine.phases):
            if phase.terminal:
                adj[node] = []
    return adj


def reverse(adj: Adjacency) -> Adjacency:
    """Build the same graph with every edge turned around."""
    back: Adjacency = [[] for _ in adj]
    for node, targets in enumerate(adj):
        for target in targets:
            back[target].append(node)
    return back


def reachable(adj: Adjacency, sources: Iterable[int]) -> list[bool]:
    """Tell for each node whether a path from one of the sources leads to it."""
    seen = [False] * len(adj)
    stack = list(sources)
    for node in stack:
        seen[node] = True
    while stack:
        for target in adj[stack.pop()]:
            if not seen[target]:
                seen[target] = True
                stack.append(target)
    return seen


def distances(adj: Adjacency, sources: Iterable[int]) -> list[int]:
    """Count for each node the edges of a shortest path from one of the sources; -1 for none."""
    far = [-1] * len(adj)
    queue = list(dict.fromkeys(sources))
    for node in queue:
        far[node] = 0
    for node in queue:
        step = far[node] + 1
        for target in adj[node]:
            if far[target] < 0:
                far[target] = step
                queue.append(target)
    return far


def parents(adj: Adjacency, sources: Iterable[int], shut: Collection[int] = ()) -> list[int]:
    """Find for each node the one before it on a shortest path from a source, for `trace`; a
    source is its own, and -1 stands for no path. No path leads through a node that is shut.

    Among several paths the first found is taken: earlier sources and earlier edges win.
    """
    before = [-1] * len(adj)
    for _ in _nearest_first(adj, sources, before, shut):
        pass
    return before


def shortest_path(
    adj: Adjacency, sources: Iterable[int], goals: Collection[int]
) -> list[int] | None:
    """Find the nodes of a shortest path from a source to a goal, both included.

    Among several the first found is taken: earlier sources and earlier edges win.
    """
    before = [-1] * len(adj)
    for node in _nearest_first(adj, sources, before):
        if node in goals:
            return trace(before, node)
    return None


def shortest_paths(
    adj: Adjacency, sources: Iterable[int], goals: Sequence[Collection[int]]
) -> list[list[int] | None]:
    """Find for each of some sets of goals what `shortest_path` finds, in one search for all."""
    before = [-1] * len(adj)
    queue = list(_nearest_first(adj, sources, before))
    rank = {node: place for place, node in enumerate(queue)}
    first = [min((rank[goal] for goal in each if goal in rank), default=-1) for each in goals]
    return [trace(before, queue[place]) if place >= 0 else None for place in first]


def _nearest_first(
    adj: Adjacency, sources: Iterable[int], before: list[int], shut: Collection[int] = ()
) -> Iterator[int]:
    """Visit what sources lead to, the nearest nodes first, and write into `before`, which is -1
    for all nodes, from which one each was come to; a source is its own. What is `shut` is not
    visited unless it is a source."""
    queue = list(dict.fromkeys(sources))
    for node in queue:
        before[node] = node
    for node in queue:
        yield node
        for target in adj[node]:
            if before[target] < 0 and target not in shut:
                before[target] = node
                queue.append(target)


def trace(parent: list[int], node: int) -> list[int]:
    """Follow the nodes before one back to a source: the path from there, both included."""
    path = [node]
    while parent[node] != node:
        node = parent[node]
        path.append(node)
    path.reverse()
    return path


def components(adj: Adjacency, within: Sequence[bool] | None = None) -> list[list[int]]:
    """Split the graph, or the part of it given by `within`, into strong components.

    Members are sorted; a component comes after those it leads to (Gabow's algorithm).
    """
    closed = len(adj) + 1
    # The place of a node on the stack of open ones, from 1; 0 for unseen nodes.
    place = [0 if within is None or within[node] else closed for node in range(len(adj))]
    found: list[list[int]] = []
    opened: list[int] = []
    bounds: list[int] = []
    walk: list[tuple[int, Iterator[int]]] = []

    def enter(node: int) -> None:
        opened.append(node)
        place[node] = len(opened)
        bounds.append(len(opened))
        walk.append((node, iter(adj[node])))

    for root in range(len(adj)):
        if not place[root]:
            enter(root)
        while walk:
            node, edges = walk[-1]
            for target in edges:
                if not place[target]:
                    enter(target)
                    break
                while bounds[-1] > place[target]:
                    bounds.pop()
            else:
                walk.pop()
                if bounds[-1] == place[node]:
                    first = bounds.pop() - 1
                    found.append(sorted(opened[first:]))
                    del opened[first:]
                    for member in found[-1]:
                        place[member] = closed
    return found


def bottom_components(adj: Adjacency, within: Sequence[bool]) -> list[list[int]]:
    """Find the components of a part of the graph that don't lead to another component of it.

    Edges out of the part are left out of account. The result is sorted.
    """
    found = components(adj, within)
    owner = [-1] * len(adj)
    for number, members in enumerate(found):
        for member in members:
            owner[member] = number
    return sorted(
        members
        for number, members in enumerate(found)
        if all(owner[target] in {number, -1} for node in members for target in adj[node])
    )


def predecessors(adj: Adjacency) -> list[int]:
    """For each node, as the bits of a number, the nodes from which a path of one edge or more
    leads to it. The members of a cycle share theirs."""
    into = reverse(adj)
    before = [0] * len(adj)
    for members in reversed(components(adj)):
        inner = set(members)
        bits = 0
        for node in members:
            for source in into[node]:
                bits |= 1 << source if source in inner else before[source] | 1 << source
        for node in members:
            before[node] = bits
    return before


def find_cycle(adj: Adjacency, component: Sequence[int]) -> list[int]:
    """Find a shortest cycle through the first member of a component.

    The walk starts and ends with that member; it is empty when there is no cycle.
    """
    first, inside = component[0], frozenset(component)
    parent: dict[int, int] = {}
    queue = [first]
    for node in queue:
        for target in adj[node]:
            if target == first:
                return _lap(parent, first, node)
            if target in inside and target not in parent:
                parent[target] = node
                queue.append(target)
    return []


def shortest_cycle(adj: Adjacency, component: Sequence[int], bound: int) -> list[int]:
    """Find a shortest cycle of a component, as `find_cycle` gives it; of several, the first.

    Searches from all members visit at most `bound` nodes together. The result is then a cycle
    that may not be a shortest one.
    """
    best, inside = find_cycle(adj, component), frozenset(component)
    for first in component[1:]:
        parent: dict[int, int] = {}
        depth = {first: 0}
        queue = [first]
        for node in queue:
            bound -= 1
            if bound < 0:
                return best
            # A cycle that closes here has one edge more than the way to the node.
            if depth[node] + 2 >= len(best):
                break
            for target in adj[node]:
                if target == first:
                    best = _lap(parent, first, node)
                    break
                if target in inside and target not in depth:
                    depth[target] = depth[node] + 1
                    parent[target] = node
                    queue.append(target)
    return best


def _lap(parent: dict[int, int], first: int, node: int) -> list[int]:
    walk = [first]
    while node != first:
        walk.append(node)
        node = parent[node]
    walk.append(first)
    walk.reverse()
    return walk
