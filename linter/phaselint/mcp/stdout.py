"""Standard output for messages alone."""

from __future__ import annotations

import os


def claimed() -> int:
    """A descriptor of standard output that only messages go to; prints go to standard error."""
    own = os.dup(1)
    os.dup2(2, 1)
    return own
