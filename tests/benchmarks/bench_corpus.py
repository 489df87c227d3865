"""What linting many contract sets costs beside parsing them and beside yamllint (design §11).

Run it as a script: `python tests/benchmarks/bench_corpus.py [ROUNDS [SETS]]`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import partial
from time import process_time
from typing import TYPE_CHECKING

import yaml
from yamllint import linter  # type: ignore[import-untyped]
from yamllint.config import YamlLintConfig  # type: ignore[import-untyped]

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.contracts import write_sets
from benchmarks.measuring import race, ratio
from phaselint.api import builtin_rules
from phaselint.linting.garbage import collect_rarely
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from collections.abc import Sequence

SHARE = 10
"""yamllint gets every tenth set: it takes as long over that as all the others together."""


def lint(folder: str, jobs: int) -> None:
    """Lint a folder of clean sets with all rules."""
    linted = run(Request((folder,), isolated=True, jobs=jobs), builtin_rules())
    assert not linted.findings


def parse(paths: Sequence[str]) -> None:
    """Read files the usual way: values without positions."""
    for path in paths:
        with open(path, "rb") as stream:
            yaml.load(stream.read(), yaml.CSafeLoader)


def style_check(paths: Sequence[str]) -> None:
    """Run yamllint over files with its relaxed configuration."""
    config = YamlLintConfig("extends: relaxed")
    for path in paths:
        with open(path, "rb") as stream:
            assert not list(linter.run(stream, config, path))


def beside_parsing(folder: str, paths: Sequence[str], rounds: int, count: int) -> None:
    """Print what linting costs beside parsing."""
    works = {"parse": partial(parse, paths), "lint": partial(lint, folder, 1)}
    times = race(works, rounds, process_time)
    print(f"{count} sets: {ratio(times, 'lint', 'parse'):.2f} x yaml.load(CSafeLoader)")


def beside_yamllint(folder: str, paths: Sequence[str]) -> None:
    """Print how much faster linting is than yamllint."""
    works = {"lint": partial(lint, folder, 1), "yamllint": partial(style_check, paths)}
    times = race(works, 1, process_time)
    print(f"yamllint: {ratio(times, 'yamllint', 'lint'):.1f} x lint, same files")


def main(rounds: int = 3, count: int = 1000) -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as share:
        paths = write_sets(whole, count)
        size = sum(map(os.path.getsize, paths))
        print(f"{count} sets, {len(paths)} files, {size / len(paths):.0f} bytes each")
        beside_parsing(whole, paths, rounds, count)
        beside_yamllint(share, write_sets(share, max(1, count // SHARE)))


if __name__ == "__main__":
    collect_rarely()  # as the command does
    main(*map(int, sys.argv[1:]))
