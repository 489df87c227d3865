"""Tool calls: who may call what, and how calls end (reference §5.7 R27–R31).

First all calls of a response are judged, in order; then those that are approved run, in the same
order. One that fails or is denied stops none of the others. How a call ended is written in runs by
the reference as well, which has no line for it: only this line tells that one was made.
"""

from __future__ import annotations

from phaselint.dialects.records import Event
from phaselint.dialects.stud.running.events import emit
from phaselint.dialects.stud.running.grants import Grant, Ledger, digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.stud.running.events import Events
    from phaselint.dialects.stud.running.session import Call, Execution, Law, State

ENVELOPE = "sm-envelope"
TOKEN = "sm-grant-token"
DENIED = "GrantDenied"
UNAVAILABLE = "tool-not-available"
CALLED = "ToolInvocationSucceeded"
CALL_FAILED = "ToolInvocationFailed"
UNTYPED = ("ToolTerminal", "ToolExecutionFailed")


def dispatch(state: State, calls: Sequence[Call], events: Events) -> State:
    """The state after the calls of a response, none of which is the completion tool."""
    execution, ledger = state.current, Ledger()
    approved = []
    for number, call in enumerate(calls):
        execution, ledger, passed = _judge(state.law, execution, ledger, call, number, events)
        if passed:
            approved.append(call)
    state = state.moved(execution)
    for call in approved:
        state = _run(state, call, events)
    return state


def _judge(
    law: Law, execution: Execution, ledger: Ledger, call: Call, number: int, events: Events
) -> tuple[Execution, Ledger, bool]:
    """Whether a call is approved, and what asking for it has changed."""
    stage, tool = execution.stage, call.name
    emit(events, law, "ToolInvocationProposed", stage.id, tool=tool)
    if law.registry is not None and tool not in law.registry:
        emit(events, law, "ToolInvocationCancelled", stage.id, tool=tool, reason=UNAVAILABLE)
        return execution, ledger, False
    source = ENVELOPE
    if tool not in (stage.allowed or ()):
        source = TOKEN
        execution, decision = _asked(law, execution, tool)
        if decision != "approve":
            emit(events, law, "ToolCallDenied", stage.id, tool=tool, code=DENIED)
            return execution, ledger, False
        emit(events, law, "StageGranted", stage.id, tool=tool)
        proposal = f"{execution.attempt}.{execution.turn}.{number}"
        grant = Grant(execution.name, execution.attempt, proposal, tool, digest(call.args))
        ledger, wrong = ledger.issue(grant).consume(grant)
        if wrong:
            emit(events, law, "ToolCallDenied", stage.id, tool=tool, code=wrong)
            return execution, ledger, False
    code = next((code for name, code in law.world.guards if name == tool), None)
    if code is not None:
        emit(events, law, "ToolCallDenied", stage.id, tool=tool, code=code)
        return execution, ledger, False
    emit(events, law, "ToolCallApproved", stage.id, tool=tool, source=source)
    return execution, ledger, True


def _asked(law: Law, execution: Execution, tool: str) -> tuple[Execution, str]:
    """One grant question: what is decided, with the question counted. No entry in the world is
    no one who could be asked."""
    decisions = law.world.grants.get(execution.id, {}).get(tool, ())
    if not decisions:
        return execution, "deny"
    count = execution.asked.get(tool, 0)
    asked = {**execution.asked, tool: min(count + 1, len(decisions) - 1)}
    return execution._replace(asked=asked), decisions[min(count, len(decisions) - 1)]


def _run(state: State, call: Call, events: Events) -> State:
    """Run an approved call: it succeeds unless the world has an error for it."""
    law, stage, tool = state.law, state.current.id, call.name
    results = law.world.results.get(tool, ())
    result: Any = None
    if results:
        count = state.used.get(tool, 0)
        result = results[min(count, len(results) - 1)]
        state = state._replace(used={**state.used, tool: min(count + 1, len(results) - 1)})
    emit(events, law, "ToolInvocationStarted", stage, tool=tool)
    told: dict[str, Any] = {"stage": stage, "tool": tool}
    told |= {"sibling": state.sibling} if state.sibling else {}
    failed = isinstance(result, dict) and "error" in result
    told |= {"error": _error(result["error"])} if failed else {}
    events.append(Event(CALL_FAILED if failed else CALLED, told, stage))
    return state


def _error(error: Any) -> str:
    """Class and code of a failure; one without both is untyped."""
    found = error if isinstance(error, dict) else {}
    kind, code = found.get("class"), found.get("code")
    if not isinstance(kind, str) or not isinstance(code, str):
        kind, code = UNTYPED
    return f"{kind}/{code}"
