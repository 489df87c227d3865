"""What a run writes down as events, and how it ends (reference §5.11, §5.12).

A run by the documents and one by the reference write different lines. Every line is written by
one of the two functions here, which is silent where the other one is heard.
"""

from __future__ import annotations

from phaselint.dialects.records import Event, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.stud.running.session import Failure, Law, State

Events = list[Event]
"""The events of a step; the functions that take one append to it."""

BEFORE = "StagePreFired"
AFTER = "StagePostFired"
TURN_START = "SessionTurnStart"
TURN_END = "SessionTurnEnd"
EXIT = "WorkflowExit"


def emit(events: Events, law: Law, kind: str, stage: str = "", /, **data: Any) -> None:
    """Write an event of the documents, at a stage if one is named."""
    if not law.reference:
        events.append(Event(kind, {"stage": stage, **data} if stage else data, stage))


def fired(events: Events, law: Law, stage: str, *phases: str, **data: Any) -> None:
    """Write that phases of a stage begin and end, in the reference's words."""
    if law.reference:
        for phase in phases:
            events.append(Event(BEFORE, {"stage": stage, "phase": phase, **data}, stage))
            events.append(Event(AFTER, {"stage": stage, "phase": phase}, stage))


def exit_fired(events: Events, law: Law, stage: str, **data: Any) -> None:
    """Write the last two phases, the last one with data; the turn ends in Exit, for the
    reference."""
    if law.reference:
        events.append(Event(BEFORE, {"stage": stage, "phase": "Exit"}, stage))
        events.append(Event(TURN_END, {"stage": stage}, stage))
        events.append(Event(AFTER, {"stage": stage, "phase": "Exit"}, stage))
        fired(events, law, stage, "Next", **data)


def ended(state: State, outcome: Outcome, events: Events, failure: Failure | None = None) -> State:
    """The end of a run. Everything but a completed or a cancelled one has failed (§5.13)."""
    word = outcome.kind if outcome.kind in ("completed", "cancelled") else "failed"
    emit(events, state.law, EXIT, outcome=word)
    return state._replace(pending=None, ended=outcome, failure=failure)


def broken(state: State, failure: Failure, events: Events) -> State:
    """The end of a run by an error."""
    return ended(state, Outcome("error", f"{failure.kind}/{failure.code}"), events, failure)
