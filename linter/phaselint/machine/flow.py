"""Shortest paths and cheapest flows in counted graphs.

A bound counts expanded nodes. Each search gives what is left of it; below zero, it was broken
off, and that nothing was found says nothing.
"""

from __future__ import annotations

from heapq import heappop, heappush

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.machine.counted import Pairs


def between(
    pairs: Pairs, start: int, goal: int, furthest: int, bound: int
) -> tuple[list[int] | None, int]:
    """Find a shortest path of at most `furthest` pairs, searching from both ends.

    In a large graph two small searches meet long before one gets through.
    """
    if start == goal:
        return [], bound
    ahead, behind = {start: -1}, {goal: -1}
    front, rear = [start], [goal]
    for _ in range(furthest):
        forward = len(front) <= len(rear)
        edge, known, other = (front, ahead, behind) if forward else (rear, behind, ahead)
        bound -= len(edge)
        if not edge or bound < 0:
            return None, bound
        rows, ends = (pairs.out, pairs.target) if forward else (pairs.into, pairs.source)
        grown = []
        for node in edge:
            for pair in rows[node]:
                end = ends[pair]
                if end in known:
                    continue
                known[end] = pair
                if end in other:
                    return _joined(pairs, ahead, behind, end), bound
                grown.append(end)
        front, rear = (grown, rear) if forward else (front, grown)
    return None, bound


def _joined(
    pairs: Pairs, ahead: Mapping[int, int], behind: Mapping[int, int], middle: int
) -> list[int]:
    """Put the two halves of a path together."""
    path = []
    node = middle
    while ahead[node] >= 0:
        path.append(ahead[node])
        node = pairs.source[ahead[node]]
    path.reverse()
    node = middle
    while behind[node] >= 0:
        path.append(behind[node])
        node = pairs.target[behind[node]]
    return path


class Network(NamedTuple):
    """Arcs as parallel lists: ends, how many units they take, what a unit costs.

    `out` and `into` list the arcs at each node to be used.
    """

    source: Sequence[int]
    target: Sequence[int]
    most: Sequence[int]
    cost: Sequence[int]
    out: Sequence[Sequence[int]]
    into: Sequence[Sequence[int]]


def network(arcs: Sequence[tuple[int, int, int, int]], nodes: int) -> Network:
    """Build a network from its arcs: source, target, units taken, cost."""
    out: list[list[int]] = [[] for _ in range(nodes)]
    into: list[list[int]] = [[] for _ in range(nodes)]
    for number, arc in enumerate(arcs):
        out[arc[0]].append(number)
        into[arc[1]].append(number)
    source, target, most, cost = ([arc[part] for arc in arcs] for part in range(4))
    return Network(source, target, most=most, cost=cost, out=out, into=into)


class Transport:
    """A cheapest flow in the making, by successive shortest trails (Dijkstra with potentials).

    `balance` says how many units wait at a node, below zero how many it wants; `flow` are the
    units on each arc. The flow is always a cheapest one for what it has brought: an arc with
    room costs no less than its target's `potential` less its source's, an arc that carries
    units no more. The flow and the potentials to start with must be such.

    `risen` is by how much the least cost of bringing all is known to be above what it was known
    to be at first; for a flow from nothing, that is the cost itself when all is brought.
    """

    __slots__ = ("balance", "flow", "network", "potential", "risen")

    def __init__(
        self,
        network: Network,
        balance: Mapping[int, int],
        flow: Mapping[int, int] | None = None,
        potential: Mapping[int, int] | None = None,
    ) -> None:
        self.network = network
        self.balance = dict(balance)
        self.flow = dict(flow or {})
        self.potential = dict(potential or {})
        self.risen = 0

    @property
    def settled(self) -> bool:
        """Whether no unit waits any longer."""
        return all(units <= 0 for units in self.balance.values())

    def settle(self, bound: int, dearest: int | None = None) -> int:
        """Bring all waiting units to where they are wanted; give what is left of the bound.

        Breaks off when that cannot be done, and when the cost rises by more than `dearest`.
        """
        for start in self.balance:
            while self.balance[start] > 0:
                came, end, bound = self._nearest(start, bound)
                if end < 0 or (dearest is not None and self.risen > dearest):
                    return bound
                self._send(_trail(self.network, came, end))
        return bound

    def _nearest(self, start: int, bound: int) -> tuple[dict[int, int | None], int, int]:
        """Search from a node for the nearest one that wants units.

        Gives how each node was come to, the node found, -1 for none, and the rest of the bound.
        """
        far = {start: 0}
        came: dict[int, int | None] = {start: None}
        heap = [(0, start)]
        while heap:
            distance, node = heappop(heap)
            if distance > far[node]:
                continue
            if self.balance.get(node, 0) < 0:
                self._reprice(far, distance)
                return came, node, bound
            bound -= 1
            if bound < 0:
                break
            here = distance + self.potential.get(node, 0)
            for step, end, cost in self._steps(node, far, distance):
                there = here + cost - self.potential.get(end, 0)
                if end not in far or there < far[end]:
                    far[end] = there
                    came[end] = step
                    heappush(heap, (there, end))
        return came, -1, bound

    def _steps(
        self, node: int, far: Mapping[int, int], distance: int
    ) -> Iterator[tuple[int, int, int]]:
        """List how a trail goes on from a node at a distance: the step, where it leads, what it
        costs. Nodes that are as near are left out, since no step makes a trail shorter; in a
        dense graph those are nearly all.

        It goes along arcs that take more units, and, as the complement of their number, back
        along arcs that carry units, which stands for sending those another way.
        """
        network, flow = self.network, self.flow
        target, source = network.target, network.source
        for arc in network.out[node]:
            end = target[arc]
            if (end not in far or far[end] > distance) and (
                arc not in flow or flow[arc] < network.most[arc]
            ):
                yield arc, end, network.cost[arc]
        for arc in network.into[node] if flow else ():
            end = source[arc]
            if (end not in far or far[end] > distance) and flow.get(arc):
                yield ~arc, end, -network.cost[arc]

    def _reprice(self, far: Mapping[int, int], distance: int) -> None:
        """Move the potentials so that the trails of this distance cost nothing under them."""
        for node, there in far.items():
            if there < distance:
                self.potential[node] = self.potential.get(node, 0) + there - distance
                self.risen += (distance - there) * max(0, self.balance.get(node, 0))

    def _send(self, trail: Sequence[int]) -> None:
        """Send as many units along a trail as it takes, wait at its start and are wanted."""
        network, flow = self.network, self.flow
        start, end = _ends(network, trail[0])[0], _ends(network, trail[-1])[1]
        units = min(self.balance[start], -self.balance[end])
        for step in trail:
            room = network.most[step] - flow.get(step, 0) if step >= 0 else flow[~step]
            units = min(units, room)
        for step in trail:
            arc, change = (step, units) if step >= 0 else (~step, -units)
            flow[arc] = flow.get(arc, 0) + change
        self.balance[start] -= units
        self.balance[end] += units


def _ends(network: Network, step: int) -> tuple[int, int]:
    """Give where a step leads from and to."""
    if step >= 0:
        return network.source[step], network.target[step]
    return network.target[~step], network.source[~step]


def _trail(network: Network, came: Mapping[int, int | None], end: int) -> list[int]:
    """List the steps by which a search reached a node."""
    trail = []
    step = came[end]
    while step is not None:
        trail.append(step)
        step = came[_ends(network, step)[0]]
    trail.reverse()
    return trail
