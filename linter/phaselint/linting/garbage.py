"""The garbage collector, for a process that lints and ends."""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """Let the garbage collector run less often: documents are trees without cycles, and going
    over them all the time doubles the work (core D.5). It is never turned off, since what is
    known of a contract has cycles. A dry run of a small project makes some 100,000 objects: to go
    over them once takes as long as to start Python, and frees next to nothing."""
    gc.set_threshold(200_000, 20, 100)
