"""The command `tests/fuzz/run.py`."""

from __future__ import annotations

import argparse
import secrets
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from fuzz.inputs import PROJECTS, drawn
from fuzz.laws import CHEAP, LAWS, broken
from fuzz.running import spent
from fuzz.shrinking import shrunk
from phaselint.vocabulary.suggest import plural

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from fuzz.inputs import Input
    from fuzz.laws import Wrong

EVERY = 25
"""One input in so many is tried with the laws that start processes as well."""

WIDTH = 300
"""How much of a failure stands in its line."""


def main() -> int:
    """Do what the command line says; return the exit status."""
    given = _parser().parse_args()
    known: set[tuple[str, str]] = set()
    inputs, failed = 0, 0
    for drawing, laws in _inputs(given):
        inputs += 1
        for wrong in broken(laws, drawing):
            failed += 1
            print(f"{drawing}: {str(wrong)[:WIDTH]}", flush=True)
            if (wrong.law, wrong.kind) not in known:
                known.add((wrong.law, wrong.kind))
                print(f"  {_put(shrunk(drawing, wrong), wrong, given.found)}", flush=True)
    seed = given.again or f"seed {given.seed}"
    tried = f"{plural(inputs, 'input')}, {plural(failed, 'failure')}"
    print(f"{given.dialect}, {seed}: {tried}, {spent():.0f} s")
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Try the laws of the linter on random contracts.")
    parser.add_argument("--dialect", choices=[*PROJECTS], required=True)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--law", choices=LAWS, action="append", dest="laws")
    parser.add_argument("--again", metavar="SEED-NUMBER")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"))
    return parser


def _inputs(given: argparse.Namespace) -> Iterator[tuple[Input, Collection[str]]]:
    """What is tried, and by which laws, until the time is over."""
    if given.again:
        yield drawn(given.dialect, given.again), given.laws or tuple(LAWS)
        return
    end = time.monotonic() + given.minutes * 60
    for number in count():
        if time.monotonic() > end:
            return
        laws = given.laws or (CHEAP if number % EVERY else tuple(LAWS))
        yield drawn(given.dialect, f"{given.seed}-{number}"), laws


def _put(small: Input, wrong: Wrong, found: Path) -> Path:
    """Write the files of an input into a folder of its own; gives that."""
    folder = found / f"{small.dialect}-{wrong.law}-{small.seed}"
    for path, data in small.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder
