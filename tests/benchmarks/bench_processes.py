"""What a second process brings to linting many contract sets, and what it costs.

Run it as a script: `python tests/benchmarks/bench_processes.py [PAIRS [SETS [ENVIRONMENT]]]`. The
first figure says something only on a machine that does nothing else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from typing import NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.bench_startup import HERE, clean_environment
from benchmarks.calls import Call, words
from benchmarks.contracts import write_sets

MEASURED = """
import ctypes, os, subprocess, sys
from contextlib import suppress
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter
SET_CHILD_SUBREAPER = 36
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
begin = perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(perf_counter() - begin)
with suppress(ChildProcessError):
    while True:
        os.wait()
usage = getrusage(RUSAGE_CHILDREN)
print(usage.ru_utime + usage.ru_stime)
"""
"""Runs a command and says what it cost. Workers may be copies of a process that ends a little after
the command, which then has to become a child of this one for their time to be counted."""


class Cost(NamedTuple):
    """The seconds that passed, and those of processor time in all processes together."""

    passed: float
    spent: float


def cost(folder: str, jobs: int, environment: str) -> Cost:
    """What one call of the command costs that lints a folder in so many processes."""
    call = Call("lint", ("lint", "--isolated", "--jobs", str(jobs), folder))
    command = [sys.executable, "-c", MEASURED, *words(environment, call)]
    ended = subprocess.run(
        command, env=clean_environment(), check=True, capture_output=True, text=True
    )
    return Cost(*map(float, ended.stdout.split()))


def main(pairs: int = 5, count: int = 4000, environment: str = HERE) -> None:
    """Print what two processes gain in the best pair, and what they take in the median one."""
    with tempfile.TemporaryDirectory() as folder:
        write_sets(folder, count)
        taken = [(cost(folder, 1, environment), cost(folder, 2, environment)) for _ in range(pairs)]
    gain = max(one.passed / two.passed for one, two in taken)
    price = sorted(two.spent / one.spent for one, two in taken)[pairs // 2]
    print(f"two processes, {count} sets: {gain:.2f} x as fast as one, best of {pairs} pairs")
    print(f"two processes, processor time: {price:.2f} x that of one")


if __name__ == "__main__":
    given = (*sys.argv[1:], *("5", "4000", HERE)[len(sys.argv) - 1 :])
    main(int(given[0]), int(given[1]), given[2])
