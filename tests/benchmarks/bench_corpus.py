"""What linting many contract sets costs beside parsing them and beside yamllint (design §11).

Run it as a script: `python tests/benchmarks/bench_corpus.py [ROUNDS [SETS]]`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING

import yaml
from yamllint import linter  # type: ignore[import-untyped]
from yamllint.config import YamlLintConfig  # type: ignore[import-untyped]

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.contracts import write_sets
from benchmarks.measuring import race, ratio
from phaselint.api import builtin_rules
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


def one_process(folder: str, paths: Sequence[str], rounds: int) -> None:
    """Print what linting costs beside parsing."""
    works = {"parse": partial(parse, paths), "lint": partial(lint, folder, 1)}
    times = race(works, rounds)
    print(f"lint: {ratio(times, 'lint', 'parse'):.2f} x yaml.load(CSafeLoader)")


def beside_yamllint(folder: str, paths: Sequence[str]) -> None:
    """Print how much faster linting is than yamllint."""
    works = {"lint": partial(lint, folder, 1), "yamllint": partial(style_check, paths)}
    times = race(works, 1)
    print(f"yamllint: {ratio(times, 'yamllint', 'lint'):.1f} x lint, same files")


def two_processes(folder: str, paths: Sequence[str], rounds: int) -> None:
    """Print what a second process brings, and what it brings to parsing, which shares nothing."""
    halves = [paths[::2], paths[1::2]]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(parse, [[], []]))
        works: dict[str, Callable[[], object]] = {
            "lint": partial(lint, folder, 1),
            "lint --jobs 2": partial(lint, folder, 2),
            "parse": partial(parse, paths),
            "parse in two": lambda: list(pool.map(parse, halves)),
        }
        times = race(works, rounds)
    gain = ratio(times, "lint", "lint --jobs 2")
    ceiling = ratio(times, "parse", "parse in two")
    print(f"lint --jobs 2: {gain:.2f} x as fast; this machine gives two processes {ceiling:.2f} x")


def main(rounds: int = 3, count: int = 1000) -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as share:
        paths = write_sets(whole, count)
        size = sum(map(os.path.getsize, paths))
        print(f"{count} sets, {len(paths)} files, {size / len(paths):.0f} bytes each")
        one_process(whole, paths, rounds)
        beside_yamllint(share, write_sets(share, max(1, count // SHARE)))
        two_processes(whole, paths, rounds)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
