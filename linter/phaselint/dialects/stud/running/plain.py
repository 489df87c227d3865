"""The plain way of a sibling through its fan-out: it acts, is completed at once, and is well.

Of several payloads and outputs the plain ones are those that suit the stage in which the fan-out
is joined, so all siblings together lead there. Where none suits it, a cap hit may, or a
further attempt, or that Assert says why.
"""

from __future__ import annotations

from itertools import product

from phaselint.dialects.stud.running.acceptance import given, handed
from phaselint.dialects.stud.running.asked import OUTPUT, PARSED, REASON, sign
from phaselint.dialects.stud.running.memo import Plain, once
from phaselint.dialects.stud.running.records import Result
from phaselint.dialects.stud.running.relevance import relevance
from phaselint.dialects.stud.running.session import OK, PROCEED, Execution, Gate, Judged, Turn
from phaselint.dialects.stud.running.verdicts import RETRY, attempts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.records import Choice
    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.session import Law, State

MOST_ATTEMPTS = 8
"""Attempts up to which a plain way is looked for."""


def plainest(state: State, choices: Sequence[Choice]) -> Choice:
    """The plain one of the choices of a sibling."""
    return next((each for each in choices if is_plain(state, each.value)), choices[0])


def is_at_once(state: State, choice: Choice) -> bool:
    """Whether an answer completes a sibling at once, in the plainest words, though its plain way is
    to hit its cap or to try again."""
    answer, execution = choice.value, state.current
    plain = _plain_of(state, execution.stage)
    if isinstance(answer, Judged):
        return execution.attempt < plain.attempts and answer == Judged(OK)
    if not isinstance(answer, Turn) or not plain.capped or not answer.calls:
        return False
    first, *_ = relevance(state.law, execution.stage).payloads or (None,)
    return _alike(state, execution, PARSED, answer.calls[0].args, first)


def other_is_odd(state: State) -> bool:
    """Whether another sibling than the current one has left the plain way, as far as states are
    told apart by it."""
    return any(
        number != state.at and _is_odd(state, each) for number, each in enumerate(state.executions)
    )


def _plain_of(state: State, stage: Stage) -> Plain:
    """The plain way of a sibling; found out once per run."""
    law, fork = state.law, state.fork
    join = (fork.join if fork else None) or ""
    known = law.memo and law.memo.plain
    return once(known, (stage.id, join), lambda: _found(law, stage, join))


def _found(law: Law, stage: Stage, join: str) -> Plain:
    """The first way of a sibling with whose result the join begins; where there is none, the
    first of all."""
    found = relevance(law, stage)
    silent = Plain(capped=True)
    ends: list[Plain] = [*(Plain(parsed=each) for each in found.payloads or ()), silent]
    digests = (Judged(OK), *(Judged(OK, each, True) for each in found.outputs or ()))
    target = law.stages.get(join)
    if target is None or not target.has("inputsSchema") or law.reference:
        return ends[0]
    attempts = range(1, min(attempts_of(stage), MOST_ATTEMPTS) + 1)
    for reason, number, end, digest in product(("", *(found.told or ())), attempts, ends, digests):
        result = Result(
            stage.id,
            OK,
            reason,
            parsed=end.parsed,
            accepted=not end.capped,
            cap_hit=end.capped,
            attempts=number,
            output=digest.output,
            written=digest.written,
        )
        if given(law, target, result):
            written = (digest.output, digest.written, reason)
            return Plain(number, end.capped, end.parsed, *written, suits=True)
    return ends[0]


def is_plain(state: State, answer: Any) -> bool:
    """Whether an answer is one of a sibling on its plain way."""
    execution = state.current
    if isinstance(answer, Gate):
        return answer.outcome == PROCEED
    plain = _plain_of(state, execution.stage)
    if isinstance(answer, Turn):
        if not answer.calls or plain.capped:
            return plain.capped and not answer.calls
        return _alike(state, execution, PARSED, answer.calls[0].args, plain.parsed)
    if execution.attempt < plain.attempts:
        return bool(answer.verdict == RETRY)
    well = answer.verdict == OK and _same_reason(state, execution, answer.reason, plain.reason)
    return well and _same_output(state, execution, answer, plain)


def _is_odd(state: State, execution: Execution) -> bool:
    """Of a sibling that is done nothing is left but what the join makes of its result."""
    if execution.phase in ("enter", "gate"):
        return False
    plain = _plain_of(state, execution.stage)
    if execution.result is not None:
        join = (state.fork.join if state.fork else None) or ""
        taken = handed(state.law, join, (execution.result,))
        return bool(taken) and taken != (plain.suits,)
    if execution.reason or execution.attempt > plain.attempts:
        return True
    return execution.attempt == plain.attempts and _acts_oddly(state, execution, plain)


def _acts_oddly(state: State, execution: Execution, plain: Plain) -> bool:
    """Whether a sibling has ended its last attempt in another way than the plain one."""
    found = relevance(state.law, execution.stage)
    if plain.capped:
        return found.silent and execution.accepted
    late = execution.cap_hit or (execution.turn > 0) > execution.accepted
    if found.silent and late:
        return True
    several = found.read and execution.accepted and len(found.payloads or ()) > 1
    return several and not _alike(state, execution, PARSED, execution.parsed, plain.parsed)


def _same_reason(state: State, execution: Execution, told: str, plain: str) -> bool:
    """Whether a verdict says why in words that read as the plain ones."""
    if not told or not plain:
        return told == plain
    return _alike(state, execution, REASON, told, plain)


def _same_output(state: State, execution: Execution, told: Judged, plain: Plain) -> bool:
    if told.written != plain.written or not plain.written:
        return told.written == plain.written
    return _alike(state, execution, OUTPUT, told.output, plain.output)


def _alike(state: State, execution: Execution, head: str, one: Any, other: Any) -> bool:
    law, stage = state.law, execution.stage
    return sign(law, stage, head, one) == sign(law, stage, head, other)
