"""What `phaselint diff` costs in a repository in which one of many contracts changed, against the
dry run of that contract and reading all files once: processor time of whole processes.

Run it as a script: `python tests/benchmarks/bench_diff.py [ROUNDS [CONTRACTS [ENVIRONMENT]]]`. Of
each dialect there are copies of the contract of an example project, and one of them becomes that of
the repaired twin. Reading is a process that reads the bytes of each file and does nothing else; of
its time, that of an empty process is left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from statistics import median

from benchmarks.bench_startup import HERE, clean_environment
from benchmarks.calls import Call, words
from benchmarks.measuring import by_children, race

if TYPE_CHECKING:
    from collections.abc import Callable

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"


class Copied(NamedTuple):
    """A project of which contracts are copied, and what is left out of it: all but one contract."""

    project: str
    without: tuple[str, ...] = ()


COPIED = {
    "vesanor": Copied("refund-desk", ("chargebacks", "gift-cards", "guards")),
    "sweny": Copied(
        "dependency-bot",
        (
            ".claude",
            ".sweny/workflows/release-digest.yml",
            ".sweny/workflows/update-dependencies.yml",
            ".sweny/workflows/tests",
        ),
    ),
    "climpt": Copied(
        "flag-retirement",
        (
            ".agent/auditor",
            ".agent/climpt/config/auditor-steps-app.yml",
            ".agent/climpt/config/auditor-steps-user.yml",
        ),
    ),
    "stud": Copied("loan-desk", ("couriers",)),
    "agents": Copied("release-crew", ("handbook",)),
    "langgraph": Copied("seed-library", ("seeds/jars.py", "seeds/reminders.py")),
}
"""By dialects."""

READ = """
import os, sys
for folder, folders, names in os.walk(sys.argv[1]):
    folders[:] = [name for name in folders if name != ".git"]
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            file.read()
"""
CHANGED = "desk-0"
EMPTY, READING, DRY_RUN, DIFF = "python -c pass", "reading", "dry run", "diff"


def copied(dialect: str, target: Path, *, repaired: bool) -> None:
    """Write a copy of the contract of a dialect, or of the one in the repaired twin."""
    project, without = COPIED[dialect]
    shutil.copytree(PROJECTS / f"{project}{'-fixed' if repaired else ''}", target)
    for name in (*without, "phaselint.toml"):
        part = target / name
        if part.is_dir():
            shutil.rmtree(part)
        else:
            part.unlink(missing_ok=True)


def repository(dialect: str, folder: Path, count: int) -> None:
    """Make a repository with so many contracts, of which one has changed since it was committed."""
    first = folder / CHANGED
    copied(dialect, first, repaired=False)
    for number in range(1, count):
        shutil.copytree(first, folder / f"desk-{number}")
    git = partial(subprocess.run, cwd=folder, check=True, env=clean_environment())
    git(["git", "init", "--quiet"])
    git(["git", "add", "--all"])
    author = ("-c", "user.name=bench", "-c", "user.email=bench@example.com")
    git(["git", *author, "commit", "--quiet", "--no-gpg-sign", "--message=all"])
    shutil.rmtree(first)
    copied(dialect, first, repaired=True)


def measured(dialect: str, folder: Path, rounds: int, environment: str) -> None:
    """Print how many times the dry run of the changed contract and reading all a difference
    costs."""
    run = partial(
        subprocess.run, cwd=folder, stdout=subprocess.DEVNULL, env=clean_environment(), check=False
    )
    dry = ("lint", "--dry-run", "--isolated", CHANGED)
    works: dict[str, Callable[[], object]] = {
        EMPTY: partial(run, [sys.executable, "-c", "pass"]),
        READING: partial(run, [sys.executable, "-c", READ, os.curdir]),
        DRY_RUN: partial(run, words(environment, Call(DRY_RUN, dry))),
        DIFF: partial(run, words(environment, Call(DIFF, ("diff", "--isolated")))),
    }
    race(works, 1, by_children)  # warms the disk
    spent = race(works, rounds, by_children)
    every = zip(*(spent[name] for name in works), strict=True)
    found = median(diff / (dry + max(0, reads - empty)) for empty, reads, dry, diff in every)
    print(f"diff, one of many, {dialect}: {found:.2f} x its dry run and reading all")
    print(f"milliseconds, diff, one of many, {dialect}: {1000 * median(spent[DIFF]):.0f}")


def main(rounds: int = 5, count: int = 300, environment: str = HERE) -> None:
    """Print two figures for each dialect."""
    for dialect in COPIED:
        with tempfile.TemporaryDirectory() as folder:
            repository(dialect, Path(folder), count)
            measured(dialect, Path(folder), rounds, environment)


if __name__ == "__main__":
    given = (*sys.argv[1:], *("5", "300", HERE)[len(sys.argv) - 1 :])
    main(int(given[0]), int(given[1]), given[2])
