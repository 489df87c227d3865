"""What reading a session of Claude Code costs, against `json.loads` over its lines alone.

Run it as a script: `python tests/benchmarks/bench_transcripts.py [ROUNDS] [CALLS]`. A call is two
records, whose prompts and results hold 1,500 characters each.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.measuring import race, ratio
from phaselint.transcripts.logs import find, read
from transcripts import writing

TOOLS = ("Read", "Edit", "Grep", "Bash")
HELD = 1_500
LOADS = "json.loads over its lines"


def session(folder: Path, calls: int) -> Path:
    """The file of a session with so many calls."""
    steps = [("call", "", "tool", TOOLS[each % len(TOOLS)]) for each in range(calls)]
    path = writing.claude(folder, "editor", steps)
    held = json.dumps('say "x" — \n'.ljust(HELD, "x"), ensure_ascii=False)
    path.write_text(path.read_text("utf-8").replace(json.dumps(writing.SECRET), held), "utf-8")
    return path


def loaded(path: Path) -> None:
    """Every line as a value, each dropped before the next."""
    with path.open("rb") as file:
        for line in file:
            json.loads(line)


def taken(path: Path) -> None:
    """The session as `conform` reads it."""
    (file,) = find([str(path)])
    assert not isinstance(file, str)
    read(file)


def main(rounds: int = 7, calls: int = 10_000) -> None:
    """Print the ratio of both."""
    with tempfile.TemporaryDirectory() as folder:
        path = session(Path(folder), calls)
        works = {LOADS: lambda: loaded(path), "taken": lambda: taken(path)}
        race(works, 1)  # warms the disk
        spent = race(works, rounds)
        size = path.stat().st_size / 2**20
    print(f"a session of Claude Code: {ratio(spent, 'taken', LOADS):.2f} x {LOADS}, {size:.0f} MB")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
