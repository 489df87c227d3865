"""How an iteration ends, and possibly the run with it (reference §4.1)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.events import emit
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.session import Visited
from phaselint.dialects.records import COMPLETED, Event, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.running.session import Dawn, Events, State

LIMIT = "AGENT_MAX_ITERATIONS"
TELLING = 2
"""From this count on, iterations differ only in their limits."""

MOST_QUIET = 1000
"""Iterations without a model call after which the rest of them is skipped."""


def fail(state: State, failure: Failure, events: Events) -> State:
    """End the iteration and the run by an exception."""
    emit(events, state, "iteration", **state.record, failure=failure.code)
    return _over(state, state.record, failure, Outcome("failed", failure.code))


def close(state: State, events: Events, *, done: bool, follow: str = "") -> State:
    """End the iteration; continue at `follow` or the same step, unless the run ends with it."""
    record = {**state.record, "complete": done}
    if done:
        events.append(Event("iteration", record, state.step))
        return _over(state, record, *_completed(state))
    law, step, n = state.law, state.step, state.n
    quiet = 0 if record["answered"] else state.quiet + 1
    visited = Visited(step, state.visited)
    if _stuck(state, quiet) if law.unbounded else n >= law.most:
        events.append(Event("iteration", {**record, "limit": LIMIT}, step))
        reason = f"Maximum iterations ({law.most}) reached without completion"
        failure, ended = Failure(LIMIT, reason), Outcome("limit", LIMIT)
        return state._replace(
            record=record, quiet=quiet, visited=visited, failure=failure, ended=ended
        )
    events.append(Event("iteration", record, step))
    if quiet > MOST_QUIET and _stuck(state, quiet):
        passed = max(0, law.most - 1 - n)
        state = state._replace(n=n + passed, checks=state.checks + passed)
        quiet = 0
    return state._replace(record=record, quiet=quiet, visited=visited, step=follow or step)


def again(state: State, events: Events) -> State:
    """Continue after a call that is repeated: in a closure step within the iteration, in others in
    a separate iteration, without checking a limit before it."""
    if state.at.kind == "closure":
        return state._replace(n=state.n - 1, quiet=0)
    events.append(Event("iteration", state.record, state.step))
    return state._replace(quiet=0, visited=Visited(state.step, state.visited))


def _over(
    state: State, record: Mapping[str, Any], failure: Failure | None, outcome: Outcome
) -> State:
    """The end of the run, with the record of its last iteration."""
    visited = Visited(state.step, state.visited)
    return state._replace(
        record=record, failure=failure, ended=outcome, visited=visited, waiting=False
    )


def _completed(state: State) -> tuple[Failure | None, Outcome]:
    """The result of a completion: an error on the way, or no answer at all, makes it a failure."""
    if state.faulty:
        reason = "an iteration had an error"
    elif not state.responded:
        reason = "no answer from the model"
    else:
        return None, COMPLETED
    return Failure("", reason), Outcome("failed", reason)


def dawn_of(state: State, n: int) -> Dawn:
    """What can decide iteration `n` without the model: whether it is the first, how often the
    handler was asked, and the remaining results of the world."""
    return min(n, TELLING), min(state.checks, TELLING), state.supplies


def _stuck(state: State, quiet: int) -> bool:
    """Whether iterations without a model call continue forever, after `quiet` of them: the last one
    made none, and changed nothing that could decide the next one."""
    return quiet > 0 and dawn_of(state, state.n) == state.dawn


def noted_errors(state: State, message: str) -> State:
    """The state after an error that doesn't end the run, but keeps it from succeeding."""
    told: list[Any] = [*state.record.get("errors", ()), message]
    return state._replace(faulty=True).noting(errors=told)
