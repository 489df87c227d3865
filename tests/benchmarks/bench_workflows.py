"""What linting SWEny workflows costs: a large one from a cold start, and many of usual size.

Run it as a script: `python tests/benchmarks/bench_workflows.py [ROUNDS [WORKFLOWS]]`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.bench_corpus import lint, parse
from benchmarks.bench_startup import COMMAND, EMPTY, clean_environment
from benchmarks.measuring import race, ratio
from benchmarks.workflows import write_workflows

LARGE = 50
"""Nodes of the large one."""


def cold(rounds: int) -> None:
    """Print what one call of the installed command costs, in empty Python processes."""
    with tempfile.TemporaryDirectory() as folder:
        (path,) = write_workflows(folder, 1, LARGE)
        lint_it = [COMMAND, "lint", "--isolated", path]
        commands = {EMPTY: [sys.executable, "-c", "pass"], "lint": lint_it}
        works = {
            name: partial(
                subprocess.run, words, env=clean_environment(), check=True, capture_output=True
            )
            for name, words in commands.items()
        }
        race(works, 1)  # compiles and warms the disk
        times = race(works, rounds)
    print(f"phaselint lint, {LARGE} nodes: {ratio(times, 'lint', EMPTY):.2f} x {EMPTY}")


def many(rounds: int, count: int) -> None:
    """Print what linting costs beside parsing."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write_workflows(folder, count)
        size = sum(map(os.path.getsize, paths))
        print(f"{count} workflows, {size / count:.0f} bytes each")
        works = {"parse": partial(parse, paths), "lint": partial(lint, folder, 1)}
        times = race(works, rounds)
        print(f"lint: {ratio(times, 'lint', 'parse'):.2f} x yaml.load(CSafeLoader)")


def main(rounds: int = 20, count: int = 1000) -> None:
    """Print the ratios."""
    cold(rounds)
    many(max(1, rounds // 7), count)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
