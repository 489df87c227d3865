"""Doing something again whenever one of the files it looked at changes.

Files are looked at a few times a second: a contract is a handful of files, and what the system
offers to be told of changes differs from one to the next.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Stamp = tuple[int, int, int]
"""What tells a file or folder from what it was: time, size, number."""

PAUSE = 0.25
"""Seconds between two looks."""


def watch(act: Callable[[], Iterable[str]], wait: Callable[[], bool]) -> None:
    """Act, and act again after every change, until waiting says that it is enough.

    Args:
        act: does the work and gives the files and folders that it depends on.
        wait: lets time pass; false ends it all.
    """
    known: Mapping[str, Stamp | None] = {}
    while True:
        # What changes while the work is being done counts as a change after it.
        known = {path: known[path] if path in known else stamp(path) for path in act()}
        while (now := stamps(known)) == known:
            if not wait():
                return
        while True:  # let whoever writes several files finish
            known = now
            if not wait():
                return
            now = stamps(known)
            if now == known:
                break


def stamps(paths: Iterable[str]) -> dict[str, Stamp | None]:
    """The stamps of files and folders."""
    return {path: stamp(path) for path in paths}


def stamp(path: str) -> Stamp | None:
    """The stamp of a file or folder; none when it doesn't exist."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
