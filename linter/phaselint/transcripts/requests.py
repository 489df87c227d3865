"""Sessions cut into requests: each message of the user begins a run of its own."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.transcripts.logs import Log


def by_request(log: Log) -> Log:
    """A log whose runs are requests."""
    return log._replace(runs=tuple(part for trace in log.runs for part in trace.parts()))
