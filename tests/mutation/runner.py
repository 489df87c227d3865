"""Mutants drawn from a seed, each run against the tests of its part in a copy of the checkout."""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tomllib
from pathlib import Path
from subprocess import PIPE, Popen
from typing import TYPE_CHECKING, NamedTuple

import pytest

from mutation.groups import GROUPS
from mutation.mutants import Mutant, applied, mutants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[2]
NAMED = Path(__file__).parent / "survivors.toml"
PARTS = ("linter", "rules", "lsp")
DATA = ("tests", "fixtures")
FILES = ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", ".pre-commit-hooks.yaml")
ONE_BY_ONE = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider")
QUIETLY = (*ONE_BY_ONE, "-W", "ignore::pytest.PytestAssertRewriteWarning")
NOT_RUN = (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED)
NURSERY = Path(__file__).parent / "nursery.py"


class Verdict(NamedTuple):
    """What became of a mutant: `killed`, `survived`, or `named` with the reason."""

    group: str
    mutant: Mutant
    status: str
    reason: str = ""

    def __str__(self) -> str:
        file, function, *_ = self.mutant
        return f"{self.status}: {file}, {function}: {self.mutant.change} {self.reason}".rstrip()


def drawn(seed: int, count: int, groups: Iterable[str] = GROUPS) -> Iterator[tuple[str, Mutant]]:
    """So many mutants of each group, in an order in which every beginning has all groups."""
    rows = []
    for group in groups:
        pick = random.Random(f"{seed}/{group}")
        every = [each for file in GROUPS[group].paths(ROOT) for each in mutants(ROOT, file)]
        rows.append([(group, each) for each in pick.sample(every, min(count, len(every)))])
    return (each for column in zip(*rows, strict=False) for each in column)


class Copy:
    """A copy of the checkout in which mutants run, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        ignored = shutil.ignore_patterns("__pycache__", "node_modules", ".*_cache")
        for part in (*PARTS, *DATA):
            shutil.copytree(ROOT / part, folder / part, ignore=ignored)
        for name in FILES:
            shutil.copy(ROOT / name, folder / name)
        self._named = named_survivors()
        self._checked: set[str] = set()

    def __enter__(self) -> Copy:
        folders = os.pathsep.join(str(self.root / part) for part in PARTS)
        known = {**os.environ, "PYTHONPATH": folders}
        command = [sys.executable, str(NURSERY)]
        self._nursery = Popen(command, cwd=self.root, env=known, stdin=PIPE, stdout=PIPE, text=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._nursery.communicate()

    def _check(self, group: str, file: str) -> None:
        """Raises RuntimeError where the tests for a file fail although nothing is changed. What is
        compiled on the way is kept; of a mutant it could be taken for the file as it was."""
        self._checked.add(group)
        if not all(self._passes(tests, keep=True) for tests in GROUPS[group].tests(file)):
            raise RuntimeError(f"the tests of `{group}` fail without a mutant")

    def _passes(self, tests: Iterable[str], *, keep: bool = False) -> bool:
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        arguments = [*QUIETLY, *tests]
        print(json.dumps([keep, arguments]), file=self._nursery.stdin, flush=True)
        status = int(self._nursery.stdout.readline())
        if status in NOT_RUN:
            raise RuntimeError(f"pytest does not understand {' '.join(arguments)}")
        return status == 0

    def verdict(self, group: str, mutant: Mutant) -> Verdict:
        """Run the tests of a group on a mutant, and before its first one on none."""
        reason = self._named.get((mutant.file, mutant.function, mutant.change))
        if reason:
            return Verdict(group, mutant, "named", reason)
        if group not in self._checked:
            self._check(group, mutant.file)
        path = self.root / mutant.file
        text, written = path.read_text("utf-8"), path.stat()
        try:
            path.write_text(applied(text, mutant), "utf-8")
            survived = all(map(self._passes, GROUPS[group].tests(mutant.file)))
        finally:
            path.write_text(text, "utf-8")
            os.utime(path, ns=(written.st_atime_ns, written.st_mtime_ns))
        return Verdict(group, mutant, "survived" if survived else "killed")


def named_survivors() -> dict[tuple[str, str, str], str]:
    """The mutants that no test has to notice, and why no user does: by file, function, change."""
    said = tomllib.loads(NAMED.read_text("utf-8"))
    return {
        (file, each["function"], each["change"]): each["reason"]
        for file, listed in said.items()
        for each in listed
    }
