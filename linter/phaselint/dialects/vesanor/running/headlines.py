"""Events as one line each, for readable traces (design §8)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def headline(data: Mapping[str, Any]) -> str:
    """A recorded turn as one line: what was released or blocked, and where it led."""
    if "phase_after" not in data:
        return _calls(data) if data["released"] else "blocked"
    if data["released"]:
        said = _calls(data)
    else:
        said = "nothing released" if data["blocked"] or data["error"] else "text only"
    blocked = "; ".join(f"`{b['tool']}` blocked: {b['reason']}" for b in data["blocked"])
    moved = data["phase_after"] != data["phase_before"]
    entered = f"phase -> `{data['phase_after']}`" if moved else ""
    killed = f"session killed by `{data['killed']}`" if "killed" in data else ""
    parts = [said, blocked, entered, data["error"], killed]
    return "; ".join(filter(None, parts))


def _calls(data: Mapping[str, Any]) -> str:
    failed = data.get("failed", ())
    return "call " + ", ".join(
        f"`{name}`{' (fails)' if name in failed else ''}" for name in data["released"]
    )
