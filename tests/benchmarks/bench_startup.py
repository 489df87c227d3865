"""What one call of the installed command costs, in empty Python processes (design §11): processor
time, and instructions where valgrind is installed.

Run it as a script: `python tests/benchmarks/bench_startup.py [ROUNDS [ENVIRONMENT]]`. Without an
environment it takes the one it runs in; what is installed to be edited takes longer.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import callgrind
from benchmarks.calls import CALLS, EMPTY, Call, corpus_calls, empty, words, workplace
from benchmarks.measuring import by_children, race, ratio
from benchmarks.pipelines import write_pipelines
from benchmarks.workflows import write_workflows

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = os.path.dirname(os.path.dirname(sys.executable))
COMMAND = os.path.join(HERE, "bin", "phaselint")

LARGER = (
    Call("one clean vesanor set, --dry-run", ("lint", "--isolated", "--dry-run", "set")),
    Call("sweny workflow of 50 nodes", ("lint", "--isolated", "workflow")),
    Call("stud pipeline of 6 stages", ("lint", "--isolated", "pipeline")),
)
"""Calls of other sizes, made of what the generators write."""


def clean_environment() -> dict[str, str]:
    """The environment without what changes how Python starts; compiled files are kept."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def times(folder: str, calls: Sequence[Call], rounds: int, environment: str = HERE) -> None:
    """Print the processor time of calls in a folder, in that of an empty process."""
    commands = {call.name: words(environment, call) for call in calls}
    works = {
        name: partial(
            subprocess.run,
            command,
            cwd=folder,
            env=clean_environment(),
            stdout=subprocess.DEVNULL,
            check=False,
        )
        for name, command in {EMPTY: empty(environment), **commands}.items()
    }
    race(works, 1, by_children)  # compiles and warms the disk
    spent = race(works, rounds, by_children)
    for name in commands:
        print(f"{name}: {ratio(spent, name, EMPTY):.2f} x {EMPTY}")


def counts(folder: str, calls: Sequence[Call], environment: str = HERE) -> None:
    """Print the instructions of calls in a folder, in those of an empty process."""
    if not callgrind.available():
        print("valgrind is not installed, or does not count here: no instructions")
        return
    base = callgrind.instructions(empty(environment))
    for call in calls:
        count = callgrind.instructions(words(environment, call), folder, call.status)
        print(f"instructions, {call.name}: {count / base:.2f} x {EMPTY}")


def main(rounds: int = 20, environment: str = HERE) -> None:
    """Print the ratios."""
    calls = (*CALLS, *corpus_calls(), *LARGER)
    with workplace() as folder:
        write_workflows(os.path.join(folder, "workflow"), 1, 50)
        write_pipelines(os.path.join(folder, "pipeline"), 1, 6)
        times(folder, calls, rounds, environment)
        counts(folder, calls, environment)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 20, *sys.argv[2:])
