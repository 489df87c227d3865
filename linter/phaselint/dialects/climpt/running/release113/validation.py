"""Validation of a run in release 1.13 (reference §4.7, §4.8).

The conditions are checked before a closure step calls the model and after it answers. Both count
attempts, but only the check after the answer obeys the action.
"""

from __future__ import annotations

from phaselint.dialects.climpt.running.completion import retry_prompt
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
    from collections.abc import Mapping

    from phaselint.dialects.climpt.model import ValidationStep
    from phaselint.dialects.climpt.running.session import Events, State


def preflight(
    state: State, validation: ValidationStep, prompt: str, events: Events
) -> tuple[State, Judgement]:
    """Whether the conditions already hold; if they don't, the model isn't asked, the prompt that
    it would have been sent is noted, and the next one is the retry prompt."""
    state, judged = conditions_hold(state, validation.conditions, events)
    if judged.holds:
        return forgotten(state, validation), judged
    if judged.failure is not None:
        return state.noting(prompt=prompt), judged
    noted = {"prompt": prompt, **failing_pattern(judged), "preflight_failed": True}
    record = {**state.record, **noted}
    attempts, _ = _action(state, validation, judged)
    again = retry_prompt(state.law, validation, judged.validator, judged.result)
    if isinstance(again, Failure):
        return state._replace(record=record, attempts=attempts), judged._replace(failure=again)
    return state._replace(record=record, attempts=attempts, retry=again), judged


def failed(
    state: State, validation: ValidationStep, judged: Judgement
) -> tuple[State, Checked | None]:
    """The effect of a condition that fails after an answer: the end, another prompt, or nothing."""
    attempts, action = _action(state, validation, judged)
    record = {**state.record, **failing_pattern(judged)}
    if action == "skip":
        return state._replace(record=record), None
    if action == "abort":
        reason = f"validation `{validation.key}` aborts at step `{state.step}`"
        failure = Failure(ABORTED, reason)
        return state._replace(record=record, attempts=attempts), Checked(failure=failure)
    prompt = retry_prompt(state.law, validation, judged.validator, judged.result)
    if isinstance(prompt, Failure):
        return state._replace(record=record, attempts=attempts), Checked(failure=prompt)
    return state._replace(record=record, attempts=attempts, retry=prompt), Checked()


def _action(
    state: State, validation: ValidationStep, judged: Judgement
) -> tuple[Mapping[str, int], str]:
    """The attempts, with this one if it counts, and the action: `retry`, `abort` or `skip`."""
    action = validation.action or "retry"
    if is_final(judged):
        return state.attempts, "abort"
    if action != "retry":
        return state.attempts, action
    attempts, last = counted(state, validation)
    return attempts, "abort" if last else "retry"
