"""The plain way of a sibling through its fan-out: it acts, is completed at once, and is well.

Of several payloads and outputs the plain ones are those that suit the stage in which the fan-out
is joined, so that all siblings together lead there.
"""

from __future__ import annotations

from phaselint.dialects.stud.running.acceptance import given
from phaselint.dialects.stud.running.asked import OUTPUT, PARSED, sign
from phaselint.dialects.stud.running.relevance import relevance
from phaselint.dialects.stud.running.session import OK, PROCEED, Gate, Judged, Result, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.protocol import Choice
    from phaselint.dialects.stud.running.session import Execution, State


def plainest(state: State, choices: Sequence[Choice]) -> Choice:
    """The plain one of the choices of a sibling."""
    return next((each for each in choices if _is_plain(state, each.value)), choices[0])


def _is_plain(state: State, answer: Any) -> bool:
    execution = state.current
    if isinstance(answer, Gate):
        return answer.outcome == PROCEED
    if isinstance(answer, Turn):
        return bool(answer.calls) and _suits(state, execution, parsed=answer.calls[0].args)
    if answer.verdict != OK:
        return False
    return _suits(state, execution, output=answer.output, written=answer.written)


def _suits(state: State, execution: Execution, **told: Any) -> bool:
    """Whether the join takes the result of a sibling that is well and has handed this in, be it
    with some output where nothing is told of one."""
    fork = state.fork
    join = state.law.stages.get(fork.join or "") if fork else None
    if join is None or not join.has("inputsSchema"):
        return True
    result = Result(
        execution.id, OK, parsed=execution.parsed, accepted=execution.accepted, attempts=1
    )._replace(**({**told, "accepted": True} if "parsed" in told else told))
    written = () if "written" in told else relevance(state.law, execution.stage).outputs or ()
    later = (result._replace(output=each, written=True) for each in written)
    return any(given(state.law, join, each.as_json()) for each in (result, *later))


def other_is_odd(state: State) -> bool:
    """Whether another sibling than the current one has left the plain way, as far as states are
    told apart by it."""
    settled = state.settled()
    return any(
        number != state.at and _is_odd(state, each) for number, each in enumerate(settled.running)
    )


def _is_odd(state: State, execution: Execution) -> bool:
    found = relevance(state.law, execution.stage)
    if execution.phase in ("enter", "gate") or (execution.phase == "done" and not found.handed):
        return False
    payloads = found.payloads or ()
    silent = bool(payloads) and (execution.cap_hit or (execution.turn > 0) > execution.accepted)
    if execution.reason or execution.attempt > 1 or (found.silent and silent):
        return True
    if found.read and execution.accepted and len(payloads) > 1:
        plain = next((each for each in payloads if _suits(state, execution, parsed=each)), None)
        usual = payloads[0] if plain is None else plain
        stage, law = execution.stage, state.law
        if sign(law, stage, PARSED, execution.parsed) != sign(law, stage, PARSED, usual):
            return True
    return found.handed and execution.phase == "done" and _has_odd_output(state, execution)


def _has_odd_output(state: State, execution: Execution) -> bool:
    outputs = relevance(state.law, execution.stage).outputs or ()
    judged = (Judged(OK), *(Judged(OK, each, True) for each in outputs))
    plain = (
        each
        for each in judged
        if _suits(state, execution, output=each.output, written=each.written)
    )
    usual = next(plain, judged[0])
    if usual.written != execution.written or not usual.written:
        return usual.written != execution.written
    law, stage = state.law, execution.stage
    return sign(law, stage, OUTPUT, execution.output) != sign(law, stage, OUTPUT, usual.output)
