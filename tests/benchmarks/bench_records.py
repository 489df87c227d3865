"""What our records cost against those of the standard library: to define and to make.

Run it as a script: `python tests/benchmarks/bench_records.py [ROUNDS]`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import typing
from functools import partial
from typing import TYPE_CHECKING, Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.bench_startup import clean_environment
from benchmarks.calls import EMPTY
from benchmarks.measuring import race, ratio
from phaselint.vocabulary import record

if TYPE_CHECKING:
    from collections.abc import Callable

COUNT = 76
"""As many records are defined by a plain lint of a vesanor contract, of five fields on average."""

FIELDS = "\n".join(f"    field{number}: int{' = 0' if number > 2 else ''}" for number in range(5))
CODE = compile(
    "\n".join(f"class Record{number}(NamedTuple):\n{FIELDS}" for number in range(COUNT)),
    "records",
    "exec",
)
MADE = 1_000


def define(base: object) -> Callable[..., object]:
    """Define the records on one of the two bases; gives one of them."""
    names: dict[str, Any] = {"NamedTuple": base, "__name__": "records"}
    exec(CODE, names)
    found: Callable[..., object] = names["Record0"]
    return found


def make(create: Callable[[], object]) -> None:
    """Make some records."""
    for _ in range(MADE):
        create()


def main(rounds: int = 20) -> None:
    """Print the ratios."""
    ours, theirs = define(record.NamedTuple), define(typing.NamedTuple)
    empty = [sys.executable, "-c", "pass"]
    works: dict[str, Callable[[], object]] = {
        EMPTY: partial(subprocess.run, empty, env=clean_environment(), check=True),
        "ours": partial(define, record.NamedTuple),
        "theirs": partial(define, typing.NamedTuple),
    }
    for name, kind in (("ours", ours), ("theirs", theirs)):
        works |= {
            f"{name} by position": partial(make, partial(kind, 1, 2, 3, 4, 5)),
            f"{name} by name": partial(make, partial(kind, 1, 2, field2=3, field3=4, field4=5)),
            f"{name} with defaults": partial(make, partial(kind, 1, 2, field2=3)),
        }
    times = race(works, rounds)
    for name in ("ours", "theirs"):
        print(f"{COUNT} records of {name}: {ratio(times, name, EMPTY):.2f} x {EMPTY}")
    for how in ("by position", "by name", "with defaults"):
        print(f"made {how}: {ratio(times, f'ours {how}', f'theirs {how}'):.1f} x typing's")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
