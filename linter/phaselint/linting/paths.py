"""Paths as a user names them: what is behind one on disk, and what it names in that."""

from __future__ import annotations

import os

from phaselint.dialects.base import SEPARATOR
from phaselint.project.files import NotReadable, check_regular


def parted(path: str) -> tuple[str, str]:
    """The file of a path, and the rest where it names one contract of several in that: what begins
    at `::`, as in `FILE::NAME`."""
    file, separator, name = path.rpartition(SEPARATOR)
    if not separator or not file or os.path.lexists(path):
        return path, ""
    return file, separator + name


def unusable(path: str) -> str:
    """Why a named path cannot be linted at all, or nothing."""
    if not os.path.lexists(path):
        return "no such file or directory"
    if os.path.isdir(path):
        return "" if os.access(path, os.R_OK | os.X_OK) else "permission denied"
    try:
        check_regular(os.stat(path).st_mode)
    except NotReadable as error:
        return str(error)
    except OSError:
        return "is a symbolic link to a missing file, or to itself"
    return "" if os.access(path, os.R_OK) else "permission denied"
