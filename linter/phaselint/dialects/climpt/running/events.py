"""How a run records events (design §8)."""

from __future__ import annotations

from phaselint.dialects.records import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.running.session import Events, State


def emit(events: Events, state: State, kind: str, /, **data: Any) -> None:
    """Record an event at the current step of a run."""
    events.append(Event(kind, data, state.step))
