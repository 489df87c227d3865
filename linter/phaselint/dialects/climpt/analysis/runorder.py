"""Which steps runs have passed when they first reach one (reference §6.1, §7.6a)."""

from __future__ import annotations

from phaselint.machine.dominators import dominates, dominators
from phaselint.machine.graph import reachable, shortest_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.dialects.climpt.analysis.lower import Edge
    from phaselint.machine.graph import Adjacency


class RunOrder:
    """The paths that runs can take, from one node before all entries.

    A jump to any step counts only where it can help: another rule reports it, and an agent isn't
    blamed for a path that takes one.
    """

    def __init__(self, steps: Sequence[str], starts: Iterable[str], edges: Iterable[Edge]) -> None:
        self._names = tuple(steps)
        self._number: Mapping[str, int] = {name: n for n, name in enumerate(self._names)}
        self._root = len(self._names)
        self._narrow: Adjacency = [[] for _ in range(self._root + 1)]
        self._leaping: list[int] = []
        self._narrow[self._root] = [self._number[key] for key in starts]
        for edge in edges:
            if edge.to != "step" or edge.documented or edge.excluded:
                continue
            if edge.dynamic:
                self._leaping.append(self._number[edge.source])
            else:
                self._narrow[self._number[edge.source]].append(self._number[edge.target])
        self._idom = dominators(self._narrow, self._root)

    def way_without(self, source: str, goal: str) -> tuple[str, ...]:
        """The steps of a shortest path to a step that doesn't pass another one before; empty if
        there is none."""
        above, below = self._number[source], self._number[goal]
        if self._idom[below] < 0 or (above != below and dominates(self._idom, above, below)):
            return ()
        shut = [[] if node == above else targets for node, targets in enumerate(self._narrow)]
        path = shortest_path(shut, [self._root], [below]) or []
        return tuple(self._names[node] for node in path if node != self._root)

    def never_before(self, source: str, goal: str) -> bool:
        """Whether no run has passed a step when it first reaches another one, although runs reach
        that."""
        above, below = self._number[source], self._number[goal]
        shut = self._wide()
        if not reachable(shut, [self._root])[below]:
            return False
        shut[below] = []
        passed = reachable(shut, [self._root])[above] and reachable(shut, [above])[below]
        return above == below or not passed

    def _wide(self) -> list[list[int]]:
        """The graph with all jumps."""
        wide = [list(targets) for targets in self._narrow]
        for node in self._leaping:
            wide[node] = list(range(self._root))
        return wide
