"""Whether an event, or a failure, is the one of a claim (`phaselint.vocabulary.claim`)."""

from __future__ import annotations

from collections.abc import Mapping

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


def is_claimed_event(event: Event, claim: Notes, fields: Mapping[Any, Any] | None = None) -> bool:
    """Whether an event is the one that is claimed, with these values in place of the claim's own if
    there are any."""
    if event.kind != claim.event or event.phase not in (claim.phase, *claim.others):
        return False
    data, wanted = event.data, claim.fields if fields is None else fields
    return (
        all(_found(data, key) == value for key, value in wanted.items())
        and all(_contains(_found(data, key), parts) for key, parts in claim.holds.items())
        and all(
            (whole := _found(data, key)) is not None
            and not any(_contains(whole, (part,)) for part in parts)
            for key, parts in claim.lacks.items()
        )
    )


def _found(data: Any, key: str | tuple[str | int, ...]) -> Any:
    """What is at a key, or at the end of a path of keys and indexes; None where nothing is."""
    for each in (key,) if isinstance(key, str) else key:
        if isinstance(data, Mapping):
            data = data.get(each)
        elif isinstance(data, (list, tuple)) and isinstance(each, int) and each < len(data):
            data = data[each]
        else:
            return None
    return data


def _contains(whole: Any, parts: Sequence[Any]) -> bool:
    """Whether a string or a list contains each part as often as it is listed, or a mapping each
    pair of a key and its value."""
    if isinstance(whole, Mapping):
        pairs = list(whole.items())
        return all(part in pairs for part in parts)
    if not isinstance(whole, (str, list, tuple)):
        return False
    return all(whole.count(part) >= parts.count(part) for part in parts)
