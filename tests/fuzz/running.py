"""Runs of phaselint over files: in this process, and as the command in processes of its own."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic

ROOT = Path(__file__).resolve().parents[2]
SOURCES = os.pathsep.join(str(ROOT / name) for name in ("linter", "rules", "lsp"))

PLAIN = Request(jobs=1)
PROVING = Request(jobs=1, dry_run=True, verify=True, bound=2_000, select=("ALL",), cost=True)
MOST_SECONDS = 600
"""After how long a process counts as hung."""

Kinds = Counter[tuple[object, ...]]


class Timed(NamedTuple):
    """What a run found, and how many seconds of processor time it took."""

    result: Result
    seconds: float


@contextmanager
def folder_of(files: Mapping[str, bytes]) -> Iterator[Path]:
    """Have files in a folder of their own, a project that is the working directory."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name, chdir(name):
        Path(".git").mkdir()
        put(files)
        yield Path(name)


def put(files: Mapping[str, bytes]) -> None:
    """Write files below the working directory."""
    for path, data in files.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(data)


def linted(request: Request) -> Result:
    """What is found in the working directory."""
    return run(request, RULES)


def timed(request: Request) -> Timed:
    """Lint the working directory with a clock beside it."""
    begun = spent()
    result = linted(request)
    return Timed(result, spent() - begun)


def found_in(files: Mapping[str, bytes], request: Request = PLAIN) -> Result:
    """What is found in files in a folder of their own."""
    with folder_of(files):
        return linted(request)


def command(*options: str, seed: str = "0") -> tuple[bytes, float]:
    """What the command prints about the working directory, and the processor time it took. Raises
    subprocess.TimeoutExpired."""
    begun = spent()
    done = subprocess.run(
        [sys.executable, "-m", "phaselint", "lint", *options],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": SOURCES},
        capture_output=True,
        check=False,
        timeout=MOST_SECONDS,
    )
    return done.stdout + done.stderr, spent() - begun


def spent() -> float:
    """The processor time of this process and those that it waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def said(result: Result) -> Kinds:
    """What a result says, without its positions: what it is about, where, and in which words.
    Whether a key or its value is marked depends on which of them are in one line."""
    return Counter(
        (each.name, each.level, each.place.file, each.place.pointer, str(each.message))
        for each in _every(result)
    )


def kinds(result: Result) -> Kinds:
    """What a result says, by rule and file alone."""
    return Counter((each.name, each.level, each.place.file) for each in _every(result))


def in_any_order(result: Result) -> Kinds:
    """The same whatever comes first in a file: a finding for several is reported by the rule of the
    first of them."""
    return Counter((_rules_of(each), each.level, each.place.file) for each in _every(result))


def _rules_of(found: Diagnostic) -> str:
    return " ".join(sorted({each.rule for each in found.members})) or found.name


def _every(result: Result) -> Iterator[Diagnostic]:
    """All findings but those about how a file was when its baseline was written."""
    every = (*result.findings, *result.suppressed)
    return (each for each in every if each.name != "stale-baseline-entry")
