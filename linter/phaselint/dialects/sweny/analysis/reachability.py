"""The bare graph of a workflow: where its edges lead, conditions and bounds left aside (§7.2)."""

from __future__ import annotations

from phaselint.machine.graph import (
    components,
    distances,
    predecessors,
    reachable,
    reverse,
    shortest_cycle,
    shortest_path,
)
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from phaselint.dialects.sweny.model import Edge
    from phaselint.machine.graph import Adjacency

MOST_PAIRED = 20_000
"""How many nodes a workflow may have for all pairs of them to be worked out at once."""


def ways_along(edges: Sequence[Edge], names: tuple[str, ...], entry: str) -> Ways:
    """Where edges lead between nodes: the same in an editor as long as none of these is edited."""
    return _ways(edges, names, entry)


@pure
def _ways(edges: Sequence[Edge], names: tuple[str, ...], entry: str) -> Ways:
    return Ways(names, entry, edges)


@pure
def unbounded_cycles(ways: Ways, bound: int) -> tuple[tuple[str, ...], ...]:
    """`Ways.cycles` of the edges without a bound."""
    return ways.cycles([edge for edge in ways.edges if edge.most is None], bound)


class Ways:
    """Nodes by name, and the edges between them in file order.

    `out`, `into`, `component` and `cycles` can be asked of any workflow, the rest where the
    entry is a node.
    """

    def __init__(self, names: Iterable[str], entry: str, edges: Sequence[Edge]) -> None:
        self._names = tuple(names)
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self._entry = entry
        self.edges = edges

    @cached_property
    def out(self) -> Mapping[str, tuple[Edge, ...]]:
        """The out-edges of every node, in file order."""
        found: dict[str, list[Edge]] = {name: [] for name in self._names}
        for edge in self.edges:
            found[edge.source].append(edge)
        return {name: tuple(edges) for name, edges in found.items()}

    @cached_property
    def into(self) -> Mapping[str, tuple[Edge, ...]]:
        """The in-edges of every node, in file order."""
        found: dict[str, list[Edge]] = {name: [] for name in self._names}
        for edge in self.edges:
            found[edge.target].append(edge)
        return {name: tuple(edges) for name, edges in found.items()}

    @cached_property
    def _graph(self) -> Adjacency:
        return self._adjacency(self.edges)

    def _adjacency(self, edges: Iterable[Edge]) -> Adjacency:
        graph: Adjacency = [[] for _ in self._names]
        for edge in edges:
            graph[self._numbers[edge.source]].append(self._numbers[edge.target])
        return graph

    @cached_property
    def _back(self) -> Adjacency:
        return reverse(self._graph)

    def _named(self, members: Sequence[bool]) -> frozenset[str]:
        return frozenset(name for name, member in zip(self._names, members, strict=True) if member)

    @cached_property
    def reach(self) -> frozenset[str]:
        """The nodes some path from the entry leads to."""
        return self._named(reachable(self._graph, [self._numbers[self._entry]]))

    def ancestors(self, name: str) -> frozenset[str]:
        """The nodes that a run may have finished before it enters this one; on a cycle, the node
        itself is among them."""
        known = self._ancestors.get(name)
        if known is None:
            into = self._back[self._numbers[name]]
            known = self._ancestors[name] = self._named(reachable(self._back, into)) & self.reach
        return known

    @cached_property
    def _ancestors(self) -> dict[str, frozenset[str]]:
        return {}

    def precedes(self, first: str, second: str) -> bool:
        """Whether a run may have finished the first node before it enters the second; as
        `ancestors`, but cheap to ask for many pairs."""
        if len(self._names) > MOST_PAIRED:
            return first in self.ancestors(second)
        before = self._before[self._numbers[second]] >> self._numbers[first] & 1
        return bool(before) and first in self.reach

    @cached_property
    def _before(self) -> list[int]:
        return predecessors(self._graph)

    @cached_property
    def depth(self) -> Mapping[str, int]:
        """How many edges a shortest path from the entry has, for the nodes there is one to."""
        far = distances(self._graph, [self._numbers[self._entry]])
        return {name: steps for name, steps in zip(self._names, far, strict=True) if steps >= 0}

    def edges_to(self, name: str) -> tuple[Edge, ...]:
        """The edges of a shortest path from the entry to a node in `depth`."""
        path: list[Edge] = []
        while near := self.depth[name]:
            path.append(next(e for e in self.into[name] if self.depth.get(e.source) == near - 1))
            name = path[-1].source
        return tuple(reversed(path))

    def way(self, goal: str, *, start: str = "", avoiding: Collection[str] = ()) -> tuple[str, ...]:
        """The nodes of a shortest path to a node, from the entry or the given one; empty when
        there is none. Nodes to avoid are left out, the goal too if it is one of them."""
        source, target = self._numbers[start or self._entry], self._numbers[goal]
        graph = self._graph
        if avoiding:
            shut = {self._numbers[name] for name in avoiding}
            if source in shut:
                return ()
            graph = [
                [] if number in shut else [each for each in targets if each not in shut]
                for number, targets in enumerate(graph)
            ]
        path = shortest_path(graph, [source], [target]) or []
        return tuple(self._names[number] for number in path)

    @cached_property
    def _idom(self) -> list[int]:
        from phaselint.machine.dominators import dominators

        return dominators(self._graph, self._numbers[self._entry])

    def dominates(self, first: str, second: str) -> bool:
        """Whether every path from the entry to the second node passes the first one before; a
        node dominates itself."""
        from phaselint.machine.dominators import dominates

        return dominates(self._idom, self._numbers[first], self._numbers[second])

    @cached_property
    def component(self) -> Mapping[str, int]:
        """The number of the strong component each node is in."""
        return {
            self._names[member]: number
            for number, members in enumerate(components(self._graph))
            for member in members
        }

    def cycles(self, edges: Iterable[Edge], bound: int) -> tuple[tuple[str, ...], ...]:
        """For each strong component of some of the edges, without self loops, a shortest cycle that
        begins and ends with the same node. `bound` limits the nodes visited in each."""
        numbers = self._numbers
        around = [edge for edge in edges if edge.source != edge.target]
        if all(numbers[edge.source] < numbers[edge.target] for edge in around):
            return ()  # nodes are mostly written in the order in which they come
        graph = self._adjacency(around)
        parts = [members for members in components(graph) if len(members) > 1]
        laps = (shortest_cycle(graph, members, bound) for members in parts)
        return tuple(tuple(self._names[number] for number in walk) for walk in sorted(laps))
