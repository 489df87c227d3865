"""Calls refused by a rate limit (reference §4.1)."""

from __future__ import annotations

import re

RATE_LIMIT = "AGENT_RATE_LIMIT"
"""The error of a run after too many refused calls."""

MOST_REFUSED = 5
"""How many refused calls end a run. An answered call doesn't reset their number."""

_WORDS = r"(?i)rate.?limit|429|too many requests|You've hit your limit|resets.*[0-9]+am|usage limit"


def is_rate_limit(message: str) -> bool:
    """Whether an error comes from a rate limit, by its words."""
    return re.search(_WORDS, message) is not None
