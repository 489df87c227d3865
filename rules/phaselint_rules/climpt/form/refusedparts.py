"""What boot refuses in a step of 1.14 other than its shape (reference climpt 1.14 §3.3)."""

from __future__ import annotations

PATTERN = ("retry", "onFailure", "patternRef")
CONDITIONS = ("retry", "postLLMConditions")
POLLING = "polling"


def leads_out(file: str) -> bool:
    """Whether boot refuses the path of a schema file (1.14 §3.3 A5)."""
    return file.startswith("/") or ".." in file
