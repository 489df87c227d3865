"""The runtime as an oracle for the analysis: everything that can happen, by running it."""

from __future__ import annotations

from collections import deque
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from dialects.vesanor.build import OPEN, load
from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator

    from dialects.vesanor.build import Files
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.explore import Atlas

RUNTIME = VesanorRuntime()
ENOUGH = 20_000
Tools = frozenset[str]


class Facts(NamedTuple):
    """What complete exploration by the runtime's own choices shows."""

    phases: frozenset[str | None]
    executed: Tools
    finishes: bool
    completes: bool
    traps: frozenset[tuple[str | None, Tools]]
    """Smallest responses after which a run that could finish no longer can."""


def start(given: Files, *, limits: bool = False) -> SessionState:
    """The state before the first turn; without limits unless they are asked for."""
    state = RUNTIME.start(load(given), OPEN, {}, {})
    return state if limits else RUNTIME.relax(state)


def atlas(given: Files) -> Atlas[SessionState]:
    """Everything that can happen, with limits lifted."""
    found = explore(RUNTIME, start(given), ENOUGH)
    assert found.complete, found.reason
    return found


def facts(given: Files, leave_out: Collection[str] = ()) -> Facts:
    """The answers of a contract; traps into the phases of `leave_out` are left out."""
    found = atlas(given)
    alive = _alive(found)
    pairs = {
        (found.states[edge.source].phase, frozenset(edge.events[0].data["released"]))
        for edge in found.edges
        if alive[edge.source]
        and not alive[edge.target]
        and found.states[edge.target].phase not in leave_out
    }
    return Facts(
        frozenset(state.phase for state in found.states),
        frozenset(t for edge in found.edges for t in edge.events[0].data["released"]),
        all(alive),
        alive[0],
        frozenset((p, t) for p, t in pairs if not any(p == q and u < t for q, u in pairs)),
    )


def _alive(found: Atlas[SessionState]) -> list[bool]:
    alive = [state.phase in state.law.terminals for state in found.states]
    grown = True
    while grown:
        grown = False
        for edge in found.edges:
            if alive[edge.target] and not alive[edge.source]:
                alive[edge.source] = grown = True
    return alive


def responses(state: SessionState) -> Iterator[Choice]:
    """Every set of tools as a response, the empty one and the illegal ones included."""
    for size in range(len(state.law.request) + 1):
        for names in combinations(state.law.request, size):
            yield Choice("model", Turn(tuple(map(Call, names))))


def brute_force(begin: SessionState) -> dict[Hashable, SessionState]:
    """Every state, up to its key, that all responses together reach."""
    known = {RUNTIME.key(begin): begin}
    waiting = deque([begin])
    while waiting:
        state = waiting.popleft()
        if state.phase in state.law.terminals:
            continue
        for choice in responses(state):
            after, _ = RUNTIME.step(state, choice)
            key = RUNTIME.key(after)
            if key not in known:
                known[key] = after
                waiting.append(after)
    return known


def needed(given: Files, weigh: Callable[[int], int]) -> tuple[dict[str, int], dict[str, int]]:
    """The least weight of a run that enters each phase, and of one that calls each tool; `weigh`
    takes the number of calls of a response."""
    begin = start(given)
    phases: dict[str, int] = {}
    tools: dict[str, int] = {}
    done: set[Hashable] = set()
    waiting = [(0, begin)]
    while waiting:
        waiting.sort(key=lambda pair: pair[0], reverse=True)
        cost, state = waiting.pop()
        if RUNTIME.key(state) in done:
            continue
        done.add(RUNTIME.key(state))
        phases.setdefault(state.phase or "", cost)
        if state.phase in state.law.terminals:
            continue
        for choice in responses(state):
            after, (event,) = RUNTIME.step(state, choice)
            released = event.data["released"]
            if released:
                total = cost + weigh(len(released))
                tools |= {name: min(total, tools.get(name, total)) for name in released}
                waiting.append((total, after))
    return phases, tools


def fewest(given: Files, weigh: Callable[[int], int]) -> int | None:
    """The least weight of a complete run; `weigh` takes the number of calls of a response."""
    phases, _ = needed(given, weigh)
    terminals = start(given).law.terminals
    return min((cost for phase, cost in phases.items() if phase in terminals), default=None)
