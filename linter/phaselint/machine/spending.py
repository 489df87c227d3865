"""Runs that spend ways: dead ends and forced branches (core A.2, sweny reference 7.3).

A run that spends paths out of a phase goes there and then takes laps, each of which begins with
one of the ways. What it needs is a flow: a unit from the entry to the phase, and for each lap
one from the target of its way back. The cheapest flow is a shortest run, and when there is
none, there is no such run.

A shortest run wastes no lap, so nothing else out of the phase is used by it. Hence no
other state than those asked for below needs a look.
"""

from __future__ import annotations

from collections import Counter

from phaselint.machine.counted import STEPS, Pairs, live, pairs_to_edges
from phaselint.machine.graph import components
from phaselint.machine.model import BOUND
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.machine.counted import BoundedGraph
    from phaselint.machine.flow import Network

Needs = dict[int, int]
"""How often each pair out of a phase must be gone."""


class Spent(NamedTuple):
    """A shortest run to a phase at whose end the ways in `spent`, all out of it, are not live."""

    phase: int
    run: tuple[int, ...]
    spent: tuple[int, ...]


class Spending(NamedTuple):
    """The phases found, sorted, and those that the bound left open."""

    found: tuple[Spent, ...]
    unknown: tuple[int, ...]


class Ground:
    """What all searches share: the pairs, the ways there from the entry, the components.

    Runs visit at most `steps` phases.
    """

    def __init__(self, counted: BoundedGraph, steps: int = STEPS) -> None:
        self.counted = counted
        self.pairs = Pairs(counted, steps)
        self.limit = steps - 1
        # All pairs out of each phase, also those that can never be gone.
        self.rows: list[list[int]] = [[] for _ in range(counted.phases)]
        for pair, source in enumerate(self.pairs.source):
            self.rows[source].append(pair)
        self.far, self.via = _routes(self.pairs, counted.entry)
        self.component = [0] * counted.phases
        for number, members in enumerate(components(self.pairs.adjacency())):
            for member in members:
                self.component[member] = number

    @cached_property
    def network(self) -> Network:
        """The pairs as what flows go along, each at the cost of one."""
        from phaselint.machine.flow import Network

        pairs = self.pairs
        return Network(
            pairs.source,
            pairs.target,
            most=pairs.most,
            cost=[1] * len(pairs.most),
            out=pairs.out,
            into=pairs.into,
        )

    def route(self, phase: int) -> list[int]:
        """Give a shortest path from the entry to a phase."""
        path = []
        while self.via[phase] >= 0:
            path.append(self.via[phase])
            phase = self.pairs.source[path[-1]]
        path.reverse()
        return path

    def may(self, phase: int, needs: Needs) -> bool:
        """Tell whether a phase can be come back to so often, as far as that is seen at once."""
        pairs = self.pairs
        if self.far[phase] < 0:
            return False
        least = self.far[phase]
        for pair, count in needs.items():
            target = pairs.target[pair]
            if count and self.component[target] != self.component[phase]:
                return False
            least += count * (1 if target == phase else 2)
        return least <= self.limit


def _routes(pairs: Pairs, entry: int) -> tuple[list[int], list[int]]:
    """Give for each phase its distance from the entry and the pair that leads to it, or -1."""
    far, via = [-1] * len(pairs.out), [-1] * len(pairs.out)
    far[entry] = 0
    queue = [entry]
    for node in queue:
        for pair in pairs.out[node]:
            target = pairs.target[pair]
            if far[target] < 0:
                far[target] = far[node] + 1
                via[target] = pair
                queue.append(target)
    return far, via


def dead_ends(ground: Ground, bound: int = BOUND) -> Spending:
    """Find the phases with paths out that a run can enter with none of them live.

    `bound` limits the phases expanded by all searches together. A run that was found is real;
    it is a shortest one when nothing is unknown.
    """
    pairs, ways = ground.pairs, ground.counted.ways
    asked = [
        (phase, {pair: pairs.most[pair] for pair in row})
        for phase, row in enumerate(ground.rows)
        if row and all(ways[way].most is not None for pair in row for way in pairs.ways[pair])
    ]
    return _spend(ground, asked, bound)


def forced(ground: Ground, conditional: Sequence[bool], bound: int = BOUND) -> Spending:
    """Find the phases that a run can enter with paths out both spent and live, where all that are
    live are conditional.

    `conditional` tells it for each way. `bound` is that of `dead_ends`.
    """
    asked = [
        (phase, needs)
        for phase, row in enumerate(ground.rows)
        for needs in _needs(ground, row, conditional)
    ]
    return _spend(ground, asked, bound)


def _needs(ground: Ground, row: Sequence[int], conditional: Sequence[bool]) -> Iterator[Needs]:
    """List the needs that leave a phase with conditional ways alone, and some way spent: every
    way without a condition, or where there is none, any way."""
    pairs, ways = ground.pairs, ground.counted.ways
    plain = [(pair, way) for pair in row for way in pairs.ways[pair] if not conditional[way]]
    if not plain:
        yield from _first_spent(ground, row)
        return
    needs: Needs = {}
    for pair, way in plain:
        most = ways[way].most
        if most is None:
            return
        needs[pair] = max(most, needs.get(pair, 0))
    others = ((pair, way) for pair in row for way in pairs.ways[pair] if conditional[way])
    if any(live(ways[way], needs.get(pair, 0)) for pair, way in others):
        yield needs


def _first_spent(ground: Ground, row: Sequence[int]) -> Iterator[Needs]:
    """List the needs that spend a way of a phase and leave another live."""
    pairs, ways = ground.pairs, ground.counted.ways
    usable = sum(pairs.most[pair] > 0 for pair in row)
    for pair in row:
        limits = [most for way in pairs.ways[pair] if (most := ways[way].most) is not None]
        if not limits:
            continue
        twin = pairs.most[pair] > min(limits)
        if twin or usable > (pairs.most[pair] > 0):
            yield {pair: min(limits)}


def _spend(ground: Ground, asked: Iterable[tuple[int, Needs]], bound: int) -> Spending:
    """Find for each phase a shortest run that meets one of its needs.

    What takes a flow comes last: it costs far more, and most needs can do without.
    """
    best: dict[int, list[int]] = {}
    narrow: list[tuple[int, Needs]] = []
    unknown: set[int] = set()

    def limit(phase: int) -> int:
        return len(best[phase]) - 1 if phase in best else ground.limit

    for phase, needs in asked:
        if not ground.may(phase, needs):
            continue
        run, bound = _straight(ground, phase, needs, limit(phase), bound)
        if bound < 0:
            unknown.add(phase)
        elif run is not None and _keeps(ground.pairs, run):
            best[phase] = run
        elif run is not None:
            narrow.append((phase, needs))
    for phase, needs in narrow:
        run, bound = _around(ground, phase, needs, limit(phase), bound)
        if bound < 0:
            unknown.add(phase)
        elif run is not None:
            best[phase] = run
    found = (_outcome(ground, phase, best[phase]) for phase in sorted(best))
    return Spending(tuple(found), tuple(sorted(unknown - best.keys())))


def _keeps(pairs: Pairs, run: Sequence[int]) -> bool:
    """Tell whether a run keeps to every limit."""
    return all(units <= pairs.most[pair] for pair, units in Counter(run).items())


def _straight(
    ground: Ground, phase: int, needs: Needs, limit: int, bound: int
) -> tuple[list[int] | None, int]:
    """Meet needs at a phase by shortest paths, limits left out of account.

    No run of at most `limit` pairs that meets them is shorter, or there is none.
    """
    from phaselint.machine.flow import between

    run = ground.route(phase)
    for pair, count in needs.items():
        if count:
            room = (limit - len(run)) // count - 1
            back, bound = between(ground.pairs, ground.pairs.target[pair], phase, room, bound)
            if back is None:
                return None, bound
            run += [pair, *back] * count
    return run if len(run) <= limit else None, bound


def _around(
    ground: Ground, phase: int, needs: Needs, limit: int, bound: int
) -> tuple[list[int] | None, int]:
    """Find a shortest run of at most `limit` pairs to a phase that meets needs there."""
    from phaselint.machine.flow import Transport

    pairs = ground.pairs
    balance = Counter({pairs.target[pair]: count for pair, count in needs.items()})
    balance[ground.counted.entry] += 1
    balance[phase] -= balance.total()
    transport = Transport(ground.network, balance)
    bound = transport.settle(bound, limit - sum(needs.values()))
    if not transport.settled:
        return None, bound
    return _unrolled(ground, phase, needs, transport.flow), bound


def _unrolled(ground: Ground, phase: int, needs: Needs, flow: Mapping[int, int]) -> list[int]:
    """Turn a flow without cycles into the run that it stands for."""
    pairs = ground.pairs
    left = dict(flow)

    def walk(node: int) -> None:
        while node != phase:
            pair = next(pair for pair in pairs.out[node] if left.get(pair))
            left[pair] -= 1
            run.append(pair)
            node = pairs.target[pair]

    run: list[int] = []
    walk(ground.counted.entry)
    for pair, count in needs.items():
        for _ in range(count):
            run.append(pair)
            walk(pairs.target[pair])
    return run


def _outcome(ground: Ground, phase: int, run: Sequence[int]) -> Spent:
    """Return what a run along pairs has spent at its end."""
    counted, pairs = ground.counted, ground.pairs
    used = Counter(run)
    dead = (
        way
        for pair in ground.rows[phase]
        for way in pairs.ways[pair]
        if not live(counted.ways[way], used[pair])
    )
    return Spent(phase, pairs_to_edges(counted, pairs, run), tuple(sorted(dead)))
