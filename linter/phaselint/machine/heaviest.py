"""Heaviest walks in a graph whose arcs have weights: what a run costs at most.

A walk may end anywhere. Where a cycle has an arc of positive weight, walks have no heaviest one;
otherwise no arc inside a strongly connected component weighs anything, so a heaviest walk is one
through the components, from each by the arc that has most before it.
"""

from __future__ import annotations

from collections import deque

from phaselint.machine.graph import components
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class Arc(NamedTuple):
    """An arc out of a node: where it leads, and what it weighs, 0 or more."""

    target: int
    weight: int


Step = tuple[int, int]
"""An arc of a walk: the node that it leaves, and its number among the arcs out of it."""


class Heaviest(NamedTuple):
    """A heaviest walk from node 0. Where there is none, since walks can be as heavy as they like,
    `most` is none, and `walk` leads to the node where `loop` begins and ends."""

    most: int | None
    walk: tuple[Step, ...]
    loop: tuple[Step, ...] = ()


def parted(out: Sequence[Sequence[Arc]]) -> list[list[int]]:
    """The strongly connected components of a graph, each after those that it leads to: what
    `heaviest` needs to know of it whatever the arcs weigh."""
    return components([[arc.target for arc in row] for row in out])


def heaviest(out: Sequence[Sequence[Arc]], parts: Sequence[Sequence[int]] = ()) -> Heaviest:
    """Find a heaviest walk from node 0, by the arcs out of each node; or a shortest loop that
    weighs something, among those that are reached first. `parts` are those of `parted`, where they
    are known."""
    depths, into = _breadth_first(out, 0)
    parts = parts or parted(out)
    part_of = {node: number for number, members in enumerate(parts) for node in members}
    loop = _loop(out, depths, part_of)
    if loop:
        return Heaviest(None, _way(into, 0, loop[0][0]), loop)
    values, exits = _values(out, parts, part_of)
    walk: list[Step] = []
    node, number = 0, part_of[0]
    while (leaving := exits[number]) is not None:
        walk += _inside(out, node, leaving[0], frozenset(parts[number]))
        walk.append(leaving)
        node = out[leaving[0]][leaving[1]].target
        number = part_of[node]
    return Heaviest(values[part_of[0]], tuple(walk))


def _breadth_first(
    out: Sequence[Sequence[Arc]],
    first: int,
    among: Collection[int] | None = None,
    last: int | None = None,
) -> tuple[list[int], dict[int, Step]]:
    """The distances of nodes, -1 for those that are not reached, and by which arc each is. With a
    last node, the search ends there: only nodes nearer than that one are sure to have theirs."""
    depths = [-1] * len(out)
    depths[first] = 0
    into: dict[int, Step] = {}
    waiting = deque([first])
    while waiting:
        node = waiting.popleft()
        for number, arc in enumerate(out[node]):
            if depths[arc.target] < 0 and (among is None or arc.target in among):
                depths[arc.target] = depths[node] + 1
                into[arc.target] = (node, number)
                if arc.target == last:
                    return depths, into
                waiting.append(arc.target)
    return depths, into


def _way(into: Mapping[int, Step], first: int, last: int) -> tuple[Step, ...]:
    steps: list[Step] = []
    while last != first:
        steps.append(into[last])
        last = into[last][0]
    return tuple(reversed(steps))


def _inside(
    out: Sequence[Sequence[Arc]], first: int, last: int, among: Collection[int] | None = None
) -> tuple[Step, ...]:
    """A shortest walk between two nodes, through nodes of a set where one is given."""
    if first == last:
        return ()
    return _way(_breadth_first(out, first, among, last)[1], first, last)


_TRIED = 20
"""So many arcs are asked how short a loop through them is."""


def _loop(
    out: Sequence[Sequence[Arc]], depths: Sequence[int], part_of: Mapping[int, int]
) -> tuple[Step, ...]:
    """A loop that weighs something; empty where there is none."""
    found = [
        (depths[node], node, number)
        for node, row in enumerate(out)
        if depths[node] >= 0
        for number, arc in enumerate(row)
        if arc.weight and part_of[arc.target] == part_of[node]
    ]
    loops = []
    for depth, node, number in sorted(found)[:_TRIED]:
        back = _inside(out, out[node][number].target, node)
        loops.append((len(back), depth, ((node, number), *back)))
    return min(loops)[2] if loops else ()


def _values(
    out: Sequence[Sequence[Arc]], parts: Sequence[Sequence[int]], part_of: Mapping[int, int]
) -> tuple[list[int], list[Step | None]]:
    """What a walk from each component weighs at most, and by which arc it leaves it, if any."""
    values = [0] * len(parts)
    exits: list[Step | None] = [None] * len(parts)
    for part, members in enumerate(parts):
        for node in members:
            for number, arc in enumerate(out[node]):
                if (there := part_of[arc.target]) == part:
                    continue
                value = arc.weight + values[there]
                if value > values[part]:
                    values[part], exits[part] = value, (node, number)
    return values, exits
