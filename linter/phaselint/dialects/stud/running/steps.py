"""From one question to the next: phases, turns, and the paths between stages (reference §5.8)."""

from __future__ import annotations

from phaselint.dialects.records import COMPLETED, Outcome
from phaselint.dialects.stud.running.beside import beside
from phaselint.dialects.stud.running.branches import choose
from phaselint.dialects.stud.running.events import TURN_END, TURN_START, broken, emit, ended
from phaselint.dialects.stud.running.forks import fork, passed, unknown
from phaselint.dialects.stud.running.results import branch_after, leave
from phaselint.dialects.stud.running.session import Execution, Failure, Gate, Judged, Todo, Turn
from phaselint.dialects.stud.running.setup import enter, full, limited
from phaselint.dialects.stud.running.turns import before_turn, take_turn
from phaselint.dialects.stud.running.verdicts import at_assert, at_gate, gated, judged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.records import Event
    from phaselint.dialects.stud.running.events import Events
    from phaselint.dialects.stud.running.memo import Beside
    from phaselint.dialects.stud.running.records import Result
    from phaselint.dialects.stud.running.session import Phase, State

GOOD = ("ok", "skip")
"""The last verdicts with which a workflow is completed (R33)."""


def proceed(state: State, events: Events) -> State:
    """The state at the next question, or at the end."""
    while state.ended is None and state.pending is None:
        if state.running:
            before = state.current.phase
            state = _PHASES[before](state, events)
            state = _after(state, before, events)
        else:
            state = _launch(state, events)
    return state


def answered(state: State, answer: Any, events: Events) -> State:
    """The state after an answer to the pending question; an ended run stays as it is."""
    if state.pending is None:
        return state
    before = state.current.phase
    known = beside(state)
    state = _taken(state, answer, events) if known is None else _kept(state, answer, events, known)
    return proceed(_after(state, before, events), events)


def _taken(state: State, answer: Any, events: Events) -> State:
    """The state right after an answer; one of another kind changes nothing."""
    if isinstance(answer, Turn):
        return take_turn(state, answer, events)
    if isinstance(answer, Gate):
        return gated(state, answer, events)
    return judged(state, answer, events) if isinstance(answer, Judged) else state


def _kept(state: State, answer: Any, events: Events, known: Beside) -> State:
    """The same for one of several siblings: an answer changes nothing but the one that it is for,
    and is taken once, whatever the others do."""

    def take() -> tuple[Execution, Any, tuple[Event, ...]]:
        happened: Events = []
        after = _taken(state, answer, happened)
        return after.current, after.pending, tuple(happened)

    now, pending, done = known.taken.once((state.current, answer), take)
    events += done
    return state._replace(now=now, pending=pending)


_PHASES: Mapping[Phase, Callable[[State, Events], State]] = {
    "enter": enter,
    "gate": at_gate,
    "act": before_turn,
    "assert": at_assert,
    "exit": leave,
}


def _after(state: State, before: Phase, events: Events) -> State:
    """The state when a phase of the current execution is over, if it is."""
    if state.ended is not None or state.pending is not None:
        return state
    fan = state.fork
    if fan is not None and not fan.joining:
        return passed(state, fan, before, events)
    result = state.current.result
    return state if result is None else _turn_over(state, result, events)


def _turn_over(state: State, result: Result, events: Events) -> State:
    """The state after the only stage that runs, or a join, is done."""
    if not state.law.reference:
        branch = branch_after(state.law, result)
        if state.fork is None:
            emit(events, state.law, TURN_END, result.stage, **branch)
        else:
            siblings = list(state.fork.siblings)
            emit(events, state.law, TURN_END, stages=siblings, stage=result.stage, **branch)
    return _follow(state.running_now(), result, events)


def _follow(state: State, result: Result, events: Events) -> State:
    """The state with what a NextSpec names in front of all that is still to run (R32–R34)."""
    spec = state.law.specs.get(result.stage)
    if spec is None or not (spec.sound or spec.alternatives):
        return state
    way = choose(spec, result)
    if way is None:
        failure = Failure("ExtensionHost", "LifecycleFailure", result.stage, why="no-branch")
        return broken(state, failure, events)
    if way.ends:
        return state
    if way.fork:
        return fork(state, result.stage, way, events)
    todo = state.todo
    for name in reversed(way.stages):
        todo = Todo(name, (result,), todo)
    return state._replace(todo=todo)


def _launch(state: State, events: Events) -> State:
    """The state with the next stage about to run; none is left at the end of a workflow."""
    law, todo = state.law, state.todo
    if todo is None:
        good = law.reference or state.verdict in GOOD
        return ended(state, COMPLETED if good else Outcome("failed"), events)
    if todo.stage not in law.stages:
        origin = todo.upstream[0].stage if todo.upstream else None
        return unknown(state, todo.stage, origin, events)
    if full(state):
        return limited(state, events)
    emit(events, law, TURN_START, todo.stage)
    origins = tuple(each.stage for each in todo.upstream)
    execution = Execution(law.stages[todo.stage], origins=origins, upstream=todo.upstream)
    return state._replace(todo=todo.after, running=(execution,), at=0, now=None, fork=None)
