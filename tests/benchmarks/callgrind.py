"""How many instructions a command takes, counted by callgrind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

KEPT = ("HOME", "LD_LIBRARY_PATH", "PATH", "TMPDIR")
"""What a counted process keeps of the environment; all else is the same for everybody."""

TOOL = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
COLLECTED = re.compile(r"Collected : (\d+)")


def available() -> bool:
    """Whether valgrind is installed, and counts here."""
    try:
        instructions([sys.executable, "-c", "pass"])
    except (OSError, RuntimeError):
        return False
    return True


def instructions(command: Sequence[str], folder: str = ".", status: int = 0) -> int:
    """The instructions of a command, which is run twice: once uncounted, so that its modules are
    compiled and nothing is counted that ends otherwise. Processes it starts are not counted.

    Raises RuntimeError where it ends with another status than `status`.
    """
    _ended(command, folder, status)
    found = COLLECTED.search(_ended([*TOOL, *command], folder, status))
    if found is None:
        raise RuntimeError(f"callgrind says nothing of {' '.join(command)}")
    return int(found[1])


def _ended(command: Sequence[str], folder: str, status: int) -> str:
    """Run a command; gives what it writes to the standard error."""
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment |= {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0"}
    ended = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if ended.returncode != status:
        raise RuntimeError(f"{' '.join(command)} ends with {ended.returncode}:\n{ended.stderr}")
    return ended.stderr
