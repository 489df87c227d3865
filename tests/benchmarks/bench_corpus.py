"""What linting many contracts costs beside parsing them and beside yamllint (design §11).

Run it as a script: `python tests/benchmarks/bench_corpus.py [ROUNDS [SETS]]`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import partial
from time import process_time
from typing import TYPE_CHECKING

from yamllint import linter  # type: ignore[import-untyped]
from yamllint.config import YamlLintConfig  # type: ignore[import-untyped]

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.bench_dialects import parse
from benchmarks.contracts import write_sets
from benchmarks.measuring import race, ratio
from benchmarks.pipelines import write_pipelines
from benchmarks.workflows import write_workflows
from phaselint.api import builtin_rules
from phaselint.linting.garbage import collect_rarely
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PIPELINES = 5
"""How many times more sets and workflows there are than pipelines, which have as many files."""
SHARE = 10
"""yamllint gets every tenth set: it takes as long over that as all the others together."""


def lint(folder: str) -> None:
    """Lint a folder of clean contracts with all rules."""
    linted = run(Request((folder,), isolated=True, jobs=1), builtin_rules())
    assert not linted.findings


def style_check(paths: Sequence[str]) -> None:
    """Run yamllint over files with its relaxed configuration."""
    config = YamlLintConfig("extends: relaxed")
    for path in paths:
        with open(path, "rb") as stream:
            assert not list(linter.run(stream, config, path))


def beside_parsing(
    kind: str, write: Callable[[str, int], list[str]], count: int, rounds: int
) -> None:
    """Print what linting contracts of a kind costs beside parsing them."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write(folder, count)
        size = sum(map(os.path.getsize, paths)) / len(paths)
        works = {"parse": partial(parse, paths), "lint": partial(lint, folder)}
        times = race(works, rounds, process_time)
    found = ratio(times, "lint", "parse")
    files = f"{len(paths)} files of {size:.0f} bytes"
    print(f"{count} {kind}: {found:.2f} x yaml.load(CSafeLoader), {files}")


def beside_yamllint(count: int) -> None:
    """Print how much faster linting is than yamllint."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write_sets(folder, count)
        works = {"lint": partial(lint, folder), "yamllint": partial(style_check, paths)}
        times = race(works, 1, process_time)
    print(f"yamllint: {ratio(times, 'yamllint', 'lint'):.1f} x lint, same files")


def main(rounds: int = 3, count: int = 1000) -> None:
    """Print the ratios."""
    beside_parsing("sets", write_sets, count, rounds)
    beside_parsing("workflows", write_workflows, count, rounds)
    beside_parsing("pipelines", write_pipelines, max(1, count // PIPELINES), rounds)
    beside_yamllint(max(1, count // SHARE))


if __name__ == "__main__":
    collect_rarely()  # as the command does
    main(*map(int, sys.argv[1:]))
