"""How a command ends."""

from __future__ import annotations

OK, FINDINGS, FAILURE = 0, 1, 2
"""Exit statuses: no findings that count, findings that count, work not done."""

INTERRUPTED = "interrupted"
"""The message after an interruption."""
