"""Runs that visit more phases than a budget allows (sweny reference 7.3, step-budget-overflow).

First a bound from above. Give each phase a height such that every pair without a limit leads
down, inside its component. Then a run in the component gets up again along limited pairs only,
which is their gain, so its visits are at most its first height and all gains. Heights that
count longest walks without a limit are at hand; the best ones come from a flow.

Where the bound leaves it open, a depth-first search goes for a run, always to where most is
left to gain. It is exact; the bound on its expansions makes it break off.
"""

from __future__ import annotations

from collections import Counter

from phaselint.machine.counted import STEPS, BoundedGraph, Pairs, bounded_visits, pairs_to_edges
from phaselint.machine.graph import components
from phaselint.machine.model import BOUND
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_FIRST_TRY = 64
"""The part of the bound that a first search may take; most graphs need no better heights."""


class LongestPath(NamedTuple):
    """A run, as numbers of ways, or none; when not complete, it is unknown whether one exists."""

    run: tuple[int, ...] | None
    complete: bool = True


def longest(counted: BoundedGraph, more_than: int = STEPS, bound: int = BOUND) -> LongestPath:
    """Find a run of `more_than` steps, which visits one phase more than that.

    `bound` limits the states expanded.
    """
    pairs = Pairs(counted, more_than)
    layout = _Layout(pairs, counted.entry)
    heights = _stretches(layout)
    first = bound // _FIRST_TRY
    run, complete = _search(layout, _Room(layout, heights), counted.entry, first)
    if not complete:
        bound = _improve(layout, heights, bound - first)
        run, complete = _search(layout, _Room(layout, heights), counted.entry, bound)
    return LongestPath(None if run is None else pairs_to_edges(counted, pairs, run), complete)


class _Layout:
    """The pairs of a graph by components.

    `parts` are the components, each after those it leads to; `component` is the number of each
    phase's. `climbs` are the pairs with a limit inside a component, with how often any run can
    go them; `falls` the ones inside without a limit, by phase.
    """

    __slots__ = ("climbs", "component", "falls", "pairs", "parts")

    def __init__(self, pairs: Pairs, entry: int) -> None:
        self.pairs = pairs
        self.parts = components(pairs.adjacency())
        self.component = [0] * len(pairs.out)
        for number, members in enumerate(self.parts):
            for member in members:
                self.component[member] = number
        visits: list[int] = []  # found where a pair asks for them: most graphs have no loop
        self.climbs: dict[int, int] = {}
        self.falls: list[list[int]] = [[] for _ in pairs.out]
        for source, row in enumerate(pairs.out):
            for pair in row:
                if self.component[pairs.target[pair]] != self.component[source]:
                    continue
                if pairs.most[pair] < pairs.ceiling:
                    visits = visits or bounded_visits(pairs, entry)
                    self.climbs[pair] = min(pairs.most[pair], visits[source])
                else:
                    self.falls[source].append(pair)


class _Room:
    """Bounds from above on the visits of what is left of a run.

    `gain` is by how much a step along a climb can lift a run above the height it had; `gains`
    sums up all climbs of a component, `after` is the most in the components that follow it.
    """

    __slots__ = ("after", "gain", "gains", "heights")

    def __init__(self, layout: _Layout, heights: Sequence[int]) -> None:
        pairs, component = layout.pairs, layout.component
        self.heights = heights
        self.gain: dict[int, int] = {}
        self.gains = [0] * len(layout.parts)
        for pair, limit in layout.climbs.items():
            source, target = pairs.source[pair], pairs.target[pair]
            self.gain[pair] = max(0, 1 + heights[target] - heights[source])
            self.gains[component[source]] += limit * self.gain[pair]
        self.after = [0] * len(layout.parts)
        for number, members in enumerate(layout.parts):
            for member in members:
                for pair in pairs.out[member]:
                    there = component[pairs.target[pair]]
                    if there != number:
                        chance = heights[pairs.target[pair]] + self.gains[there] + self.after[there]
                        self.after[number] = max(self.after[number], chance)


def _stretches(layout: _Layout) -> list[int]:
    """Give each phase as its height the visits of a longest walk from it along falls.

    Where such a walk can loop forever, it counts as longer than any run that is looked for.
    """
    pairs = layout.pairs
    inside = [[pairs.target[pair] for pair in row] for row in layout.falls]
    heights = [0] * len(inside)
    endless = pairs.ceiling + 1
    for members in components(inside):
        for node in members:
            onward = max((heights[target] for target in inside[node]), default=0)
            cyclic = len(members) > 1 or node in inside[node]
            heights[node] = endless if cyclic else min(endless, 1 + onward)
    return heights


def _improve(layout: _Layout, heights: list[int], bound: int) -> int:
    """Change heights to those that leave the least room; give what is left of the bound."""
    climbs: list[list[int]] = [[] for _ in layout.parts]
    for pair in layout.climbs:
        climbs[layout.component[layout.pairs.source[pair]]].append(pair)
    for number, members in enumerate(layout.parts):
        if climbs[number] and max(heights[member] for member in members) <= layout.pairs.ceiling:
            bound = _level(layout, members, climbs[number], heights, bound)
    return bound


def _level(
    layout: _Layout, members: Sequence[int], climbs: Sequence[int], heights: list[int], bound: int
) -> int:
    """Find the best heights of a component; give what is left of the bound.

    A run in it is a unit that enters and leaves anywhere, and rounds that keep to the limits,
    each step worth one: a flow. The potentials of the dearest one are the best heights. The
    flow starts with all climbs that gain anything used up, which is right for the heights at
    hand, and mends what does not add up. Broken off, it leaves heights that are better.
    """
    from phaselint.machine.flow import Transport, network

    pairs, size = layout.pairs, len(members)
    entry, leaving = size, size + 1
    place = {member: number for number, member in enumerate(members)}
    falls = [pair for member in members for pair in layout.falls[member]]
    endless = sum(layout.climbs[pair] for pair in climbs) + 2
    arcs = [
        (place[pairs.source[pair]], place[pairs.target[pair]], layout.climbs.get(pair, endless), -1)
        for pair in (*climbs, *falls)
    ]
    arcs += ((entry, number, endless, 0) for number in range(size))
    arcs += ((number, leaving, endless, 0) for number in range(size))
    potential = {number: heights[member] for member, number in place.items()}
    potential |= {entry: max(potential.values()), leaving: 1}
    balance, flow = Counter({entry: 1, leaving: -1}), {}
    for arc, (source, target, most, _) in enumerate(arcs[: len(climbs)]):
        if 1 + potential[target] > potential[source]:
            flow[arc] = most
            balance[target] += most
            balance[source] -= most
    transport = Transport(network(arcs, size + 2), balance, flow, potential)
    bound = transport.settle(bound)
    for member, number in place.items():
        heights[member] = 1 + transport.potential[number] - transport.potential[leaving]
    return bound


class _State(NamedTuple):
    """Where a search stands: how often each climb of the component was gone, packed, and what
    they all can gain yet. `pair` led here."""

    phase: int
    used: int
    gains: int
    pair: int


def _search(layout: _Layout, room: _Room, entry: int, bound: int) -> tuple[list[int] | None, bool]:
    """Search depth first for a run of as many steps as the ceiling says."""
    goal = layout.pairs.ceiling
    gains = room.gains[layout.component[entry]]
    if room.heights[entry] + gains + room.after[layout.component[entry]] <= goal:
        return None, True
    shifts = _shifts(layout)
    path = [_State(entry, 0, gains, -1)]
    onward = [_onward(layout, room, shifts, path[0], goal)]
    # Where a search from a state failed, and with how many steps made.
    failed: dict[tuple[int, int], int] = {}
    while path:
        if len(path) > goal:
            return [state.pair for state in path[1:]], True
        if not onward[-1]:
            onward.pop()
            state = path.pop()
            failed[state.phase, state.used] = len(path)
            continue
        state = _after(layout, room, shifts, path[-1], onward[-1].pop())
        if failed.get((state.phase, state.used), -1) >= len(path):
            continue
        bound -= 1
        if bound < 0:
            return None, False
        path.append(state)
        onward.append(_onward(layout, room, shifts, state, goal + 1 - len(path)))
    return None, True


def _shifts(layout: _Layout) -> dict[int, int]:
    """Give each climb its place in the packed counters of its component."""
    width = layout.pairs.ceiling.bit_length()
    places: Counter[int] = Counter()
    shifts = {}
    for pair in layout.climbs:
        part = layout.component[layout.pairs.source[pair]]
        shifts[pair] = places[part] * width
        places[part] += 1
    return shifts


def _onward(
    layout: _Layout, room: _Room, shifts: Mapping[int, int], state: _State, wanted: int
) -> list[int]:
    """List the pairs that `wanted` more visits may begin with, the best last."""
    pairs, component = layout.pairs, layout.component
    mask = (1 << pairs.ceiling.bit_length()) - 1
    rated = []
    for pair in reversed(pairs.out[state.phase]):
        target, gains = pairs.target[pair], state.gains
        there = component[target]
        if there != component[state.phase]:
            gains = room.gains[there]
        elif pair in shifts:
            if state.used >> shifts[pair] & mask >= pairs.most[pair]:
                continue
            gains -= room.gain[pair]
        chance = room.heights[target] + gains + room.after[there]
        if chance >= wanted:
            rated.append((chance, pair))
    rated.sort(key=lambda item: item[0])
    return [pair for _, pair in rated]


def _after(
    layout: _Layout, room: _Room, shifts: Mapping[int, int], state: _State, pair: int
) -> _State:
    """Give the state after a step."""
    target = layout.pairs.target[pair]
    there = layout.component[target]
    if there != layout.component[state.phase]:
        return _State(target, 0, room.gains[there], pair)
    if pair not in shifts:
        return _State(target, state.used, state.gains, pair)
    used = state.used + (1 << shifts[pair])
    return _State(target, used, state.gains - room.gain[pair], pair)
