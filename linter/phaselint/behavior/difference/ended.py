"""Which of some endings runs have within limits, as far as few states tell."""

from __future__ import annotations

from heapq import heappop, heappush

from phaselint.behavior.acting import Numbered
from phaselint.behavior.costatlas import dearest, stepped
from phaselint.behavior.difference.lapping import lapped
from phaselint.dialects.protocol import TooManyChoices
from phaselint.executor.explore import bound_hit
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.behavior.runs import Runs

    Costs = tuple[int, ...]

IN_A_ROW = 300
"""How many states are taken in one order before the next has its turn."""


class Ended(NamedTuple):
    """The endings that some runs have, of those that were asked for, and whether no run has any
    other of these."""

    found: frozenset[str]
    complete: bool


def ended(runs: Runs, wanted: frozenset[str], bound: int) -> Ended:
    """Look for endings, each the text of an act, in runs with their limits; `bound` counts expanded
    states."""
    runtime, found = runs.runtime, wanted & lapped(runs, bound)
    waiting = _Waiting(runs)
    expanded = work = 0
    while found != wanted and (number := waiting.next()) is not None:
        state = waiting.state(number)
        outcome = runtime.outcome(state)
        if outcome.kind != "running":
            found |= wanted & {f"end {outcome.kind}"}
            continue
        if bound_hit(expanded, work, bound):
            return Ended(found, complete=False)
        try:
            choices = runtime.act_choices(state)
        except TooManyChoices:
            return Ended(found, complete=False)
        expanded += 1
        work += len(choices) * runtime.weight(state)
        take(OF_RUN * len(choices))
        for choice in choices:
            waiting.add(*stepped(runtime, state, choice, waiting.spent(number)))
    return Ended(found, complete=True)


class _Waiting:
    """The states that were met and not expanded. For each limit of costs those come first that used
    most of it and least of all else, many in a row, as that goes straight for the end; and in turn
    with these they come as they were met: some limits end runs soon, others after many steps."""

    def __init__(self, runs: Runs) -> None:
        runtime, starts = runs.runtime, runs.starts
        limited = {unit for each in starts for unit in runtime.cost_limits(each)}
        self._units = [number for number, unit in enumerate(runtime.units) if unit in limited]
        self._met = Numbered(runtime, starts[0])
        self._costs: list[Costs] = []
        self._orders: list[list[tuple[int, ...]]] = [[] for _ in (None, *self._units)]
        self._left: set[int] = set()
        self._taken = 0
        for each in starts:
            if self._met.number(each) == len(self._costs):
                self._put(tuple(runtime.begun_costs(each)))

    def state(self, number: int) -> Any:
        """A state by its number."""
        return self._met.states[number]

    def spent(self, number: int) -> Costs:
        """What a run has spent when it reaches a state."""
        return self._costs[number]

    def add(self, state: Any, spent: Costs) -> None:
        """Have a state wait, with what is spent by then, unless it was met before."""
        if self._met.number(state) == len(self._costs):
            self._put(spent)

    def next(self) -> int | None:
        """The number of the next state; none where none waits."""
        if not self._left:
            return None
        # The first order, of those that were met first, is the last to have its turn.
        order = self._orders[(self._taken // IN_A_ROW + 1) % len(self._orders)]
        self._taken += 1
        number = heappop(order)[-1]
        while number not in self._left:
            number = heappop(order)[-1]
        self._left.remove(number)
        return number

    def _put(self, spent: Costs) -> None:
        number = len(self._costs)
        self._costs.append(spent)
        self._left.add(number)
        oldest, *others = self._orders
        heappush(oldest, (number,))
        for unit, order in zip(self._units, others, strict=True):
            heappush(order, (*dearest(spent, unit), number))
