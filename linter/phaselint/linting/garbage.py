"""The garbage collector, for a process that lints and ends."""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """Let the garbage collector run less often: documents are trees without cycles, and going
    over them all the time doubles the work (core D.5). It is never turned off, since what is
    known of a contract has cycles."""
    gc.set_threshold(50_000, 20, 100)
