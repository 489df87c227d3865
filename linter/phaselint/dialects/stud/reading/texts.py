"""Values as texts of a body (reference §2.4)."""

from __future__ import annotations

from typing import Any

from phaselint.javascript.texts import json_of


def text_of(value: Any) -> str:
    """A context value as it is rendered: nothing for none, a string as it is, else JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json_of(value)
