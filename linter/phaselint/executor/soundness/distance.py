"""Cheapest runs in an atlas: in steps, or in what a run-wide limit counts.

An atlas is explored with run-wide limits lifted. Whether one of them cuts something off is told by
what the cheapest run to it needs, and never by exploring with the limit, which would tell apart
every amount that is spent.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice, Limit
    from phaselint.executor.explore import Atlas, Edge


class Routes(NamedTuple):
    """Cheapest runs from the initial state of an atlas to its states, by their indexes.

    `amounts` is what such a run costs, none for a state that is not reached; `reached_by` is the
    last edge of the run.
    """

    amounts: tuple[int | None, ...]
    reached_by: tuple[Edge | None, ...]

    def reaches(self, index: int) -> bool:
        """Whether a run leads to a state."""
        return self.amounts[index] is not None

    def run_to(self, index: int) -> tuple[Choice, ...]:
        """The choices of a cheapest run to a state that is reached."""
        choices: list[Choice] = []
        edge = self.reached_by[index]
        while edge is not None:
            choices.append(edge.choice)
            edge = self.reached_by[edge.source]
        return tuple(reversed(choices))


class Need(NamedTuple):
    """What the cheapest use of an element costs, and the edge that uses it; the edge is none where
    a run begins with it."""

    amount: int
    edge: Edge | None = None


def routes(atlas: Atlas[Any], cost: Callable[[Edge], int | None], first: int = 0) -> Routes:
    """The cheapest runs over the edges that have a cost, which is not negative; `first` is spent
    before the first choice. Among equally cheap runs the one that was explored first."""
    leaving: list[list[Edge]] = [[] for _ in atlas.states]
    for edge in atlas.edges:
        leaving[edge.source].append(edge)
    amounts: list[int | None] = [None] * len(atlas.states)
    reached_by: list[Edge | None] = [None] * len(atlas.states)
    amounts[0] = first
    waiting = {first: [0]}  # by amount: few edges cost more than 1, so there are few amounts
    while waiting:
        amount = min(waiting)
        for source in waiting[amount]:  # which grows by what edges lead to that cost nothing
            if amounts[source] != amount:
                continue  # it was found again before, by a cheaper run
            for edge in leaving[source]:
                more = cost(edge)
                known = amounts[edge.target]
                if more is not None and (known is None or amount + more < known):
                    amounts[edge.target], reached_by[edge.target] = amount + more, edge
                    waiting.setdefault(amount + more, []).append(edge.target)
        del waiting[amount]
    return Routes(tuple(amounts), tuple(reached_by))


def cheapest_runs(runtime: Runtime[Any], atlas: Atlas[Any], limit: str) -> Routes:
    """The runs that use least of a limit, by its name as `Runtime.spent` tells it."""
    return _cheapest(runtime, atlas, limit)[0]


def _cheapest(
    runtime: Runtime[Any], atlas: Atlas[Any], limit: str
) -> tuple[Routes, Mapping[int, int]]:
    """These runs, and what each edge spends, by its id."""
    costs = {id(edge): runtime.spent(edge.events).get(limit, 0) for edge in atlas.edges}
    first = _begun(runtime, atlas, limit)
    return routes(atlas, lambda edge: costs[id(edge)], first), costs


def _begun(runtime: Runtime[Any], atlas: Atlas[Any], limit: str) -> int:
    """What is spent before the first choice."""
    return runtime.spent(runtime.opening(atlas.states[0])).get(limit, 0)


def stays_within(runtime: Runtime[Any], atlas: Atlas[Any], limit: Limit) -> bool:
    """Whether runs take each edge to its end before a limit cuts them off. Then no use of an
    element needs more than there is, whatever it needs: so it is in most contracts, and to tell
    when within an edge something is used takes long."""
    found, costs = _cheapest(runtime, atlas, limit.name)
    begun = ((found.amounts[edge.source], costs[id(edge)]) for edge in atlas.edges)
    over = (before + more for before, more in begun if before is not None)
    return max(over, default=found.amounts[0] or 0) <= limit.most


def needs(runtime: Runtime[Any], atlas: Atlas[Any], limit: str) -> Mapping[Hashable, Need]:
    """What the use of each element takes of a limit at least, by what `Runtime.moves` tells of;
    an element that no run uses is missing."""
    spent = cheapest_runs(runtime, atlas, limit)
    opening = runtime.opening(atlas.states[0])
    begun = _begun(runtime, atlas, limit)
    found: dict[Hashable, Need] = {move: Need(begun) for move in runtime.moves(opening)}
    for edge in atlas.edges:
        before = spent.amounts[edge.source]
        if before is None:
            continue
        for move, spent_by_then in _used(runtime, edge, limit):
            amount = before + spent_by_then
            if move not in found or amount < found[move].amount:
                found[move] = Need(amount, edge)
    return found


def _used(runtime: Runtime[Any], edge: Edge, limit: str) -> Iterator[tuple[Hashable, int]]:
    """What an edge uses, and how much of a limit it has spent when it does: an edge that spends
    more than 1 may use something before the last of it."""
    whole = runtime.spent(edge.events).get(limit, 0)
    if whole <= 1:
        yield from ((move, whole) for move in edge.moves)
        return
    known: set[Hashable] = set()
    for number in range(len(edge.events)):
        so_far = edge.events[: number + 1]
        fresh = [move for move in runtime.moves(so_far) if move not in known]
        known.update(fresh)
        yield from ((move, runtime.spent(so_far).get(limit, 0)) for move in fresh)
