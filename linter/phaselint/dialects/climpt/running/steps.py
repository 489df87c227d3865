"""The loop: how an iteration starts and uses its answer (reference §4.1, §4.2, §4.7)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import object_in
from phaselint.dialects.climpt.running.answers import evaluated, remembered
from phaselint.dialects.climpt.running.events import emit
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.outcomes import again, close, dawn_of, fail, noted_errors
from phaselint.dialects.climpt.running.prompts import (
    NO_LIBRARY,
    closure_prompt,
    flow_prompt,
    system_prompt,
)
from phaselint.dialects.climpt.running.promptvariables import NO_INPUT
from phaselint.dialects.climpt.running.ratelimits import MOST_REFUSED, RATE_LIMIT, is_rate_limit
from phaselint.dialects.climpt.running.verdicthandlers import primed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaselint.dialects.climpt.reading.permissions import Permissions
    from phaselint.dialects.climpt.running.session import Answer, Events, State

UNRESOLVED = "SCHEMA_POINTER_ERROR"


def proceed(state: State, events: Events) -> State:
    """Continue until the model must be asked, or the run has ended."""
    while state.ended is None and not state.waiting:
        state = _begin(state, events)
    return state


def answered(state: State, answer: Answer, events: Events) -> State:
    """Use the answer that the run waits for, and continue."""
    if not state.waiting:
        return state
    told = {"prompt": state.record["prompt"], "answer": as_json(answer)}
    record = {**state.record, "answered": True}
    if answer.calls:
        granted = granted_at(state)
        denied = [call["tool"] for call in answer.calls if granted.denies(call)]
        record |= {"denied": denied} if denied else {}
        told["called"] = [call["tool"] for call in answer.calls if not granted.denies(call)]
    emit(events, state, "model:run", **told)
    state = state._replace(
        waiting=False,
        calls=state.calls + 1,
        supplies={**state.supplies, **answer.supplies} if answer.supplies else state.supplies,
        early=answer.early,
        record=record,
    )
    return proceed(_taken(state, answer, events), events)


def as_json(answer: Answer) -> dict[str, Any]:
    """An answer in the form of events."""
    found: dict[str, Any] = {} if answer.so is None else {"so": answer.so}
    if answer.text:
        found["text"] = answer.text
    if answer.error:
        found["error"] = answer.error
    if answer.calls:
        found["toolCalls"] = list(answer.calls)
    return found


def _begin(state: State, events: Events) -> State:
    """Start an iteration, up to the call of the model."""
    n, step = state.n + 1, state.at
    closing = step.kind == "closure"
    granted = granted_at(state)
    record = {
        "n": n,
        "step": step.key,
        "loop": "closure" if closing else "flow",
        "prompt": None,
        "model_called": False,
        "answered": False,
        "tools": list(granted.tools),
        "permissionMode": granted.mode,
    }
    state = state._replace(n=n, dawn=dawn_of(state, n), record=record)
    if not closing:
        prompt, state = _prompt(state, flow_prompt)
        return _ask(state, _tolerated(state, prompt), events)
    if step.runner is not None and step.runner.command:
        from phaselint.dialects.climpt.running.closurecommands import run_subprocess

        return run_subprocess(state, step.runner, events)
    return _begin_closure(state, events)


def granted_at(state: State) -> Permissions:
    """What the current step of a run can use."""
    law, step = state.law, state.at
    return law.once(("granted", step.key), lambda: law.release.granted(law, step))


def _prompt(state: State, own: Callable[[State], str | Failure]) -> tuple[str | Failure, State]:
    """The prompt of an iteration: that of a retry, or else the step's own, with the adaptation that
    a repeat left for it."""
    if state.retry:
        return state.retry, state
    return own(state), state._replace(pending="") if state.pending else state


def _begin_closure(state: State, events: Events) -> State:
    """Find the prompt, then check whether the validators already hold ("preflight"). A prompt that
    the library can't build is replaced; inputs are read before that."""
    prompt, state = _prompt(state, closure_prompt)
    if isinstance(prompt, Failure):
        if prompt.code == NO_INPUT and not state.law.lenient:
            return fail(state, prompt, events)
        state = primed(state.noting(handler_prompted=True))
        if prompt.code != NO_LIBRARY:
            state = state.noting(closure_prompt_failed=True, prompt_failure=prompt.code)
        prompt = _tolerated(state, state.law.release.handler_prompt(state))
        if isinstance(prompt, Failure):
            return fail(state, prompt, events)
    validation = state.law.validation
    if validation is None:
        return _ask(state, prompt, events)
    release = state.law.release
    state, judged = release.preflight(state, validation, prompt, events)
    if judged.holds:
        return _ask(state, prompt, events)
    if judged.failure is not None:
        return fail(state, judged.failure, events)
    return close(state, events, done=False)


def _tolerated(state: State, prompt: str | Failure) -> str | Failure:
    """A prompt, or its replacement in runs that only show paths."""
    if isinstance(prompt, Failure) and state.law.lenient:
        return f"(no prompt: {prompt.code})"
    return prompt


def _ask(state: State, prompt: str | Failure, events: Events) -> State:
    """Reach the call of the model with a prompt."""
    if isinstance(prompt, Failure):
        return fail(state, prompt, events)
    law, record = state.law, {**state.record, "prompt": prompt}
    system = _tolerated(state, law.once("system", lambda: system_prompt(law)))
    failure = system if isinstance(system, Failure) else None if law.lenient else law.barred
    if failure is not None:
        return fail(state._replace(retry=None, record=record), failure, events)
    record |= {"model_called": True, "system": system}
    schema = law.schemas.get(state.step)
    if schema is not None and schema.error == UNRESOLVED:
        state = state._replace(retry=None, record=record)
        state = noted_errors(state, "the output schema can't be resolved")
        return evaluated(state, None, "", events)
    return state._replace(retry=None, waiting=True, record=record)


def _taken(state: State, answer: Answer, events: Events) -> State:
    if answer.error:
        return _failed(state, answer.error, events)
    schema = state.law.schemas.get(state.step)
    out = answer.so
    if out is None and schema is not None and schema.schema is not None:
        out = object_in(answer.text)
    return evaluated(
        state if state.responded else state._replace(responded=True), out, answer.text, events
    )


def _failed(state: State, message: str, events: Events) -> State:
    """Continue after a failed call. A call refused by a rate limit is repeated, and the last of
    several ends the run."""
    if not is_rate_limit(message):
        state = noted_errors(state._replace(limited=0), message)
        return evaluated(state, None, "", events)
    state = state._replace(limited=state.limited + 1)
    if state.limited >= MOST_REFUSED:
        reason = f"a rate limit has refused {state.limited} calls"
        return fail(state, Failure(RATE_LIMIT, reason), events)
    return again(remembered(noted_errors(state, message), None, ""), events)
