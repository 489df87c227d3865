"""What linting contracts of each dialect costs in a process that has done it before, beside
parsing the files.

Run it as a script: `python tests/benchmarks/bench_dialects.py [ROUNDS [FOLDER]...]`. Without
folders it takes those of the corpus that `PHASELINT_CORPUS` names, most of whose contracts are
defective, or the projects in the fixtures where there is none.
"""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import yaml

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.calls import PROJECTS
from benchmarks.measuring import race, ratio
from phaselint.api import builtin_rules
from phaselint.linting.garbage import collect_rarely
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

DIALECTS = ("vesanor", "stud", "sweny", "climpt", "climpt-1.14", "agents")
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


def corpora() -> tuple[str, ...]:
    """The folders that are linted unless others are named."""
    corpus = os.environ.get("PHASELINT_CORPUS")
    return tuple(os.path.join(corpus, name) for name in DIALECTS) if corpus else (PROJECTS,)


def whole(folder: str, rounds: int) -> None:
    """Print what linting a folder costs beside parsing the files in it, and by contract."""
    rules = builtin_rules()
    request = Request((folder,), isolated=True, jobs=1)
    contracts = run(request, rules).summary.contracts
    paths = list(files_in(folder))
    works: dict[str, Callable[[], object]] = {
        "parse": partial(parse, paths),
        "lint": partial(run, request, rules),
    }
    times = race(works, rounds, process_time)
    beyond = median(a - b for a, b in zip(times["lint"], times["parse"], strict=True))
    name = os.path.basename(os.path.normpath(folder))
    print(f"{name}: {contracts} contracts in {len(paths)} files")
    print(f"{name}, warm: {ratio(times, 'lint', 'parse'):.2f} x CSafeLoader and json.loads")
    print(f"{name}, beyond parsing: {1000 * beyond / contracts:.2f} ms a contract")


def main(rounds: int = 5, *folders: str) -> None:
    """Print two figures for each folder."""
    for folder in folders or corpora():
        whole(folder, rounds)


if __name__ == "__main__":
    collect_rarely()  # as the command does
    main(int(sys.argv[1]) if sys.argv[1:] else 5, *sys.argv[2:])
