"""What linting many stud pipelines of usual size costs beside parsing them.

Run it as a script: `python tests/benchmarks/bench_stages.py [ROUNDS [PIPELINES]]`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import partial
from time import process_time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.bench_corpus import lint
from benchmarks.bench_dialects import parse
from benchmarks.measuring import race, ratio
from benchmarks.pipelines import write_pipelines
from phaselint.linting.garbage import collect_rarely


def main(rounds: int = 3, count: int = 200) -> None:
    """Print the ratio."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write_pipelines(folder, count)
        size = sum(map(os.path.getsize, paths))
        print(f"{count} pipelines, {len(paths)} files, {size / len(paths):.0f} bytes each")
        works = {"parse": partial(parse, paths), "lint": partial(lint, folder, 1)}
        times = race(works, rounds, process_time)
    print(f"{count} pipelines: {ratio(times, 'lint', 'parse'):.2f} x yaml.load(CSafeLoader)")


if __name__ == "__main__":
    collect_rarely()  # as the command does
    main(*map(int, sys.argv[1:]))
