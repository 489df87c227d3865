"""Values as text (reference §2.4)."""

from __future__ import annotations

import json
from typing import Any


def compact(value: Any) -> str:
    """A value as JSON without blanks, as `JSON.stringify` writes it."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        value = int(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def text_of(value: Any) -> str:
    """A context value as it is rendered: nothing for none, a string as it is."""
    if value is None:
        return ""
    return value if isinstance(value, str) else compact(value)
