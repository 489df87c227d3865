"""Calls that a rate limit refuses (reference §4.1)."""

from __future__ import annotations

import re

RATE_LIMIT = "AGENT_RATE_LIMIT"
"""What a run ends with once its calls were refused so often."""

MOST_REFUSED = 5
"""How many refused calls end a run. A call that is answered does not set their number back."""

_WORDS = re.compile(
    r"rate.?limit|429|too many requests|You've hit your limit|resets.*[0-9]+am|usage limit",
    re.IGNORECASE,
)


def is_rate_limit(message: str) -> bool:
    """Whether an error is one of a rate limit, by its words."""
    return _WORDS.search(message) is not None
