"""Runs through an exploration: the cheapest one, and one without needless calls."""

from __future__ import annotations

from heapq import heappop, heappush

from phaselint.machine.model import BOUND
from phaselint.machine.steps import replay
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from typing import TypeVar

    from phaselint.machine.explore import Exploration
    from phaselint.machine.model import Response, State
    from phaselint.machine.steps import Index

    Memory = TypeVar("Memory", bound=Hashable)

Cost = tuple[int, ...]


class Run(NamedTuple):
    """Responses, and the numbers of the states they lead through from the first to the last."""

    responses: tuple[Response, ...]
    states: tuple[int, ...]
    cost: Cost


class _Step(NamedTuple):
    """A way the search found: the step before (-1 at the start), a response, a state."""

    before: int
    response: Response
    state: int
    arrived: bool


def cheapest(
    exploration: Exploration,
    goal: Callable[[int, Response, int], bool],
    price: Callable[[Memory, int, Response], tuple[Memory, Cost]],
    memory: Memory,
    bound: int = BOUND,
) -> Run | None:
    """Find a run of least cost whose last step is a goal (Dijkstra over state and memory).

    `goal` takes state before, response, state after; initial states come with the empty
    response. `price` takes memory, state before and response, and gives the memory after and
    the cost, which adds up by component, compares in order and is never negative. Among runs
    of one cost the first found wins, in the order of states and responses.

    None means that no explored step is a goal, or that more than `bound` pairs of state and
    memory would need expanding; memory bars no step, so a caller can tell the two apart.
    """
    steps = [_Step(-1, (), state, goal(state, (), state)) for state in range(exploration.initial)]
    memories = [memory for _ in steps]
    heap: list[tuple[Cost, int]] = [((), number) for number in range(len(steps))]
    settled: set[tuple[int, Memory]] = set()
    while heap:
        cost, number = heappop(heap)
        _, _, state, arrived = steps[number]
        if arrived:
            return _run(steps, number, cost)
        if (state, memories[number]) in settled:
            continue
        if len(settled) >= bound:
            return None
        settled.add((state, memories[number]))
        for response, target in exploration.edges[state]:
            after, step = price(memories[number], state, response)
            arrived = goal(state, response, target)
            # A step to a settled place is of use only as the last one.
            if arrived or (target, after) not in settled:
                heappush(heap, (_plus(cost, step), len(steps)))
                steps.append(_Step(number, response, target, arrived))
                memories.append(after)
    return None


def distances(exploration: Exploration, size: Callable[[Response], int]) -> list[int]:
    """Give for each state the least sum of sizes of the responses of a run to it."""
    far = [-1] * len(exploration.states)
    heap = [(0, state) for state in range(exploration.initial)]
    while heap:
        distance, state = heappop(heap)
        if far[state] >= 0:
            continue
        far[state] = distance
        for response, target in exploration.edges[state]:
            if far[target] < 0:
                heappush(heap, (distance + size(response), target))
    return far


def _plus(cost: Cost, step: Cost) -> Cost:
    return tuple(map(sum, zip(cost, step, strict=True))) if cost else step


def _run(steps: Sequence[_Step], number: int, cost: Cost) -> Run:
    responses: list[Response] = []
    states: list[int] = []
    while number >= 0:
        step = steps[number]
        states.append(step.state)
        if step.response:
            responses.append(step.response)
        number = step.before
    return Run(tuple(reversed(responses)), tuple(reversed(states)), cost)


def strike(
    index: Index,
    start: State,
    responses: Sequence[Response],
    goal: Callable[[State], bool],
    burden: Callable[[int], int] = lambda _: 0,
) -> tuple[Response, ...]:
    """Leave out of a run every call it can do without, and responses that become empty.

    The run stays legal and ends in a state that satisfies `goal`. Moves of the greatest burden
    are tried first, then later responses before earlier ones. No single call can be left out
    of the result.
    """
    kept = [list(response) for response in responses]
    places = [(place, move) for place, response in enumerate(responses) for move in response]
    places.sort(key=lambda item: (-burden(item[1]), -item[0], -item[1]))
    struck = True
    while struck:
        struck = False
        for place, move in places:
            if move not in kept[place]:
                continue
            kept[place].remove(move)
            states = replay(index, start, (tuple(part) for part in kept if part))
            if states is not None and goal(states[-1]):
                struck = True
            else:
                kept[place].append(move)
                kept[place].sort()
    return tuple(tuple(part) for part in kept if part)
