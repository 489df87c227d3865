"""Exhaustive exploration: every representative choice, breadth first, within a bound.

One of the two drivers over a runtime (design §5). The bound counts expanded states, never
time, so the answer is the same on every machine.
"""

from __future__ import annotations

from collections import deque

from phaselint.dialects.protocol import Runtime, State, TooManyChoices
from phaselint.vocabulary.generic import Generic
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any

    from phaselint.dialects.records import Choice, Event


STEPS_PER_STATE = 4
"""Steps from a state that are a matter of course; where there are many more, so is the work."""


TOO_MANY = "the number of choices in one state"


class Edge(NamedTuple):
    """One step of an exploration: indexes of two states, what was chosen and seen, and what was
    used, as `Runtime.moves` tells it."""

    source: int
    choice: Choice
    target: int
    events: tuple[Event, ...]
    moves: tuple[Hashable, ...] = ()


class Atlas(NamedTuple, Generic[State]):
    """What an exploration found.

    `states` starts with the initial state; each other one has the edge it was first reached by
    in `reached_by`, so the choices along those edges are a shortest run to it. `complete`
    is false when exploration stopped early, for what `reason` says: the name of a bound, or where
    `stuck` has what stopped it, a whole clause.
    """

    states: tuple[State, ...]
    edges: tuple[Edge, ...]
    reached_by: tuple[Edge | None, ...]
    complete: bool
    reason: str = ""
    stuck: TooManyChoices | None = None

    def run_to(self, index: int) -> tuple[Choice, ...]:
        """The choices of a shortest run from the initial state to a state."""
        choices: list[Choice] = []
        edge = self.reached_by[index]
        while edge is not None:
            choices.append(edge.choice)
            edge = self.reached_by[edge.source]
        return tuple(reversed(choices))

    def find(self, wanted: Callable[[State], bool]) -> int | None:
        """The first state that is wanted; breadth first, so no run to another is shorter."""
        return next((index for index, state in enumerate(self.states) if wanted(state)), None)


def explore(
    runtime: Runtime[State],
    start: State,
    bound: int,
    inside: Callable[[State], bool] = lambda _: True,
) -> Atlas[State]:
    """Expand states, up to `Runtime.key`, until none is left or `bound` have been expanded, or in
    all that many times `STEPS_PER_STATE` steps been taken, as `Runtime.weight` counts them.
    States that are not `inside` are kept but not expanded.
    """
    states: list[Any] = [start]
    reached_by: list[Edge | None] = [None]
    edges: list[Edge] = []
    known: dict[Hashable, int] = {runtime.key(start): 0}
    waiting = deque([0])
    expanded = work = 0
    while waiting:
        source = waiting.popleft()
        if not inside(states[source]):
            continue
        if hit := bound_hit(expanded, work, bound):
            return _atlas(states, edges, reached_by, hit)
        expanded += 1
        try:
            choices = runtime.choices(states[source])
        except TooManyChoices as error:
            return _atlas(states, edges, reached_by, str(error) or TOO_MANY, error)
        work += len(choices) * runtime.weight(states[source])
        take(OF_RUN * len(choices))
        for choice in choices:
            state, events = runtime.step(states[source], choice)
            key = runtime.key(state)
            target = known.setdefault(key, len(states))
            edge = Edge(source, choice, target, events, tuple(runtime.moves(events)))
            edges.append(edge)
            if target == len(states):
                states.append(state)
                reached_by.append(edge)
                waiting.append(target)
    return _atlas(states, edges, reached_by, "")


def bound_hit(expanded: int, work: int, bound: int) -> str:
    """The bound that keeps another state from being expanded, as a reason says it; empty where none
    does. `work` counts steps, as `Runtime.weight` has them."""
    if expanded >= bound:
        return f"the bound of {bound:,} expanded states"
    most = bound * STEPS_PER_STATE
    return f"the bound of {most:,} steps" if work >= most else ""


def _atlas(
    states: list[Any],
    edges: list[Edge],
    reached_by: list[Edge | None],
    reason: str,
    stuck: TooManyChoices | None = None,
) -> Atlas[Any]:
    found = Atlas(tuple(states), tuple(edges), tuple(reached_by), not reason, reason)
    return found._replace(stuck=stuck)
