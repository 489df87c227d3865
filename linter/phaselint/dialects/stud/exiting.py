"""Exit: the StageResult of an execution, and the slot (reference §5.6 R24–R26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.stud.session import Result, Slot
from phaselint.dialects.stud.setup import nth
from phaselint.dialects.stud.tape import emit, exit_fired

if TYPE_CHECKING:
    from phaselint.dialects.stud.session import State
    from phaselint.dialects.stud.tape import Tape


def leave(state: State, tape: Tape) -> State:
    """The state after Exit of the current execution, whose verdict is final.

    The output is that of the assert's answer, else that of the world for this visit.
    """
    law, execution = state.law, state.current
    outputs = law.world.outputs.get(execution.id, ())
    output, written = execution.output, execution.written
    if not written and outputs:
        output, written = nth(outputs, execution.visit), True
    result = Result(
        execution.id,
        execution.verdict,
        execution.reason,
        execution.parsed,
        execution.accepted,
        execution.cap_hit,
        execution.attempt,
        output,
        written,
    )
    state = state.noting(result)._replace(verdict=execution.verdict)
    slots = law.world.slots.get(execution.id, ())
    if slots:
        state = state.noting(Slot(execution.id, nth(slots, execution.visit)))
    emit(tape, law, "StageExited", execution.id, verdict=execution.verdict)
    exit_fired(tape, law, execution.id)
    return state.moved(execution._replace(phase="done", result=result))
