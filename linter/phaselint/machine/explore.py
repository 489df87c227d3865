"""Exact breadth-first exploration of a machine (core A.4 pass 6, vesanor reference 5.3)."""

from __future__ import annotations

from phaselint.machine.graph import reachable
from phaselint.machine.model import BOUND
from phaselint.machine.responses import atomic, wide
from phaselint.machine.search_limits import Effort
from phaselint.machine.steps import advance, canonical, initial_states, terminal
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.machine.model import Response, State
    from phaselint.machine.responses import Responses
    from phaselint.machine.steps import Index


class Exploration(NamedTuple):
    """The explored canonical states in the order of discovery, the initial ones first.

    `edges` holds for each state its responses with the number of the state after each, self
    loops included; it is empty for terminal states and for those that were not expanded. When
    not `complete`, `reason` names the bound that was hit and nothing absent is known to be so.
    """

    states: tuple[State, ...]
    edges: tuple[tuple[tuple[Response, int], ...], ...]
    initial: int
    expanded: int
    complete: bool
    reason: str = ""


def explore(index: Index, bound: int = BOUND) -> Exploration:
    """Visit every reachable state through atomic responses."""
    return _breadth_first(index, atomic, bound)


def explore_wide(index: Index, bound: int = BOUND) -> Exploration:
    """Visit states through wide responses: the fewest responses to a phase are exact in it."""
    return _breadth_first(index, wide, bound)


def _breadth_first(
    index: Index, respond: Callable[[Index, State], Responses | None], bound: int
) -> Exploration:
    states = [canonical(index, state) for state in initial_states(index)]
    number = {state: k for k, state in enumerate(states)}
    initial, effort, reason = len(states), Effort(index, bound), ""
    edges: list[tuple[tuple[Response, int], ...]] = []
    for state in states:
        if not index.out[state.phase]:
            edges.append(())
            continue
        responses = respond(index, state)
        reason = effort.expand(state.phase, responses)
        if reason or responses is None:
            break
        row: list[tuple[Response, int]] = []
        for response in responses:
            after = advance(index, state, response)
            target = number.setdefault(after, len(states))
            if target == len(states):
                states.append(after)
            row.append((response, target))
        edges.append(tuple(row))
    edges += [()] * (len(states) - len(edges))
    return Exploration(
        tuple(states),
        tuple(edges),
        initial=initial,
        expanded=effort.expanded,
        complete=not reason,
        reason=reason,
    )


def alive(index: Index, exploration: Exploration) -> list[bool]:
    """Tell for each state whether a terminal phase can be reached within the exploration."""
    back: list[list[int]] = [[] for _ in exploration.states]
    for source, row in enumerate(exploration.edges):
        for _, target in row:
            back[target].append(source)
    ends = [k for k, state in enumerate(exploration.states) if terminal(index, state)]
    return reachable(back, ends)


def taken(index: Index, exploration: Exploration) -> frozenset[int]:
    """Collect the actions of all responses."""
    moves = {move for row in exploration.edges for response, _ in row for move in response}
    return frozenset(index.machine.moves[move].action for move in moves)


def reached(exploration: Exploration) -> frozenset[int]:
    """Collect the phases of all states."""
    return frozenset(state.phase for state in exploration.states)
