"""What one call of the installed command costs, in empty Python processes (design §11).

Run it as a script: `python tests/benchmarks/bench_startup.py [ROUNDS]`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.contracts import write_sets
from benchmarks.measuring import race, ratio

COMMAND = os.path.join(os.path.dirname(sys.executable), "phaselint")
EMPTY = "python -c pass"


def clean_environment() -> dict[str, str]:
    """The environment without what changes how Python starts; compiled files are kept."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def main(rounds: int = 20) -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        write_sets(folder, 1)
        lint = [COMMAND, "lint", "--isolated", folder]
        commands = {
            EMPTY: [sys.executable, "-c", "pass"],
            "phaselint --version": [COMMAND, "--version"],
            "phaselint lint, one clean set": lint,
            "phaselint lint --dry-run": [*lint, "--dry-run"],
        }
        environment = clean_environment()
        works = {
            name: partial(
                subprocess.run, words, env=environment, check=True, stdout=subprocess.DEVNULL
            )
            for name, words in commands.items()
        }
        race(works, 1)  # compiles and warms the disk
        times = race(works, rounds)
    for name in commands:
        if name != EMPTY:
            print(f"{name}: {ratio(times, name, EMPTY):.2f} x {EMPTY}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
