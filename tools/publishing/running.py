"""Running the programs that a release takes."""

from __future__ import annotations

import os
import shlex
import subprocess
from typing import TYPE_CHECKING

from publishing import ReleaseError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LAST = 12
"""So many lines of what a program that fails has printed are shown."""


def run(
    *command: str | Path,
    folder: Path | None = None,
    status: int = 0,
    more: Mapping[str, str] | None = None,
) -> str:
    """Run a program and return what it prints on standard output.

    Args:
        folder: where it runs; none is the current one.
        status: the exit status that it must end with.
        more: variables of its environment, in addition to ours.

    Raises:
        ReleaseError: it can't be started or ends with another status.
    """
    words = [str(each) for each in command]
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env={**os.environ, **(more or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise ReleaseError(f"{words[0]} can't be started: {error.strerror}") from None
    if done.returncode != status:
        printed = (done.stdout + done.stderr).strip().splitlines()[-LAST:]
        told = "".join(f"\n  {line}" for line in printed)
        raise ReleaseError(
            f"`{shlex.join(words)}` ends with {done.returncode}, not {status}:{told}"
        )
    return done.stdout
