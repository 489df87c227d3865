"""Whether an event, or a failure, is the one of a claim (`phaselint.vocabulary.claim`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.records import Event, Fault
    from phaselint.vocabulary.claim import Ends, Notes


def is_claimed_failure(fault: Fault | None, claim: Ends) -> bool:
    """Whether a failure is the one that is claimed; without one it isn't."""
    if fault is None or fault.code != claim.code:
        return False
    if fault.phase not in (claim.phase, *claim.others) or claim.why not in str(fault.why):
        return False
    return frozenset(fault.about).issuperset(claim.about)


def is_claimed_event(event: Event, claim: Notes) -> bool:
    """Whether an event is the one that is claimed."""
    if (event.kind, event.phase) != (claim.event, claim.phase):
        return False
    data = event.data
    return (
        all(data.get(key) == value for key, value in claim.fields.items())
        and all(_contains(data.get(key), parts) for key, parts in claim.holds.items())
        and all(
            key in data and not any(_contains(data[key], (part,)) for part in parts)
            for key, parts in claim.lacks.items()
        )
    )


def _contains(whole: Any, parts: Sequence[Any]) -> bool:
    """Whether a string or a list contains each part as often as it is listed."""
    if not isinstance(whole, (str, list, tuple)):
        return False
    return all(whole.count(part) >= parts.count(part) for part in parts)
