"""What every path to a node passes: dominators of a graph (core A.4 pass 1, sweny reference 7.2).

Lengauer and Tarjan's algorithm with path compression: near linear, iterative.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.machine.graph import Adjacency


def dominators(adj: Adjacency, entry: int) -> list[int]:
    """Give the immediate dominator of each node; -1 where no path from `entry` leads.

    The immediate dominator of the entry is the entry itself.
    """
    order, parent = _preorder(adj, entry)
    number = [-1] * len(adj)
    for place, node in enumerate(order):
        number[node] = place
    before: list[list[int]] = [[] for _ in order]
    for place, node in enumerate(order):
        for target in adj[node]:
            before[number[target]].append(place)
    found = [-1] * len(adj)
    for place, above in enumerate(_immediate(before, [number[node] for node in parent])):
        found[order[place]] = order[above]
    return found


def dominates(idom: Sequence[int], above: int, node: int) -> bool:
    """Tell whether every path from the entry to `node` passes `above`.

    `idom` is what `dominators` gives. A node dominates itself; a node that no path leads to is
    dominated by none.
    """
    if idom[node] < 0:
        return False
    while node != above and idom[node] != node:
        node = idom[node]
    return node == above


def _preorder(adj: Adjacency, entry: int) -> tuple[list[int], list[int]]:
    """List the nodes in the order of a depth-first walk, and for each the node before it."""
    order, parent = [], []
    seen = [False] * len(adj)
    stack = [(entry, entry)]
    while stack:
        node, source = stack.pop()
        if seen[node]:
            continue
        seen[node] = True
        order.append(node)
        parent.append(source)
        stack.extend((target, node) for target in reversed(adj[node]) if not seen[target])
    return order, parent


def _immediate(before: Sequence[Sequence[int]], parent: Sequence[int]) -> list[int]:
    """Find immediate dominators; nodes are numbers of a preorder, the entry is 0."""
    size = len(before)
    semi, best = list(range(size)), list(range(size))
    linked = [-1] * size
    waiting: list[list[int]] = [[] for _ in range(size)]
    above = [0] * size
    for node in range(size - 1, 0, -1):
        for source in before[node]:
            semi[node] = min(semi[node], semi[_least(linked, best, semi, source)])
        waiting[semi[node]].append(node)
        linked[node] = parent[node]
        for held in waiting[parent[node]]:
            least = _least(linked, best, semi, held)
            above[held] = least if semi[least] < semi[held] else parent[node]
        waiting[parent[node]] = []
    for node in range(1, size):
        if above[node] != semi[node]:
            above[node] = above[above[node]]
    return above


def _least(linked: list[int], best: list[int], semi: Sequence[int], node: int) -> int:
    """Give the node of least semidominator between `node` and the root of its linked tree.

    Shortens the way there on the fly.
    """
    if linked[node] < 0:
        return node
    trail = [node]
    while linked[linked[trail[-1]]] >= 0:
        trail.append(linked[trail[-1]])
    trail.pop()
    for step in reversed(trail):
        up = linked[step]
        if semi[best[up]] < semi[best[step]]:
            best[step] = best[up]
        linked[step] = linked[up]
    return best[node]
