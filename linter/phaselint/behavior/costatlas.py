"""An atlas whose edges say what they cost."""

from __future__ import annotations

from operator import lt

from phaselint.behavior.acting import Numbered
from phaselint.dialects.protocol import Runtime, TooManyChoices
from phaselint.executor.explore import STEPS_PER_STATE, TOO_MANY
from phaselint.machine.heaviest import Arc
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.behavior.acting import ActAtlas
    from phaselint.dialects.records import Choice
    from phaselint.machine.heaviest import Step


STOPPED_AT = "exploration stopped at"


class CostEdge(NamedTuple):
    """A step: what was chosen, the index of the state that it leads to, and what it costs."""

    choice: Choice
    target: int
    costs: tuple[int, ...]


class CostAtlas(NamedTuple):
    """All runs from one start, as what they cost. `out` has for each state its edges; `reason` says
    why exploration stopped early, where it is not complete."""

    states: tuple[Any, ...]
    out: tuple[tuple[CostEdge, ...], ...]
    complete: bool
    reason: str = ""

    def arcs(self, unit: int) -> list[list[Arc]]:
        """The edges out of each state, with what they cost in one unit, by its number."""
        return [[Arc(edge.target, edge.costs[unit]) for edge in row] for row in self.out]

    def has_more(self, states: int, begun: Sequence[int], limits: Mapping[int, int]) -> bool:
        """Whether there are more than some number of pairs of a state in which a run goes on, and
        of what it has spent by then, as long as that is below limits, given by numbers of units.
        `begun` is what is spent before the first choice."""
        units = tuple(limits)
        below = tuple(limits.values())
        rows: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        first = (0, tuple(begun[each] for each in units))
        known, waiting = {first}, [first]
        while waiting and len(known) <= states:
            node, spent = waiting.pop()
            if node not in rows:
                edges = self.out[node]
                rows[node] = [(e.target, tuple([e.costs[each] for each in units])) for e in edges]
            for target, costs in rows[node]:
                pair = (target, tuple(map(sum, zip(spent, costs, strict=True))))
                if pair not in known and self.out[target] and all(map(lt, pair[1], below)):
                    known.add(pair)
                    waiting.append(pair)
        return len(known) > states

    def choices(self, walk: Iterable[Step]) -> tuple[Choice, ...]:
        """The choices along a walk."""
        return tuple(self.out[node][number].choice for node, number in walk)


def cost_atlas(runtime: Runtime[Any], start: Any, bound: int) -> CostAtlas:
    """Explore from a state by `Runtime.act_choices`, breadth first; `bound` counts expanded states,
    as for `phaselint.executor.explore.explore`. States without an answer are not expanded."""
    met = Numbered(runtime, start)
    out: list[tuple[CostEdge, ...]] = []
    work = 0
    while len(out) < len(met.states):
        state = met.states[len(out)]
        if len(out) >= bound or work >= bound * STEPS_PER_STATE:
            return _stopped(met.states, out, _at_bound(bound))
        try:
            choices = runtime.act_choices(state)
        except TooManyChoices as error:
            return _stopped(met.states, out, _too_many(error))
        work += len(choices) * runtime.weight(state)
        take(OF_RUN * len(choices))
        edges: dict[tuple[int, tuple[int, ...]], CostEdge] = {}
        for choice in choices:
            after, events = runtime.step(state, choice)
            target = met.number(after)
            costs = tuple(runtime.costs(state, choice, after, events))
            edges.setdefault((target, costs), CostEdge(choice, target, costs))
        out.append(tuple(edges.values()))
    return CostAtlas(tuple(met.states), tuple(out), complete=True)


def costs_of(atlas: ActAtlas, bound: int) -> CostAtlas | None:
    """The same runs as what they cost, where `cost_atlas` would explore all of them; else none."""
    if not atlas.complete or len(atlas.states) > bound or atlas.work >= bound * STEPS_PER_STATE:
        return None
    out = []
    for row in atlas.out:
        edges: dict[tuple[int, tuple[int, ...]], CostEdge] = {}
        for each in row:
            edge = CostEdge(each.choice, each.target, each.costs)
            edges.setdefault((each.target, each.costs), edge)
        out.append(tuple(edges.values()))
    return CostAtlas(atlas.states, tuple(out), complete=True)


def unexplored(bound: int) -> CostAtlas:
    """The result of an exploration that is known to stop at its bound."""
    return CostAtlas((), (), complete=False, reason=_at_bound(bound))


def stepped(
    runtime: Runtime[Any], state: Any, choice: Choice, spent: tuple[int, ...]
) -> tuple[Any, tuple[int, ...]]:
    """The state after a choice, and what is spent by then, of each unit."""
    after, events = runtime.step(state, choice)
    more = runtime.costs(state, choice, after, events)
    return after, tuple(map(sum, zip(spent, more, strict=True)))


def dearest(spent: tuple[int, ...], unit: int) -> tuple[int, int]:
    """What comes first: most of one unit, given by its number, and least of all else."""
    return -spent[unit], sum(spent)


def _at_bound(bound: int) -> str:
    return f"{STOPPED_AT} the bound of {bound:,} expanded states"


def _too_many(error: TooManyChoices) -> str:
    return str(error) or f"{STOPPED_AT} {TOO_MANY}"


def _stopped(states: list[Any], out: list[tuple[CostEdge, ...]], reason: str) -> CostAtlas:
    missing = ((),) * (len(states) - len(out))
    return CostAtlas(tuple(states), (*out, *missing), complete=False, reason=reason)
