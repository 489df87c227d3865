"""How a command ends."""

from __future__ import annotations

OK, FINDINGS, FAILURE = 0, 1, 2
"""Exit statuses: nothing found that counts, something that does, work that was not done."""

INTERRUPTED = "interrupted"
"""What is said when somebody has ended it."""
