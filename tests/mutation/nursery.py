"""Runs pytest over and over, each time in a process of its own, which has what takes long to import
from the start: nothing of phaselint, since that is what changes.

A line of input says whether to keep what is compiled, and has pytest's arguments; the line of
output is what it returned.
"""

from __future__ import annotations

import json
import os
import signal
import sys

import hypothesis  # noqa: F401 - to have it imported
import jsonschema  # noqa: F401
import networkx  # noqa: F401
import pytest
import yaml  # noqa: F401

SECONDS = 240
"""After so long a run hangs."""

HUNG = -1


def run(keep: bool, arguments: list[str]) -> int:
    """What pytest returns for its arguments; `HUNG` where it was ended."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else HUNG
    sys.dont_write_bytecode = not keep
    signal.alarm(SECONDS)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os._exit(pytest.main(arguments))


def main() -> None:
    """Run what is asked for until there is nothing more."""
    assert not [name for name in sys.modules if name.startswith("phaselint")]
    for line in sys.stdin:
        print(run(*json.loads(line)), flush=True)


if __name__ == "__main__":
    main()
