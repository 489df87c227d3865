"""Exit: the StageResult of an execution, and the slot (reference §5.6 R24–R26)."""

from __future__ import annotations

from phaselint.dialects.stud.running.branches import taken
from phaselint.dialects.stud.running.events import emit, exit_fired
from phaselint.dialects.stud.running.records import Result
from phaselint.dialects.stud.running.session import Log, Slot
from phaselint.dialects.stud.running.setup import nth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.stud.running.branches import Way
    from phaselint.dialects.stud.running.events import Events
    from phaselint.dialects.stud.running.session import Law, State

EXITED = "StageExited"


def leave(state: State, events: Events) -> State:
    """The state after Exit of the current execution, whose verdict is final.

    The output is that of the assert's answer, else that of the world for this visit.
    """
    law, execution = state.law, state.current
    outputs = law.world.outputs.get(execution.id, ())
    output, written = execution.output, execution.written
    if not written and outputs:
        output, written = nth(outputs, execution.visit), True
    result = Result(
        stage=execution.id,
        verdict=execution.verdict,
        reason=execution.reason,
        parsed=execution.parsed,
        accepted=execution.accepted,
        cap_hit=execution.cap_hit,
        attempts=execution.attempt,
        output=output,
        written=written,
    )
    log = Log(result, state.log)
    slots = law.world.slots.get(execution.id, ())
    if slots:
        log = Log(Slot(execution.id, nth(slots, execution.visit)), log)
    beside = state.sibling
    told: dict[str, Any] = {"verdict": execution.verdict, **({"sibling": beside} if beside else {})}
    emit(events, law, EXITED, execution.id, **told)
    if law.reference:
        told |= {} if beside else branch_after(law, result)
        exit_fired(events, law, execution.id, **told)
    done = execution._replace(phase="done", result=result)
    return state._replace(log=log, verdict=execution.verdict, now=done)


def branch_after(law: Law, result: Result) -> dict[str, Way | None]:
    """What the event before Next says about the way on: the number of the branch that is taken,
    `default`, or `always` for the only way, none where nothing matches. A stage without a NextSpec
    takes none."""
    spec = law.specs.get(result.stage)
    return {} if spec is None else {"branch": taken(spec, result)}
