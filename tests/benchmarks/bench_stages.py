"""What linting stud pipelines costs: one from a cold start, many of usual size, and a folder of
contracts of all dialects.

Run it as a script: `python tests/benchmarks/bench_stages.py [ROUNDS [PIPELINES [FOLDER]]]`.
Without a folder it takes the projects in the fixtures.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from typing import TYPE_CHECKING

import yaml

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.bench_corpus import lint
from benchmarks.bench_startup import COMMAND, EMPTY, clean_environment
from benchmarks.measuring import race, ratio
from benchmarks.pipelines import write_pipelines
from phaselint.api import builtin_rules
from phaselint.linting.garbage import collect_rarely
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROJECTS = os.path.join(ROOT, "fixtures", "projects")
STAGES = 6
"""Stages of the one that is linted from a cold start."""

READ = (".yaml", ".yml", ".json", ".md")
FRONT = b"---"


def parse(paths: Sequence[str]) -> None:
    """Read files the usual way: values without positions, and of markdown the header alone. Those
    that do not parse cost what it takes to find that out."""
    for path in paths:
        with open(path, "rb") as stream:
            data = stream.read()
        try:
            if path.endswith(".json"):
                json.loads(data)
            elif not path.endswith(".md"):
                yaml.load(data, yaml.CSafeLoader)
            elif data.startswith(FRONT):
                yaml.load(data[len(FRONT) :].partition(b"\n---")[0], yaml.CSafeLoader)
        except (ValueError, yaml.YAMLError, RecursionError):
            continue


def files_in(folder: str) -> Iterator[str]:
    """The files below a folder that a linter of contracts may have to read."""
    for parent, _, names in os.walk(folder):
        yield from (os.path.join(parent, name) for name in names if name.endswith(READ))


def cold(rounds: int) -> None:
    """Print what one call of the installed command costs, in empty Python processes."""
    with tempfile.TemporaryDirectory() as folder:
        write_pipelines(folder, 1, STAGES)
        lint_it = [COMMAND, "lint", "--isolated", folder]
        commands = {EMPTY: [sys.executable, "-c", "pass"], "lint": lint_it}
        works = {
            name: partial(
                subprocess.run, words, env=clean_environment(), check=True, capture_output=True
            )
            for name, words in commands.items()
        }
        race(works, 1)  # compiles and warms the disk
        times = race(works, rounds)
    print(f"phaselint lint, {STAGES} stages: {ratio(times, 'lint', EMPTY):.2f} x {EMPTY}")


def many(rounds: int, count: int) -> None:
    """Print what linting pipelines costs beside parsing their files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write_pipelines(folder, count)
        size = sum(map(os.path.getsize, paths))
        print(f"{count} pipelines, {len(paths)} files, {size / len(paths):.0f} bytes each")
        works = {"parse": partial(parse, paths), "lint": partial(lint, folder, 1)}
        times = race(works, rounds)
    print(f"lint: {ratio(times, 'lint', 'parse'):.2f} x CSafeLoader")


def whole(rounds: int, folder: str) -> None:
    """Print what linting a folder costs beside parsing the files in it."""
    rules = builtin_rules()
    request = Request((folder,), isolated=True, jobs=1)
    summary = run(request, rules).summary
    paths = list(files_in(folder))
    works: dict[str, Callable[[], object]] = {
        "parse": partial(parse, paths),
        "lint": partial(run, request, rules),
    }
    times = race(works, rounds)
    print(
        f"{summary.contracts} contracts in {len(paths)} files: "
        f"{ratio(times, 'lint', 'parse'):.2f} x CSafeLoader and json.loads"
    )


def main(rounds: int = 20, count: int = 200, folder: str = PROJECTS) -> None:
    """Print the ratios."""
    cold(rounds)
    many(max(1, rounds // 7), count)
    whole(max(1, rounds // 3), folder)


if __name__ == "__main__":
    collect_rarely()  # as the command does
    given = (*sys.argv[1:], *("20", "200", PROJECTS)[len(sys.argv) - 1 :])
    main(int(given[0]), int(given[1]), given[2])
