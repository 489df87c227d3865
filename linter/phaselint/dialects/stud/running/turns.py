"""Act: LLM turns until a completion is accepted or the cap is reached (reference §5.5 R13–R20).

What the transcript gets is not kept: no rule depends on it.
"""

from __future__ import annotations

from phaselint.dialects.records import Outcome
from phaselint.dialects.stud.running.acceptance import completed
from phaselint.dialects.stud.running.events import emit, ended, fired
from phaselint.dialects.stud.running.session import Failure
from phaselint.dialects.stud.running.setup import tools_of
from phaselint.dialects.stud.running.toolcalls import dispatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.events import Events
    from phaselint.dialects.stud.running.session import Execution, State, Turn

ONE_TURN = 1
"""The cap of a stage that has none."""


def cap_of(stage: Stage) -> int:
    """The turns that an attempt may take."""
    return ONE_TURN if stage.turn_cap is None else stage.turn_cap


def attempted(execution: Execution) -> Execution:
    """The execution at the start of its next attempt (R20)."""
    return execution._replace(
        phase="act",
        attempt=execution.attempt + 1,
        turn=0,
        cap_hit=False,
        accepted=False,
        parsed=None,
    )


def before_turn(state: State, events: Events) -> State:
    """The state in front of the next turn: the cap ends Act, a cancellation the run (R13, R40)."""
    law, execution = state.law, state.current
    if execution.turn >= cap_of(execution.stage):
        tools = tools_of(law, execution.stage)
        emit(events, law, "x-CapHit", execution.id, turns=execution.turn, tools=tools)
        fired(events, law, execution.id, "Act")
        return state.moved(execution._replace(cap_hit=True, phase="assert"))
    if law.world.cancel == (execution.id, execution.attempt, execution.turn + 1):
        return _cancelled(state, events)
    return state._replace(pending="turn")


def _cancelled(state: State, events: Events) -> State:
    """The end of a run that is cancelled: no Exit runs."""
    for execution in state.running:
        if execution.phase != "done":
            emit(events, state.law, "StageCancelled", execution.id)
    failure = Failure("Cancellation", "TurnCancelled", state.current.id)
    return ended(state, Outcome("cancelled", f"{failure.kind}/{failure.code}"), events, failure)


def take_turn(state: State, turn: Turn, events: Events) -> State:
    """The state after a turn (R14–R19)."""
    law, execution = state.law, state.current
    if turn.more or execution.calling:
        return _go_on(state, turn, events)
    stage, number = execution.stage, {"attempt": execution.attempt, "turn": execution.turn + 1}
    emit(events, law, "ProviderRequestStarted", stage.id, **number, tools=tools_of(law, stage))
    said = {"text": turn.text, "called": [call.name for call in turn.calls]}
    emit(events, law, "ProviderRequestCompleted", stage.id, calls=len(turn.calls), **said)
    completions = [call for call in turn.calls if call.name == stage.completion_tool]
    if not turn.calls:
        emit(events, law, "x-Steering", stage.id)
    elif completions and len(turn.calls) > 1:
        emit(events, law, "x-BatchRejected", stage.id)
    elif not completions:
        return dispatch(state.moved(begun(execution)), turn.calls, events)
    elif completed(law, stage, completions[0].args):
        emit(events, law, "x-CompletionAccepted", stage.id, args=completions[0].args)
        fired(events, law, stage.id, "Act")
        done = begun(execution, accepted=True, parsed=completions[0].args, phase="assert")
        return state.moved(done)
    else:
        emit(events, law, "x-CompletionParseError", stage.id, args=completions[0].args)
    return state.moved(begun(execution))


def begun(execution: Execution, **more: Any) -> Execution:
    """The execution in its next turn, and what else that has changed."""
    return execution._replace(turn=execution.turn + 1, **more)


def _go_on(state: State, turn: Turn, events: Events) -> State:
    """The state after a part of a turn (see `parts`): it waits for the next part, or the turn is
    over."""
    law, execution = state.law, state.current
    stage = execution.stage
    if not execution.calling:
        number = {"attempt": execution.attempt, "turn": execution.turn + 1}
        emit(events, law, "ProviderRequestStarted", stage.id, **number, tools=tools_of(law, stage))
    called = (*execution.calling, *(call.name for call in turn.calls))
    state = dispatch(state.moved(execution._replace(calling=called)), turn.calls, events)
    if turn.more:
        return state._replace(pending="turn")
    said = {"text": turn.text, "called": [*called]}
    emit(events, law, "ProviderRequestCompleted", stage.id, calls=len(called), **said)
    return state.moved(begun(state.current, calling=()))
