"""How a guard keeps the state of a session: a part of guards that run as hooks."""

from __future__ import annotations

import json
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Data = dict[str, Any]

# part: begin
PATIENCE = 5
"""Seconds to wait for another process of this guard."""

OLD = 30 * 86400
"""Seconds after which the state of a session is removed."""


def folder() -> str:
    """The directory of the states, outside of the project, which the agent may edit."""
    found = os.environ.get("PHASELINT_GUARD_DIR")
    if not found:
        found = os.path.join(os.path.expanduser("~"), ".cache", "phaselint", "guards")
    os.makedirs(found, mode=0o700, exist_ok=True)
    return found


def locked(path: str) -> int:
    """A file that this process alone has; the system frees it when the process ends."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    end = time.monotonic() + PATIENCE
    while True:
        try:
            lock(file)
            return file
        except OSError:
            if time.monotonic() > end:
                raise TimeoutError from None
            time.sleep(0.005)


def lock(file: int) -> None:
    """Lock a file, or raise OSError at once where another process has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def store(path: str, data: Data) -> None:
    """Replace the state of a session as a whole."""
    new = path + ".new"
    file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "wb") as out:
        out.write(json.dumps(data, separators=(",", ":")).encode())
    os.replace(new, path)


def tidy(where: str) -> None:
    """Remove the states of sessions that ended long ago."""
    now = time.time()
    for each in os.scandir(where):
        if each.name.endswith(".json") and now - each.stat().st_mtime > OLD:
            os.unlink(each.path)
