"""`phaselint lint --watch` (design §9)."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress

from phaselint.cli import streams
from phaselint.cli.outcome import OK
from phaselint.linting import watch as watching
from phaselint.vocabulary.errors import PhaselintError
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.linting.result import Result

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a terminal and its scrollback."""


LINE = f"{'-' * 80}\n"
"""Separates one report for people from the next if there is no terminal to clear."""


def watch(once: Callable[[], Result], between: str = "") -> int:
    """Lint, and again after every change, until the user interrupts it. Returns the exit status.

    Args:
        between: what to write between two reports.

    Raises:
        PhaselintError: the first run failed; later failures are only reported.
    """
    seen: tuple[str, ...] = ()

    def act() -> tuple[str, ...]:
        nonlocal seen
        if sys.stdout.isatty():
            streams.write([CLEAR])
        elif seen:
            streams.write([between])
        try:
            seen = tuple(watched(once()))
        except PhaselintError as error:
            if not seen:
                raise
            streams.complain(str(error))
        streams.complain(f"watching {plural(len(seen), 'path')}; press Ctrl-C to stop")
        return seen

    with suppress(KeyboardInterrupt):
        watching.watch(act, _pause)
    return OK


def watched(result: Result) -> Iterator[str]:
    """The dependencies of a run: the documents it read, the folders it listed, in which files can
    appear or vanish, and the configuration."""
    for workspace in result.workspaces:
        for folder in ("", *result.listed[workspace.root]):
            yield os.path.join(workspace.root, folder)
    yield from result.files()


def _pause() -> bool:
    time.sleep(watching.PAUSE)
    return True
