"""What a run writes down as events, and its end by an exception."""

from __future__ import annotations

from phaselint.dialects.records import Event, OnDemand, Outcome
from phaselint.dialects.sweny.running.results import Ran, Threw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.sweny.running.results import Answer
    from phaselint.dialects.sweny.running.session import State

Events = list[Event]
"""The events of a step; the functions that take one append to it."""


def emit(events: Events, state: State, kind: str, /, **data: Any) -> None:
    """Write an event at the node a run is at."""
    events.append(Event(kind, data, state.node))


def emit_later(
    events: Events,
    state: State,
    kind: str,
    make: Callable[[], Mapping[str, Any]],
    known: Mapping[str, Any] | None = None,
) -> None:
    """Write an event whose data take long to make, and are made when they are first looked at: an
    exploration looks at those of few. `known` is what of them is at hand."""
    events.append(Event(kind, OnDemand(make, known), state.node))


def warn(events: Events, state: State, message: str) -> None:
    """Write what the reference logs as a warning."""
    emit(events, state, "warn", message=message)


def answer_data(answer: Answer) -> dict[str, Any]:
    """An answer as events have it."""
    if isinstance(answer, Ran):
        return answer.as_json()
    return {"throw": answer.text} if isinstance(answer, Threw) else {"text": answer.text}


def thrown(state: State, error: str) -> State:
    """The end of a run by an exception; the rest of the reference's own epilogue is not run."""
    return state._replace(pending=None, ended=Outcome("error", error), error=error)
