"""What it costs to judge contracts of about 100 kB that are hard to judge.

Run it as a script: `python tests/benchmarks/bench_hostile.py [ROUNDS [SIZE [NAME]]]`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import partial
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.hostile import SCHEMAS, SESSIONS, SIZE, WORKFLOWS, with_schema, write
from benchmarks.hostileagents import AGENTS, agent_with
from benchmarks.hostilepipelines import PIPELINES, stage_with
from benchmarks.hostileteams import TEAMS
from benchmarks.measuring import race, ratio
from benchmarks.workflows import write_workflows
from phaselint.api import builtin_rules
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.hostile import Files

BASE = "a clean workflow of that size"

TABLES = {
    "sweny": WORKFLOWS,
    "vesanor": SESSIONS,
    "climpt": AGENTS,
    "stud": PIPELINES,
    "agents": TEAMS,
}


def contracts(size: int) -> Iterator[tuple[str, Files]]:
    """Every contract there is, with what it is called."""
    for name, schema in SCHEMAS.items():
        yield f"sweny, schema {name}", with_schema(schema(size))
        yield f"stud, schema {name}", stage_with(schema(size))
        yield f"climpt, schema {name}", agent_with(schema(size))
    for dialect, table in TABLES.items():
        for name, files in table.items():
            yield f"{dialect}, {name}", files(size)


def lint(folder: str) -> None:
    """Lint a folder with all rules, in this process."""
    run(Request((folder,), isolated=True, jobs=1), builtin_rules())


def main(rounds: int, size: int, wanted: str) -> None:
    """Print how many times the lint of a clean workflow each of them costs, of those in whose name
    there is what is wanted."""
    with tempfile.TemporaryDirectory() as root:
        clean = os.path.join(root, "clean")
        os.mkdir(clean)
        write_workflows(clean, 1, max(6, size // 840))
        works = {BASE: partial(lint, clean)}
        for number, (name, files) in enumerate(contracts(size)):
            if wanted not in name:
                continue
            folder = os.path.join(root, str(number))
            write(folder, files)
            works[name] = partial(lint, folder)
        race(works, 1)
        times = race(works, rounds)
    for name in works:
        if name != BASE:
            print(f"{name}: {ratio(times, name, BASE):.1f} x {BASE}")


if __name__ == "__main__":
    asked = [*sys.argv[1:], *("3", str(SIZE), "")[len(sys.argv) - 1 :]]
    main(int(asked[0]), int(asked[1]), asked[2])
