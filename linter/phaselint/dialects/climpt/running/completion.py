"""Is the run complete: validation, the closing signal, the verdict handler (reference §4.7)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.extractors import Result
from phaselint.dialects.climpt.reading.values import at
from phaselint.dialects.climpt.running.chains import advance
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.session import Checked
from phaselint.dialects.climpt.running.validationsteps import (
    conditions_hold,
    forgotten,
    outputs_fit,
)
from phaselint.dialects.climpt.running.verdicthandlers import finished

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.model import Step, ValidationStep, Validator
    from phaselint.dialects.climpt.running.session import Events, Law, State

SIGNAL_PATH = "next_action.action"
SIGNALS = ("closing", "repeat")


def signal_of(out: Any) -> str:
    """The closing signal of an answer: one of two literal words, or none."""
    word = at(out, SIGNAL_PATH)
    return word if isinstance(word, str) and word in SIGNALS else ""


def is_checked(law: Law, step: Step) -> bool:
    """Whether an answer of a step can reach a completion check (reference §4.2)."""
    gate = step.gate
    if step.kind == "closure" or not law.registry.gated or gate is None:
        return True
    return any(word in gate.allowed for word in _FINISHING)


_FINISHING = ("closing", "abort")


def check_completion(
    state: State, out: Any, prose: str, events: Events, *, finish: bool = False
) -> tuple[State, Checked]:
    """Say whether the run is complete; `finish` tells that a gate has ended it."""
    if state.law.validation is not None:
        state, stopped = _validated(state, state.law.validation, prose, events)
        if stopped is not None:
            return state, stopped
    if finish:
        return state, Checked(True)
    signal = signal_of(out)
    if signal and state.at.kind != "closure":
        reason = f"step `{state.step}` isn't a closure step, but answers `{signal}`"
        return state, Checked(failure=Failure("FAILED_STEP_ROUTING", reason))
    if signal:
        return _signalled(state, signal)
    state, done = finished(state, out, prose)
    return state.noting(handler_verdict=done), Checked(done)


def _signalled(state: State, signal: str) -> tuple[State, Checked]:
    """The effect of a closing signal: a repeat beyond the chain of its step ends the run."""
    if signal == "repeat":
        state, exhausted = advance(state)
        if exhausted is not None:
            return state, Checked(failure=exhausted)
    return state.noting(closure_signal=signal), Checked(signal == "closing")


def _validated(
    state: State, validation: ValidationStep, prose: str, events: Events
) -> tuple[State, Checked | None]:
    """What stops the validation after an answer, if anything. A success resets the attempts."""
    if not outputs_fit(validation, prose):
        state = state.noting(format_failed=True)
        prompt = retry_prompt(state.law, validation, None, Result())
        if isinstance(prompt, Failure):
            return state, Checked(failure=prompt)
        return state._replace(retry=prompt), Checked()
    state, judged = conditions_hold(state, validation.conditions, events)
    if judged.failure is not None:
        return state, Checked(failure=judged.failure)
    if not judged.holds:
        return state.law.release.failed(state, validation, judged)
    return forgotten(state, validation), None


def retry_prompt(
    law: Law, validation: ValidationStep, validator: Validator | None, result: Result
) -> str | Failure:
    """The prompt that replaces the next one after a failure; without one, the run ends."""
    return law.once(
        ("retry", validator and validator.name, result),
        lambda: law.release.retry_prompt(law, validation, validator, result),
    )
