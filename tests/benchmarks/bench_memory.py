"""The peak memory of linting many contract sets beside that of linting one, and in megabytes: of
one process, and of the largest where two share the work (design §11).

Run it as a script: `python tests/benchmarks/bench_memory.py [SETS]`. It imports nothing large,
because the system counts for a new process what the one that started it had.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.contracts import write_sets

LINT = """
import sys
from resource import RUSAGE_SELF, getrusage
from phaselint.api import builtin_rules
from phaselint.linting.run import run
from phaselint.linting.request import Request
if sys.argv[1:]:
    run(Request((sys.argv[1],), isolated=True, jobs=1), builtin_rules())
print(getrusage(RUSAGE_SELF).ru_maxrss)
"""

COMMAND = """
import ctypes, os, subprocess, sys
from contextlib import suppress
from resource import RUSAGE_CHILDREN, getrusage
SET_CHILD_SUBREAPER = 36
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
with suppress(ChildProcessError):
    while True:
        os.wait()
print(getrusage(RUSAGE_CHILDREN).ru_maxrss)
"""
"""Runs a command and says what the largest of its processes took. Workers may be copies of a
process that ends a little after the command, which then has to become a child of this one to be
counted."""


def peak(*folder: str) -> int:
    """The peak memory of a process that lints a folder, or only imports what that takes."""
    return _said(sys.executable, "-c", LINT, *folder)


def megabytes(folder: str, jobs: int) -> float:
    """The peak memory of the command that lints a folder, or of the largest of its processes."""
    lint = ("-m", "phaselint", "lint", "--isolated", "--jobs", str(jobs), folder)
    said = _said(sys.executable, "-c", COMMAND, sys.executable, *lint)
    return said / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _said(*words: str) -> int:
    return int(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def main(count: int = 1000) -> None:
    """Print the ratios and the megabytes."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as many:
        write_sets(one, 1)
        write_sets(many, count)
        first = peak(one)
        print(f"peak memory, {count} sets: {peak(many) / first:.2f} x one set")
        print(f"peak memory, imports alone: {peak() / first:.2f} x one set")
        alone, together = (megabytes(many, jobs) for jobs in (1, 2))
        print(f"largest process, {count} sets: {alone:.0f} MB; {together:.0f} MB of two")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
