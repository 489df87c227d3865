"""How an iteration ends, and with it perhaps the run (reference §4.1)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.events import emit
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.session import Visited
from phaselint.dialects.records import COMPLETED, Event, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.running.session import Dawn, Events, State

LIMIT = "AGENT_MAX_ITERATIONS"
TELLING = 2
"""From this count on iterations differ only by what limits say."""

MOST_QUIET = 1000
"""Iterations without a call of the model after which the rest of them is passed over."""


def fail(state: State, failure: Failure, events: Events) -> State:
    """End the iteration and the run by an exception."""
    emit(events, state, "iteration", **state.record, failure=failure.code)
    return _over(state, failure, Outcome("failed", failure.code))


def close(state: State, events: Events, *, done: bool, follow: str = "") -> State:
    """End the iteration; go on at `follow` or the same step, unless the run ends with it."""
    record = {**state.record, "complete": done}
    if done:
        events.append(Event("iteration", record, state.step))
        return _over(state._replace(record=record), *_completed(state))
    most = state.law.most
    quiet = 0 if record["answered"] else state.quiet + 1
    visited = Visited(state.step, state.visited)
    state = state._replace(record=record, quiet=quiet, visited=visited)
    if (state.n >= most and not state.law.unbounded) or (state.law.unbounded and _stuck(state)):
        events.append(Event("iteration", {**record, "limit": LIMIT}, state.step))
        reason = f"Maximum iterations ({most}) reached without completion"
        return state._replace(failure=Failure(LIMIT, reason), ended=Outcome("limit", LIMIT))
    events.append(Event("iteration", record, state.step))
    if follow:
        state = state._replace(step=follow)
    if quiet > MOST_QUIET and _stuck(state):
        passed = max(0, most - 1 - state.n)
        state = state._replace(n=state.n + passed, checks=state.checks + passed, quiet=0)
    return state


def again(state: State, events: Events) -> State:
    """Go on after a call that is made again: in a closure step within the iteration, in others in
    one of its own, with no limit asked before it."""
    if state.at.kind == "closure":
        return state._replace(n=state.n - 1, quiet=0)
    events.append(Event("iteration", state.record, state.step))
    return state._replace(quiet=0, visited=Visited(state.step, state.visited))


def _over(state: State, failure: Failure | None, outcome: Outcome) -> State:
    visited = Visited(state.step, state.visited)
    return state._replace(failure=failure, ended=outcome, visited=visited, waiting=False)


def _completed(state: State) -> tuple[Failure | None, Outcome]:
    """What completion is worth: an error on the way, or no answer at all, makes it a failure."""
    if state.faulty:
        reason = "an iteration had an error"
    elif not state.responded:
        reason = "no answer of the model"
    else:
        return None, COMPLETED
    return Failure("", reason), Outcome("failed", reason)


def dawn_of(state: State, n: int) -> Dawn:
    """What can decide iteration `n` where it does without the model: whether it is the first, how
    often the handler was asked, and what the world has to say."""
    return min(n, TELLING), min(state.checks, TELLING), state.supplies


def _stuck(state: State) -> bool:
    """Whether iterations that do not call the model go on forever: the last one did not, and has
    changed nothing that could decide the next one."""
    return state.quiet > 0 and dawn_of(state, state.n) == state.dawn


def noted_errors(state: State, message: str) -> State:
    """The state after an error that does not end the run, and keeps it from succeeding."""
    told: list[Any] = [*state.record.get("errors", ()), message]
    return state._replace(faulty=True).noting(errors=told)
