"""Events as one line each, for readable traces (design §8)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def headline(data: Mapping[str, Any]) -> str:
    """A recorded turn as one line: what was released or blocked, and where it led."""
    if "phase_after" not in data:
        return "; ".join(filter(None, (_calls(data), _blocked(data)))) or "a response begins"
    if data["released"]:
        said = _calls(data)
    else:
        said = "nothing released" if data["blocked"] or data["error"] else "text only"
    moved = data["phase_after"] != data["phase_before"]
    entered = f"phase -> `{data['phase_after']}`" if moved else ""
    killed = f"session killed by `{data['killed']}`" if "killed" in data else ""
    parts = [said, _blocked(data), entered, data["error"], killed]
    return "; ".join(filter(None, parts))


def _calls(data: Mapping[str, Any]) -> str:
    failed = data.get("failed", ())
    calls = (f"`{name}`{' (fails)' if name in failed else ''}" for name in data["released"])
    return "call " + ", ".join(calls) if data["released"] else ""


def _blocked(data: Mapping[str, Any]) -> str:
    return "; ".join(f"`{each['tool']}` blocked: {each['reason']}" for each in data["blocked"])
