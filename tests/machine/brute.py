"""Brute force over every legal response of small machines: the oracle of the machine's tests.

It shares no code with the product but the records of `phaselint.machine.model`.
"""

from __future__ import annotations

from collections import deque
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from phaselint.machine.model import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.machine.model import Machine, Response


class Space(NamedTuple):
    """All reachable states in full, with every legal response and the state after it."""

    states: tuple[State, ...]
    steps: dict[State, list[tuple[Response, State]]]


def usable(machine: Machine, state: State) -> list[int]:
    """List the moves that can be made alone."""
    if machine.phases[state.phase].terminal:
        return []
    return [
        number
        for number, move in enumerate(machine.moves)
        if move.source == state.phase
        and move.needs & state.facts == move.needs
        and not state.bans & (1 << move.action)
    ]


def responses(machine: Machine, state: State) -> Iterator[Response]:
    """List every legal response."""
    moves = usable(machine, state)
    for size in range(1, len(moves) + 1 if machine.joint else 2):
        for chosen in combinations(moves, size):
            targets = {machine.moves[move].target for move in chosen} - {None}
            if len(targets) <= 1:
                yield chosen


def after(machine: Machine, state: State, response: Response) -> State:
    """Give the state after a response."""
    phase, facts, bans = state
    for number in response:
        move = machine.moves[number]
        facts |= move.gains
        bans |= move.bans
        phase = phase if move.target is None else move.target
    return State(phase, facts, bans)


def space(machine: Machine) -> Space:
    """Explore everything."""
    queue = deque(dict.fromkeys(State(phase) for phase in machine.initial))
    steps: dict[State, list[tuple[Response, State]]] = {state: [] for state in queue}
    while queue:
        state = queue.popleft()
        for response in responses(machine, state):
            target = after(machine, state, response)
            steps[state].append((response, target))
            if target not in steps:
                steps[target] = []
                queue.append(target)
    return Space(tuple(steps), steps)


def alive(machine: Machine, found: Space) -> set[State]:
    """Collect the states from which a terminal phase can be reached."""
    good = {state for state in found.states if machine.phases[state.phase].terminal}
    grown = True
    while grown:
        grown = False
        for state, row in found.steps.items():
            if state not in good and any(target in good for _, target in row):
                good.add(state)
                grown = True
    return good


def executed(machine: Machine, found: Space) -> set[int]:
    """Collect the actions that are ever executed."""
    return {
        machine.moves[move].action
        for row in found.steps.values()
        for response, _ in row
        for move in response
    }


def traps(
    machine: Machine, found: Space, leave_out: frozenset[int] = frozenset()
) -> set[tuple[int, frozenset[int]]]:
    """Collect the minimal pairs of phase and actions that step into a trap."""
    good = alive(machine, found)
    pairs = {
        (state.phase, frozenset(machine.moves[move].action for move in response))
        for state in good
        for response, target in found.steps[state]
        if target not in good and target.phase not in leave_out
    }
    return {
        (phase, actions)
        for phase, actions in pairs
        if not any(other == phase and less < actions for other, less in pairs)
    }


def fewest(machine: Machine, found: Space, weigh: Callable[[Response], int]) -> int | None:
    """Give the least weight of a run to a terminal phase (Bellman and Ford)."""
    best = {State(phase): 0 for phase in machine.initial}
    changed = True
    while changed:
        changed = False
        for state, row in found.steps.items():
            for response, target in row if state in best else ():
                weight = best[state] + weigh(response)
                if weight < best.get(target, weight + 1):
                    best[target] = weight
                    changed = True
    ends = [best[state] for state in best if machine.phases[state.phase].terminal]
    return min(ends, default=None)
