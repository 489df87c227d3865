"""Whether other processes can be started: not in WebAssembly."""

from __future__ import annotations

import sys

from phaselint.vocabulary.errors import UsageError

AVAILABLE = sys.platform != "emscripten"


def require(what: str) -> None:
    """Raises UsageError where there are no processes; `what` needs them, as in "`--jobs` needs"."""
    if not AVAILABLE:
        raise UsageError(
            f"{what} other processes, which WebAssembly doesn't have; install phaselint with pip"
        )
