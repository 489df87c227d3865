"""The line on a terminal that says how far a run is, once it takes its time. Imported only where
there is somebody to read it."""

from __future__ import annotations

import os
import sys
from time import monotonic

from phaselint.cli import streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 1.0
"""Seconds without a line: who waits no longer needs none."""

BETWEEN = 0.1
"""Seconds between two states of the line."""


class ProgressLine:
    """Says on standard error how much of a run is done.

    Args:
        clock: gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._next = clock() + PATIENCE
        self._width = 0

    def __call__(self, done: int, known: int) -> None:
        """Write the line anew, unless that was done a moment ago.

        Args:
            done: how many folders and files were looked at.
            known: how many are known of.
        """
        now = self._clock()
        if now < self._next:
            return
        self._next = now + BETWEEN
        text = f"checked {done:,} of {known:,} folders and files"[: _columns() - 1]
        streams.write_stderr((f"\r{text.ljust(self._width)}",))
        self._width = len(text)

    def erase(self) -> None:
        """Take the line away, in front of anything else that is written."""
        if self._width:
            streams.write_stderr((f"\r{' ' * self._width}\r",))
            self._width = 0


def _columns() -> int:
    """How wide the terminal is: what does not fit in a line could not be taken away."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:  # it is none of the system's
        return 80
