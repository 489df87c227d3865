"""What happens with an answer: gate and router in steps of the flow, the completion check
(reference §4.2, §4.3, §4.7)."""

from __future__ import annotations

from collections.abc import Mapping

from phaselint.dialects.climpt.reading.values import at
from phaselint.dialects.climpt.running.chains import advance, left
from phaselint.dialects.climpt.running.completion import SIGNAL_PATH, check_completion
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.gate import handed_off, interpret, target_of
from phaselint.dialects.climpt.running.outcomes import close, fail
from phaselint.dialects.climpt.running.router import Routed, route
from phaselint.dialects.climpt.running.verdicthandlers import would_finish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.model import Gate
    from phaselint.dialects.climpt.running.session import Checked, Events, State

SESSION = "session"
ROUTING = "FAILED_STEP_ROUTING"


def evaluated(state: State, out: Any, prose: str, events: Events) -> State:
    """Continue with the model's answer, if any."""
    named = out.get("stepId") if isinstance(out, Mapping) else None
    if isinstance(named, str) and named != state.step:
        state = state.noting(step_id_corrected=True)
        out = {**out, "stepId": state.step}
    state = remembered(state, out, prose)
    if state.at.kind == "closure":
        state, checked = check_completion(state, out, prose, events)
        if checked.done:
            state = _hooked(state, out)
        return _closed(state, checked, "", events)
    return _routed(state, out, prose, events)


def remembered(state: State, out: Any, prose: str) -> State:
    """The state in which the step left the answer behind."""
    left = {**out} if isinstance(out, Mapping) else {}
    left |= {"iteration": state.n, "sessionId": SESSION}
    errors = state.record.get("errors", ())
    if errors:
        left |= {"hasErrors": True, "errorCount": len(errors)}
    latest = would_finish(state.law, out, prose)
    context = {**state.context, state.step: left}
    return state._replace(context=context, said=(prose, left), latest=latest)


def _hooked(state: State, out: Any) -> State:
    """The state after the boundary hook of a finished closure step."""
    verdict = out.get("verdict") if isinstance(out, Mapping) else None
    if isinstance(verdict, str) and verdict:
        state = state._replace(verdict=verdict)
    return state.noting(boundary_hook=True)


def _routed(state: State, out: Any, prose: str, events: Events) -> State:
    """Read the gate of a step of the flow, and follow it (reference §4.2, §4.3)."""
    gated = state.law.registry.gated
    routed: Routed | None = None
    if gated and isinstance(out, Mapping) and state.at.gate is not None:
        state, routed = _through_gate(state, state.at.gate, out)
        if routed.failure is not None:
            return fail(state, routed.failure, events)
    if routed is None and state.n > 1 and gated:
        reason = f"no intent in iteration {state.n} on step `{state.step}`"
        return fail(state, Failure(ROUTING, reason), events)
    finish = routed is not None and routed.finish
    follow = routed.step if routed is not None else ""
    if follow:
        state = state.noting(next=follow)
    if gated and not finish and at(out, SIGNAL_PATH) != "closing":
        return close(state, events, done=False, follow=follow)
    state, checked = check_completion(state, out, prose, events, finish=finish)
    return _closed(state, checked, follow, events)


def _through_gate(state: State, gate: Gate, out: Mapping[str, Any]) -> tuple[State, Routed]:
    step = state.at
    reading = interpret(step, gate, out)
    if reading.failure is not None:
        return state, Routed(failure=reading.failure)
    record = {**state.record, "intent": reading.intent, "used_fallback": reading.used_fallback}
    context, handoff = state.context, handed_off(gate, out)
    if handoff:
        context = {**context, step.key: handoff}
        record["handoff"] = handoff
    target = target_of(gate, reading.intent, out)
    routed = route(state.law.registry.steps, step, reading.intent, target, handoff)
    if routed.failure is None:
        record["signal_closing"] = routed.finish
    state = state._replace(record=record, context=context)
    if routed.failure is not None:
        return state, routed
    if reading.intent != "repeat":
        return left(state), routed
    state, exhausted = advance(state)
    return state, routed if exhausted is None else Routed(failure=exhausted)


def _closed(state: State, checked: Checked, follow: str, events: Events) -> State:
    if checked.failure is not None:
        return fail(state, checked.failure, events)
    return close(state, events, done=checked.done, follow=follow)
