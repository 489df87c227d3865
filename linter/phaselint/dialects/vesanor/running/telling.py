"""Turns of a session as clauses, for somebody who watches it."""

from __future__ import annotations

from phaselint.vocabulary.message import quote, quote_some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.records import Event


def told(event: Event) -> str:
    """A recorded turn, or a part of one, as a clause: what was called or blocked, and where it has
    led."""
    return "; ".join(_parts(event.data)) or "a response begins"


def _parts(data: Mapping[str, Any]) -> Iterator[str]:
    whole = "phase_after" in data
    failed = set(data.get("failed", ()))
    if data["released"]:
        yield f"the model calls {quote_some(data['released'])}"
    elif whole and not (data["blocked"] or data["error"]):
        yield "the model answers with text only"
    lost = [name for name in dict.fromkeys(data["released"]) if name in failed]
    if lost:
        yield f"the call fails: {quote_some(lost)}"
    for each in data["blocked"]:
        yield f"{quote(each['tool'])} is blocked: {each['reason']}"
    if whole and data["phase_after"] != data["phase_before"]:
        yield f"the phase becomes {quote(data['phase_after'])}"
    if whole and data["error"]:
        yield str(data["error"])
    if "killed" in data:
        yield f"{quote(data['killed'])} kills the session"
