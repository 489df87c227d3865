"""Values as strings of a body (reference §2.4)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def text_of(value: Any) -> str:
    """A context value as it is rendered: nothing for none, a string unchanged, else JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    from phaselint.javascript.texts import json_of

    return json_of(value)
