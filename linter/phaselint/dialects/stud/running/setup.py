"""Setup and Init: the context, the checks and the rendered body (reference §5.3 R4–R9)."""

from __future__ import annotations

from phaselint.dialects.records import Event, OnDemand, Outcome
from phaselint.dialects.stud.reading.placeholders import rendered
from phaselint.dialects.stud.running.acceptance import given
from phaselint.dialects.stud.running.events import broken, emit, ended, fired
from phaselint.dialects.stud.running.session import RUN_ID, Entered, Failure, Log, Rendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.events import Events
    from phaselint.dialects.stud.running.session import Execution, Law, State

ENTERED = "StageEntered"
INPUTS = "InputsSchemaViolation"
COLLISION = "CompletionToolCollision"
UNRESOLVED = "AllowedToolUnresolved"
INIT_FAILED = "StageInitFailed"
LIMIT = Failure("x-Harness", "LimitExceeded")


def full(state: State) -> bool:
    """Whether no further stage execution may begin (R3)."""
    return state.law.most is not None and state.executed >= state.law.most


def limited(state: State, events: Events) -> State:
    """The end of a run that nothing else has bounded (R3)."""
    return ended(state, Outcome("limit", f"{LIMIT.kind}/{LIMIT.code}"), events, LIMIT)


def enter(state: State, events: Events) -> State:
    """The state after Setup and Init of the current execution."""
    if full(state):
        return limited(state, events)
    law, stage = state.law, state.current.stage
    visit = state.visits.of(stage.id)
    execution = state.current._replace(visit=visit, phase="gate")
    state = state._replace(
        executed=state.executed + 1,
        visits=state.visits.with_one(stage.id),
        now=execution,
        log=Log(Entered(stage.id), state.log),
    )
    reason = "" if law.reference else init_failure(law, execution)
    known: dict[str, Any] = {"stage": stage.id, "from": list(execution.origins)}
    known |= {"sibling": state.sibling} if state.sibling else {}
    if reason:
        events.append(Event(ENTERED, known, stage.id))
        emit(events, law, INIT_FAILED, stage.id, reason=reason)
        return broken(state, Failure("Validation", INIT_FAILED, stage.id), events)
    told = OnDemand(lambda: {**known, **_prompt(law, execution)}, known)
    if law.reference:
        setup = {key: told[key] for key in told if key != "stage"}
        fired(events, law, stage.id, "Setup", **setup)
        fired(events, law, stage.id, "Init")
    else:
        events.append(Event(ENTERED, told, stage.id))
    return state.noting(Rendered(stage.id, told))


def init_failure(law: Law, execution: Execution) -> str:
    """Why an execution cannot begin; empty where it can (R6, R7)."""
    stage = execution.stage
    if stage.has("inputsSchema"):
        for result in execution.upstream:
            if not given(law, stage, result):
                return INPUTS
    reason, _ = unfit_tool(law, stage)
    return reason


def unfit_tool(law: Law, stage: Stage) -> tuple[str, str]:
    """Why a tool keeps a stage from beginning, and which (R7); both empty where none does."""
    if law.registry is None:
        return "", ""
    if stage.completion_tool in law.registry:
        return COLLISION, stage.completion_tool
    unknown = (name for name in stage.allowed or () if name not in law.registry)
    return next(((UNRESOLVED, name) for name in unknown), ("", ""))


def tools_of(law: Law, stage: Stage) -> list[str]:
    """The tools that the model is told of, the completion tool last (R8)."""
    allowed = (name for name in stage.allowed or () if law.registry is None or name in law.registry)
    return list(dict.fromkeys((*allowed, stage.completion_tool)))


def context_of(law: Law, execution: Execution) -> dict[str, Any]:
    """What placeholders can read (R5). With the reference it starts empty."""
    own = nth(law.world.setups.get(execution.id, ()), execution.visit) or {}
    if law.reference:
        return dict(own)
    return {
        **law.ctx,
        **own,
        "upstream": [result.as_json() for result in execution.upstream],
        "workflowRunId": RUN_ID,
        "stageExecutionId": execution.name,
    }


def _prompt(law: Law, execution: Execution) -> dict[str, Any]:
    """The rendered body (R9), and what is in the place of each placeholder."""
    stage = execution.stage
    text = stage.body.text
    if "{" not in text:
        return {"body": text, "filled": {}}
    values = {key: value for key, value in stage.value.items() if key not in ("body", "next")}
    context = context_of(law, execution)
    body, filled = rendered(text, context, values, not law.reference)
    return {"body": body, "filled": filled}


def nth(listed: Sequence[Any], number: int) -> Any:
    """The entry with a number, the last one for all beyond; none of an empty list."""
    return listed[min(number, len(listed) - 1)] if listed else None
