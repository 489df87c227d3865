"""`python -m phaselint`, and what the console script runs: the command line, with an end that is
one line even where it is interrupted before there is any."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def run() -> NoReturn:
    """Run the command line and end the process."""
    try:
        from phaselint.cli import script

        script()
    except KeyboardInterrupt:
        sys.stderr.write("\nphaselint: interrupted\n")
        sys.stderr.flush()
        os._exit(2)


if __name__ == "__main__":  # a process of a large run imports this module again
    run()
