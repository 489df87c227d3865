"""Validation of a run in release 1.13 (reference §4.7, §4.8).

The conditions are checked before a closure step calls the model and after it answers. Both count
attempts, but only the check after the answer obeys the action.
"""

from __future__ import annotations

from phaselint.dialects.climpt.running.completion import with_retry
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.session import Checked, Judgement
from phaselint.dialects.climpt.running.validationsteps import (
    ABORTED,
    conditions_hold,
    counted,
    failing_pattern,
    forgotten,
    is_final,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import ValidationStep
    from phaselint.dialects.climpt.running.session import Events, State


def preflight(state: State, validation: ValidationStep, events: Events) -> tuple[State, Judgement]:
    """Whether the conditions already hold; if they don't, the model isn't asked, and the next
    prompt is the retry prompt."""
    state, judged = conditions_hold(state, validation.conditions, events)
    if judged.failure is not None:
        return state, judged
    if judged.holds:
        return forgotten(state, validation), judged
    noted = failing_pattern(state, judged, preflight_failed=True)
    state, _ = _action(noted, validation, judged)
    state, checked = with_retry(state, validation, judged.validator, judged.result)
    return state, judged._replace(failure=checked.failure)


def failed(
    state: State, validation: ValidationStep, judged: Judgement
) -> tuple[State, Checked | None]:
    """The effect of a condition that fails after an answer: the end, another prompt, or nothing."""
    state, action = _action(state, validation, judged)
    if action == "abort":
        reason = f"validation `{validation.key}` aborts at step `{state.step}`"
        return state, Checked(failure=Failure(ABORTED, reason))
    if action == "skip":
        return state, None
    return with_retry(state, validation, judged.validator, judged.result)


def _action(state: State, validation: ValidationStep, judged: Judgement) -> tuple[State, str]:
    """Count the attempt, and return the action: `retry`, `abort` or `skip`."""
    action = validation.action or "retry"
    if is_final(judged):
        return state, "abort"
    if action != "retry":
        return state, action
    state, last = counted(state, validation)
    return state, "abort" if last else "retry"
