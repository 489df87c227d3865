"""What a run may be blamed for: the grades of choices, and ends that are faults (reference §5).

An orderly run: the model answers by the schema, gates let stages act, asserts say `ok` or `fail`.
That a cap is hit or an attempt repeated happens now and then; that a stage is well after a cap hit
is nobody's plan.
"""

from __future__ import annotations

from phaselint.dialects.records import Fault
from phaselint.dialects.stud.running.asked import PARSED, sign
from phaselint.dialects.stud.running.branches import taken
from phaselint.dialects.stud.running.records import Result
from phaselint.dialects.stud.running.relevance import relevance
from phaselint.dialects.stud.running.session import OK, PROCEED, Gate, Judged, entries
from phaselint.dialects.stud.running.setup import (
    COLLISION,
    INIT_FAILED,
    INPUTS,
    UNRESOLVED,
    init_failure,
    unfit_tool,
)
from phaselint.dialects.stud.running.start import refusal
from phaselint.dialects.stud.running.verdicts import FAIL, RETRY, SKIP, attempts_of
from phaselint.javascript.equality import equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.records import Choice, Event, Grade
    from phaselint.dialects.stud.model import Condition
    from phaselint.dialects.stud.running.session import Failure, State, Turn

SIBLING = "ParallelSiblingFailure"
"""An end that fan-outs are designed to have (R38)."""

NO_BRANCH = "no-branch"

REASONS: Mapping[str, str] = {
    COLLISION: "its completion tool has the name of a registered tool",
    UNRESOLVED: "it allows a tool that isn't registered",
}


def grade_of(state: State, choice: Choice) -> Grade:
    """What an answer takes for granted; that code says why in words of its own, nothing that is
    asked of a contract. A `fail` after a cap hit is fair where no branch takes it,
    since that is what the stage has to say something about; what it does to others is not."""
    answer = choice.value
    if isinstance(answer, Gate):
        return "strict" if answer.outcome == PROCEED else "hostile"
    if not isinstance(answer, Judged):
        return _grade_of_turn(state, answer)
    if answer.verdict == RETRY and state.current.attempt < attempts_of(state.current.stage):
        return "hostile" if state.law.reference or answer.reason else "fair"
    if answer.verdict not in (OK, FAIL) or answer.reason:
        return "hostile"
    if not state.current.cap_hit:
        return "strict"
    return "fair" if answer.verdict == FAIL and _untaken(state, answer) else "hostile"


def foreseen(state: State, events: Sequence[Event]) -> bool:
    """Whether the way on that a step took, by its events, is a branch for what is out of order: it
    names a gate's verdicts, the cap, that there is no payload, or why a verdict is what it is."""
    for event in events:
        number = event.data.get("branch")
        if isinstance(number, int):
            spec = state.law.specs[event.data["stage"]]
            if _out_of_order(spec.branches[number].when):
                return True
    return False


def _out_of_order(when: Condition) -> bool:
    named = frozenset(when.verdicts or (OK,))
    if when.path == "verdict" and when.values:
        named = frozenset(when.values)
    if named <= {RETRY, SKIP} or when.cap_hit or when.path == "reason":
        return True
    if when.path == PARSED:
        return when.exists is False
    out = {"capHit": True, "attemptCount": 0}
    values = when.values or ()
    return len(values) == 1 and when.path in out and equal(values[0], out[when.path])


def goes_well(choice: Choice) -> bool:
    """Whether a choice is any but the verdict that a stage has not done its work."""
    answer = choice.value
    return not isinstance(answer, Judged) or answer.verdict == OK


def _grade_of_turn(state: State, answer: Turn) -> Grade:
    """That a model adds a property which nobody declares, of a kind that a successor refuses, is
    nobody's plan."""
    if not answer.calls:
        return "strict" if state.current.calling else "fair"
    law, stage = state.law, state.current.stage
    stray = relevance(law, stage).stray
    name, args = answer.calls[0]
    strays = stray and name == stage.completion_tool and sign(law, stage, PARSED, args) in stray
    return "hostile" if strays else "strict"


def _untaken(state: State, answer: Judged) -> bool:
    """Whether nothing follows from a verdict: the run ends with an error for want of a branch."""
    execution, fan = state.current, state.fork
    spec = state.law.specs.get(execution.id)
    if spec is None or (fan is not None and not fan.joining):
        return False
    result = Result(
        execution.id,
        answer.verdict,
        cap_hit=True,
        attempts=execution.attempt,
        output=answer.output,
        written=answer.written,
    )
    return taken(spec, result) is None


def fault_of(state: State) -> Fault | None:
    """The error that a run ended with, in the stage that it is owed to. None for a workflow that
    failed, for a sibling that did, for one that was cancelled or not begun, and for the limit of
    the harness."""
    failure, outcome = state.failure, state.ended
    if failure is None or outcome is None or outcome.kind != "error":
        return None
    if failure.code == SIBLING or refusal(state):
        return None
    phase, why = failure.stage or failure.origin or _latest(state), _why(state, failure)
    return Fault(phase, failure.code, why, _about(state, failure))


def _about(state: State, failure: Failure) -> tuple[tuple[str, str], ...]:
    """The tool that keeps a stage from beginning, with the reason; for a stage that is missing, the
    one that names it, with its name; nothing for other failures."""
    if failure.origin is not None:
        return ((failure.origin, failure.stage or ""),)
    if failure.code != INIT_FAILED or init_failure(state.law, state.current) == INPUTS:
        return ()
    found = unfit_tool(state.law, state.current.stage)
    return (found,) if found[0] else ()


def _latest(state: State) -> str:
    """The stage that exited last."""
    found = (each.stage for each in reversed(entries(state.log)) if isinstance(each, Result))
    return next(found, "")


def _why(state: State, failure: Failure) -> str:
    if failure.why == NO_BRANCH:
        return "no branch matches"
    if failure.why is not None:
        return "this stage doesn't exist"
    if failure.stage is None:
        return "a fan-out has fewer than two stages"
    reason = init_failure(state.law, state.current)
    if reason != INPUTS:
        return REASONS[reason]
    from phaselint.dialects.stud.running.unfit import unfit

    return unfit(state.law, state.current)
