"""Graphs with counters: ways that can be gone a limited number of times (core A.2).

All ways with the same ends share one counter, and each compares it with its own maximum: it is
live while the counter is below that. Every step adds one, along a way without a maximum too.
Counters last for the whole run. So to a run the paths between two phases are one: it can be gone
as often as the largest maximum says. The order of steps matters nothing, only how often each
pair of ends is gone, which makes questions about runs questions about flows.
"""

from __future__ import annotations

from collections import Counter

from phaselint.machine.graph import components, distances
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

STEPS = 200
"""How many phases a run visits at most, unless a dialect says otherwise."""

_ROUNDS = 8
"""How often `visits` goes over the graph; most graphs are settled after two or three."""


class Way(NamedTuple):
    """A way from a phase to a phase; `most` is its maximum, none for no limit."""

    source: int
    target: int
    most: int | None = None


class BoundedGraph(NamedTuple):
    """The number of phases, the one that runs start in, and the paths between them."""

    phases: int
    entry: int
    ways: tuple[Way, ...]


class Pairs:
    """The ways of a graph put together by their ends, for runs of at most `ceiling` steps.

    Parallel lists: the ends of each pair, how often it can be gone (`ceiling` when nothing
    limits so short a run) and its ways in order. `out` and `into` list the pairs at each phase
    that can be gone at all.
    """

    __slots__ = ("ceiling", "into", "most", "out", "source", "target", "ways")

    def __init__(self, counted: BoundedGraph, ceiling: int) -> None:
        rows: dict[tuple[int, int], list[int]] = {}
        for number, way in enumerate(counted.ways):
            rows.setdefault((way.source, way.target), []).append(number)
        self.ceiling = ceiling
        self.source = [source for source, _ in rows]
        self.target = [target for _, target in rows]
        self.ways = list(rows.values())
        self.most = [
            max(_clip(counted.ways[number].most, ceiling) for number in row) for row in self.ways
        ]
        self.out: list[list[int]] = [[] for _ in range(counted.phases)]
        self.into: list[list[int]] = [[] for _ in range(counted.phases)]
        for pair, (source, target) in enumerate(rows):
            if self.most[pair] > 0:
                self.out[source].append(pair)
                self.into[target].append(pair)

    def adjacency(self, unlimited: bool = False) -> list[list[int]]:
        """Build the bare graph, or that of the pairs without a limit."""
        return [
            [self.target[pair] for pair in row if not unlimited or self.most[pair] == self.ceiling]
            for row in self.out
        ]


def _clip(most: int | None, ceiling: int) -> int:
    return ceiling if most is None else min(most, ceiling)


def pairs_to_edges(counted: BoundedGraph, pairs: Pairs, steps: Iterable[int]) -> tuple[int, ...]:
    """Turn a run along pairs into one along ways: of each pair the first that is live."""
    used: Counter[int] = Counter()
    run = []
    for pair in steps:
        run.append(next(way for way in pairs.ways[pair] if live(counted.ways[way], used[pair])))
        used[pair] += 1
    return tuple(run)


def live(way: Way, used: int) -> bool:
    """Tell whether a way can be gone when its counter says `used`."""
    return way.most is None or used < way.most


def visits(counted: BoundedGraph, cap: int = STEPS) -> list[int]:
    """Bound from above how often a run visits each phase, counting to `cap` (sweny 7.3).

    A phase is visited at most as often as the pairs that lead to it can be gone, which for
    each is its limit, or the visits of its source where those are fewer.
    """
    return bounded_visits(Pairs(counted, cap), counted.entry)


def bounded_visits(pairs: Pairs, entry: int) -> list[int]:
    """Do what `visits` does on pairs; their ceiling is the cap."""
    cap = pairs.ceiling
    found = [cap if far >= 0 else 0 for far in distances(pairs.adjacency(), [entry])]
    order = [node for node in _sources_first(pairs) if found[node]]
    # Every round makes a sound bound from a sound bound, so any number of them will do.
    for _ in range(_ROUNDS):
        changed = False
        for node in order:
            total = int(node == entry)
            for pair in pairs.into[node]:
                total += min(pairs.most[pair], found[pairs.source[pair]])
            if total < found[node]:
                found[node] = total
                changed = True
        if not changed:
            break
    return found


def _sources_first(pairs: Pairs) -> list[int]:
    """Order the phases so that a round passes on as much as it can.

    Components of the whole graph in order, in each the pairs without a limit in order.
    """
    rank = [0] * len(pairs.out)
    for unlimited in (True, False):
        for number, members in enumerate(components(pairs.adjacency(unlimited))):
            for member in members:
                rank[member] += number if unlimited else number * len(rank)
    return sorted(range(len(rank)), key=lambda node: -rank[node])
