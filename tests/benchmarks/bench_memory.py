"""The peak memory of linting many contract sets beside that of linting one (design §11).

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


def peak(*folder: str) -> int:
    """The peak memory of a process that lints a folder, or only imports what that takes."""
    words = [sys.executable, "-c", LINT, *folder]
    return int(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def main(count: int = 1000) -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as many:
        write_sets(one, 1)
        write_sets(many, count)
        first = peak(one)
        print(f"peak memory, {count} sets: {peak(many) / first:.2f} x one set")
        print(f"peak memory, imports alone: {peak() / first:.2f} x one set")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
