"""What the counters of bounded edges lead to (reference §7.3): dead ends, forced branches, the
step budget, and how often a node can be visited.

Asked only of a workflow whose entry and edges lead to nodes, and all but `visits` only where every
cycle is bounded and every node has one default at most. Edges are those between declared nodes.
"""

from __future__ import annotations

from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.sweny.model import Edge
    from phaselint.machine.counted import BoundedGraph
    from phaselint.machine.longest import LongestPath
    from phaselint.machine.spending import Ground, Spending
    from phaselint.vocabulary.message import Message


class Exhausted(NamedTuple):
    """A shortest run to a node, and the edges out of it whose bound is used up at its end."""

    node: str
    run: tuple[Edge, ...]
    spent: tuple[Edge, ...]


@pure
def exhaustion(
    edges: Sequence[Edge], names: tuple[str, ...], entry: str, most: int, bound: int
) -> Exhaustion:
    """What the counters lead to: the same in an editor as long as none of these is edited."""
    return Exhaustion(names, entry, edges, most=most, bound=bound)


class Exhaustion:
    """The answers about one workflow, each computed when it is asked for."""

    def __init__(
        self, names: Iterable[str], entry: str, edges: Sequence[Edge], *, most: int, bound: int
    ) -> None:
        self._edges = edges
        self._names = tuple(names)
        self._entry = entry
        self._bound = bound
        self.most = most

    @cached_property
    def _counted(self) -> BoundedGraph:
        from phaselint.machine.counted import BoundedGraph, Way

        number = {name: index for index, name in enumerate(self._names)}
        ways = [Way(number[e.source], number[e.target], e.most) for e in self._edges]
        return BoundedGraph(len(self._names), number[self._entry], tuple(ways))

    @cached_property
    def _ground(self) -> Ground:
        from phaselint.machine.spending import Ground

        return Ground(self._counted, self.most)

    @cached_property
    def _out(self) -> Sequence[Sequence[Edge]]:
        """The edges out of each node that can be used up, at least one of them."""
        found: dict[str, list[Edge]] = {e.source: [] for e in self._edges if e.most is not None}
        for edge in self._edges if found else ():
            if edge.source in found:
                found[edge.source].append(edge)
        return tuple(found.values())

    @cached_property
    def _dead_ends(self) -> Spending | None:
        """None where every node that has edges has one without a bound, as nearly all do: then
        there is nothing to search for."""
        if not any(all(edge.most is not None for edge in out) for out in self._out):
            return None
        from phaselint.machine.spending import dead_ends

        return dead_ends(self._ground, self._bound)

    @cached_property
    def _forced(self) -> Spending | None:
        """None where each node with a bound has a default without one."""
        if all(any(e.most is None and not e.condition for e in out) for out in self._out):
            return None
        from phaselint.machine.spending import forced

        conditional = [bool(edge.condition) for edge in self._edges]
        return forced(self._ground, conditional, self._bound)

    @property
    def dead_ends(self) -> Sequence[Exhausted]:
        """Nodes with out-edges that a run can reach when no bound is left on any of them."""
        return [*self._exhausted(self._dead_ends)]

    @property
    def forced(self) -> Sequence[Exhausted]:
        """Nodes that a run can reach when some edges are used up and all others are conditional: a
        default with a bound is no longer a default once the bound is used up."""
        return [*self._exhausted(self._forced)]

    def _exhausted(self, spending: Spending | None) -> Iterator[Exhausted]:
        for found in spending.found if spending else ():
            yield Exhausted(
                self._names[found.phase], self._ways(found.run), self._ways(found.spent)
            )

    def _ways(self, numbers: Sequence[int]) -> tuple[Edge, ...]:
        return tuple(self._edges[number] for number in numbers)

    @cached_property
    def _longest(self) -> LongestPath | None:
        """None where no run can be too long, however it goes: between two edges with a bound it
        visits a node once at most, since cycles of the others do not arise."""
        followed = sum(max(edge.most or 0, 0) for edge in self._edges)
        if (1 + followed) * len(self._names) <= self.most:
            return None
        from phaselint.machine.longest import longest

        return longest(self._counted, self.most, self._bound)

    @property
    def overflow(self) -> tuple[Edge, ...] | None:
        """A run that visits one node more than the step budget allows; none where there is
        none or it is unknown."""
        run = self._longest.run if self._longest else None
        return None if run is None else self._ways(run)

    @cached_property
    def incomplete(self) -> tuple[Message, ...]:
        """What the bound kept from being answered, in words; empty when nothing."""
        if not self._out and len(self._names) <= self.most:
            return ()  # there are no counters
        cut = []
        for spending, what in (
            (self._dead_ends, "reaches nodes with no edge left"),
            (self._forced, "reaches nodes with only conditional edges left"),
        ):
            if spending and spending.unknown:
                first, more = self._names[spending.unknown[0]], len(spending.unknown) - 1
                also = f" and {plural(more, 'other node')}" if more else ""
                cut.append(message("whether a run {}, at {}{}", what, quote(first), also))
        if self._longest and self._longest.run is None and not self._longest.complete:
            cut.append(message("whether a run visits more than {} nodes", self.most))
        return tuple(cut)

    @cached_property
    def visits(self) -> Mapping[str, int]:
        """How often a run visits each node at most, counted up to the step budget; one on no cycle
        is visited once at most, however many edges lead into it."""
        from phaselint.machine.counted import visits
        from phaselint.machine.graph import components

        number = {name: index for index, name in enumerate(self._names)}
        graph: list[list[int]] = [[] for _ in self._names]
        for edge in self._edges:
            graph[number[edge.source]].append(number[edge.target])
        counts = [*visits(self._counted, self.most)]
        for members in components(graph):
            (first, *others) = members
            if not others and first not in graph[first]:
                counts[first] = min(counts[first], 1)
        return dict(zip(self._names, counts, strict=True))

    @property
    def longest(self) -> int:
        """How many nodes a run visits at most, counted up to the step budget: those of a longest
        run, or, where the bound breaks off the search, no fewer."""
        return self._longest_run[0]

    @property
    def longest_run(self) -> tuple[str, ...]:
        """The nodes of the longest run that is known, in the order in which it visits them."""
        edges = self._longest_run[1]
        first = self._names[self._counted.entry]
        return (first, *(edge.target for edge in edges))

    @cached_property
    def _longest_run(self) -> tuple[int, tuple[Edge, ...]]:
        from phaselint.machine.longest import longest

        known, most = 0, min(sum(self.visits.values()), self.most) - 1
        run: tuple[int, ...] = ()
        while known < most:
            asked = (known + most + 1) // 2
            found = longest(self._counted, asked, self._bound)
            if found.run is not None:
                known, run = asked, found.run
            elif found.complete:
                most = asked - 1
            else:
                break
        return max(most, 0) + 1, self._ways(run)
