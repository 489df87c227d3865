"""What a turn did, and its event (reference §4.5)."""

from __future__ import annotations

from phaselint.dialects.records import Event
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.vesanor.reading.turns import Call
    from phaselint.dialects.vesanor.running.session import SessionState

SAY = "say"
"""The kind of the event of a part of a response that goes on (`parts`)."""


class Record(NamedTuple):
    """What a turn did, as far as it has been decided."""

    visible: tuple[str, ...] = ()
    removed: Mapping[str, str] = {}
    blocked: tuple[tuple[str, str], ...] = ()
    released: tuple[Call, ...] = ()
    error: str = ""
    extra: Mapping[str, Any] = {}


def _breaker(after: SessionState) -> str:
    """The breaker of `circuit_breaker` that has just killed a session (reference §2.3)."""
    most = after.law.limits.consecutive_errors
    failed = most is not None and after.errors_in_row >= most
    return "consecutive_errors" if failed else "consecutive_blocks"


def turn_event(before: SessionState, record: Record, after: SessionState) -> Event:
    failed = [call.tool for call in record.released if not call.ok]
    succeeded = {call.tool for call in record.released if call.ok}
    some = [index for index, call in enumerate(record.released) if not call.ok]
    return Event(
        "turn",
        {
            "phase_before": before.phase,
            "visible": list(record.visible),
            "removed": dict(record.removed),
            "blocked": [{"tool": tool, "reason": reason} for tool, reason in record.blocked],
            "released": [call.tool for call in record.released],
            "phase_after": after.phase,
            "error": record.error or None,
            **({"failed": failed} if failed else {}),
            **({} if succeeded.isdisjoint(failed) else {"failed_at": some}),
            **({"killed": _breaker(after)} if after.killed and not before.killed else {}),
            **record.extra,
        },
        before.phase or "",
    )
