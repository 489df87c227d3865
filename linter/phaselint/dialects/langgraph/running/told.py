"""What tasks did, as it is told by events."""

from __future__ import annotations

from typing import Any

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.records import Event

    Deed = tuple[str, str, str]
    """A verb, a subject, and its node; nodes with their path."""

    Step = tuple[str, int]
    """The graph of a step, and its number there."""


class Told(NamedTuple):
    """A deed that is told: its thread, and the step whose threads these are."""

    deed: Deed
    thread: int
    step: Step


class Telling(dict[str, Any]):
    """The data of an event that reports deeds. They aren't part of the event's display."""

    deeds: tuple[Told, ...] = ()


def telling(events: Sequence[Event], deeds: Sequence[Told]) -> tuple[Event, ...]:
    """Events, the last of which tells deeds."""
    last = events[-1]
    data = Telling(last.data)
    data.deeds = tuple(deeds)
    return (*events[:-1], last._replace(data=data))
