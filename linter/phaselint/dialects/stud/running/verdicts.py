"""Gate and Assert: may a stage act, and was it any good (reference §5.4, §5.6 R10–R12, R21–R23)."""

from __future__ import annotations

from phaselint.dialects.stud.running.events import emit, fired
from phaselint.dialects.stud.running.session import OK, PROCEED, Gate, Judged
from phaselint.dialects.stud.running.setup import nth
from phaselint.dialects.stud.running.turns import attempted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.events import Events
    from phaselint.dialects.stud.running.session import State

RETRY = "retry"
FAIL = "fail"
SKIP = "skip"
EXHAUSTED = "retry-exhausted"
NO_BACKOFF = "none"

GATE_VERDICTS: Mapping[str, str] = {
    "skip": SKIP,
    "retry": RETRY,
    "defer": RETRY,
    "block": FAIL,
}
"""The verdict of a stage whose gate does not let it act (R12)."""

OF_CORE = (EXHAUSTED, *(f"gate-{outcome}" for outcome in GATE_VERDICTS))
"""The reasons that core gives (R12, R23); code says why in other words."""

GATES = (PROCEED, *GATE_VERDICTS)
REFERENCE_GATES = (PROCEED, RETRY, SKIP)
ASSERTS = (OK, RETRY, FAIL, SKIP)


def attempts_of(stage: Stage) -> int:
    """How often a stage may act; once where it does not say."""
    most = stage.retry.max_attempts if stage.retry else None
    return 1 if most is None else most


def at_gate(state: State, events: Events) -> State:
    """The state after the gate, or in front of its question."""
    if state.law.asked:
        return state._replace(pending="gate")
    listed = state.law.world.gates.get(state.current.id, ())
    return gated(state, Gate(nth(listed, state.current.visit) or PROCEED), events)


def gated(state: State, answer: Gate, events: Events) -> State:
    """The state after a gate's outcome. Exit runs for each (R24), so there may be an output
    of a stage that has not acted."""
    law, execution, outcome = state.law, state.current, answer.outcome
    emit(events, law, "StageCheckGateResult", execution.id, outcome=outcome)
    fired(events, law, execution.id, "CheckGate")
    if outcome == PROCEED:
        return state.moved(attempted(execution))
    fired(events, law, execution.id, "Act", "Assert")
    verdict = GATE_VERDICTS[outcome]
    return state.moved(
        execution._replace(
            phase="exit",
            verdict=verdict,
            reason=answer.reason or f"gate-{outcome}",
            output=answer.output,
            written=answer.written,
        )
    )


def at_assert(state: State, events: Events) -> State:
    """The state after Assert, or in front of its question."""
    if state.law.asked:
        return state._replace(pending="assert")
    return judged(state, Judged(_scripted(state)), events)


def _scripted(state: State) -> str:
    """The verdict of the world: one per attempt, the last one for all beyond."""
    execution = state.current
    listed = nth(state.law.world.verdicts.get(execution.id, ()), execution.visit)
    default = RETRY if execution.cap_hit else OK
    return nth(listed or (), execution.attempt - 1) or default


def judged(state: State, answer: Judged, events: Events) -> State:
    """The state after a verdict: a further attempt, or the final verdict (R22, R23)."""
    law, execution = state.law, state.current
    stage, verdict, reason = execution.stage, answer.verdict, answer.reason
    seen = {"attempt": execution.attempt, "capHit": execution.cap_hit}
    emit(events, law, "StageAssertOutcome", stage.id, verdict=verdict, **seen)
    if verdict == RETRY and not law.reference:
        if execution.attempt < attempts_of(stage):
            backoff = stage.retry.backoff if stage.retry else None
            if backoff is not None and backoff != NO_BACKOFF:
                emit(events, law, "x-Backoff", stage.id, policy=backoff)
            return state.moved(attempted(execution))
        emit(events, law, "x-RetryExhausted", stage.id, attempts=execution.attempt)
        verdict, reason = FAIL, EXHAUSTED
    fired(events, law, stage.id, "Assert")
    return state.moved(
        execution._replace(
            phase="exit",
            verdict=verdict,
            reason=reason,
            output=answer.output,
            written=answer.written,
        )
    )
