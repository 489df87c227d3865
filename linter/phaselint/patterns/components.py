"""Strongly connected components, without recursion."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from typing import TypeVar

    Node = TypeVar("Node", bound=Hashable)


def components(
    nodes: Iterable[Node], successors: Callable[[Node], Iterable[Node]]
) -> Iterator[list[Node]]:
    """Give the components of what the nodes lead to, each after all it leads to (Tarjan)."""
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    path: list[Node] = []
    waiting: set[Node] = set()
    for root in nodes:
        if root in number:
            continue
        work = [(root, iter(successors(root)))]
        number[root] = lowest[root] = len(number)
        path.append(root)
        waiting.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in number:
                    number[other] = lowest[other] = len(number)
                    path.append(other)
                    waiting.add(other)
                    work.append((other, iter(successors(other))))
                    break
                if other in waiting:
                    lowest[node] = min(lowest[node], number[other])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == number[node]:
                    found: list[Node] = []
                    while not found or found[-1] != node:
                        found.append(path.pop())
                    waiting.difference_update(found)
                    yield found
