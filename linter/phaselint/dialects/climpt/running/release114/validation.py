"""Validation of a run in release 1.14 (1.14 §4.4, §4.6).

Conditions that must hold before a closure step calls the model have their own lists. Their failure
ends the run; that of a condition after an answer counts an attempt.
"""

from __future__ import annotations

from phaselint.dialects.climpt.running import completion
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.retryprompts import pattern_of, retry_prompt
from phaselint.dialects.climpt.running.session import Checked, Judgement
from phaselint.dialects.climpt.running.validationsteps import (
    ABORTED,
    EXCEPTION,
    conditions_hold,
    counted,
    failing_pattern,
    is_final,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import ValidationStep, Validator
    from phaselint.dialects.climpt.reading.extractors import Result
    from phaselint.dialects.climpt.running.session import Events, Law, State

MISFIT = "The previous response did not match the expected format."
NO_PATH = 'Path must be a string, received "undefined"'


def preflight(
    state: State, validation: ValidationStep, prompt: str, events: Events
) -> tuple[State, Judgement]:
    """Whether the conditions hold that must hold beforehand; otherwise the run ends, whatever
    `onFailure` says, no attempt is counted, and the prompt that isn't sent is noted."""
    state, judged = conditions_hold(state, validation.preflight, events)
    if judged.holds:
        return state, judged
    if judged.failure is not None:
        return state.noting(prompt=prompt), judged
    reason = f"a condition of validation `{validation.key}` is false before step `{state.step}`"
    aborted = judged._replace(failure=Failure(ABORTED, reason))
    return state.noting(prompt=prompt, preflight_failed=True), aborted


def failed(
    state: State, validation: ValidationStep, judged: Judgement
) -> tuple[State, Checked | None]:
    """The effect of a condition that fails after an answer. The retry prompt is built first, even
    if the run is going to end."""
    state = state.noting(**failing_pattern(judged))
    prompt = completion.retry_prompt(state.law, validation, judged.validator, judged.result)
    if isinstance(prompt, Failure):
        return state, Checked(failure=prompt)
    if is_final(judged):
        return state, _aborted(state, validation, "trying again can't fix it")
    action = validation.action or "retry"
    if action == "skip":
        return state, None
    if action != "retry":
        return state._replace(retry=prompt), Checked()
    attempts, last = counted(state, validation)
    state = state._replace(retry=prompt, attempts=attempts)
    return state, _aborted(state, validation, "no attempt is left") if last else Checked()


def _aborted(state: State, validation: ValidationStep, why: str) -> Checked:
    reason = f"validation `{validation.key}` aborts at step `{state.step}`: {why}"
    return Checked(failure=Failure(ABORTED, reason))


def prompt_after(
    law: Law, validation: ValidationStep, validator: Validator | None, result: Result
) -> str | Failure:
    """The text of the next prompt; without a validator, its output didn't match the format. It is
    found by the members `c2` and `c3` of the validation step itself: without them there is none if
    prompts are looked for at all, and without a known pattern that says which, the process itself
    ends."""
    if validator is None:
        return MISFIT
    if (validation.c2 and validation.c3) or law.library.root is None:
        return retry_prompt(law, validation, validator, result)
    known = pattern_of(law.registry, validator, result) is not None
    return Failure(EXCEPTION, NO_PATH) if known else Failure("", f"the process ends: {NO_PATH}")
