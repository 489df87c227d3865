"""The progress line on a terminal, for runs that take long. Imported only if somebody can read
it."""

from __future__ import annotations

import os
import sys
from time import monotonic

from phaselint.cli import streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 1.0
"""Seconds without a line, for runs that end before."""

BETWEEN = 0.1
"""Seconds between two states of the line."""


class ProgressLine:
    """Reports the progress of a run on standard error.

    Args:
        clock: gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._next = clock() + PATIENCE
        self._width = 0

    def __call__(self, done: int, known: int) -> None:
        """Write the line again, unless that happened a moment ago.

        Args:
            done: the number of folders and files checked.
            known: the number known so far.
        """
        now = self._clock()
        if now < self._next:
            return
        self._next = now + BETWEEN
        text = f"checked {done:,} of {known:,} folders and files"[: _columns() - 1]
        streams.write_stderr((f"\r{text.ljust(self._width)}",))
        self._width = len(text)

    def erase(self) -> None:
        """Remove the line before anything else is written."""
        if self._width:
            streams.write_stderr((f"\r{' ' * self._width}\r",))
            self._width = 0


def _columns() -> int:
    """The width of the terminal: a longer line couldn't be removed."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:  # it isn't one of the system's
        return 80
