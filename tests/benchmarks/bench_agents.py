"""What linting a climpt agent costs from a cold start, beside an empty Python process.

Run it as a script: `python tests/benchmarks/bench_agents.py [ROUNDS [FOLDER]...]`. Without folders
it takes the agents of the repaired project in the fixtures.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.bench_startup import COMMAND, EMPTY, clean_environment
from benchmarks.measuring import race, ratio

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HOME = os.path.join(ROOT, "fixtures", "projects", "flag-retirement-fixed", ".agent")
FOLDERS = tuple(os.path.join(HOME, name) for name in ("auditor", "retirer"))


def cold(rounds: int, folder: str) -> None:
    """Print what one call of the installed command costs, in empty Python processes."""
    commands = {
        EMPTY: [sys.executable, "-c", "pass"],
        "lint": [COMMAND, "lint", "--isolated", "--exit-zero", folder],
    }
    works = {
        name: partial(
            subprocess.run, words, env=clean_environment(), check=True, capture_output=True
        )
        for name, words in commands.items()
    }
    race(works, 1)  # compiles and warms the disk
    times = race(works, rounds)
    name = os.path.basename(os.path.normpath(folder))
    print(f"phaselint lint, agent {name}: {ratio(times, 'lint', EMPTY):.2f} x {EMPTY}")


def main(rounds: int = 20, *folders: str) -> None:
    """Print a ratio for each agent."""
    for folder in folders or FOLDERS:
        cold(rounds, folder)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 20, *sys.argv[2:])
