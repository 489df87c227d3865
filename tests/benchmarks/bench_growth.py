"""How the time and the memory of a lint grow with the size of a contract, and with their number.

Run it as a script: `python tests/benchmarks/bench_growth.py [LARGEST [WANTED [WHAT]]]`. It takes
what has a name in which the wanted text is, up to the largest size, and measures WHAT: `contracts`,
`dry-runs`, `sets`, or all.
"""

from __future__ import annotations

import math
import os
import resource
import sys
import tempfile
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.contracts import write_sets
from benchmarks.growing import DIALECTS, KINDS, SHAPES, contract
from benchmarks.hostile import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Writing = Callable[[str, int], Sequence[str]]

SIZES = (100, 1_000, 3_000, 10_000)
RUN_SIZES = (100, 300, 1_000)
SETS = (100, 1_000)
MOST_SECONDS = 300
LEAST_SECONDS = 0.05
"""Beyond a start; of less the slope is not told."""

SMALLEST = 10
"""What a lint of this takes is taken to be its start, and no growth."""

ENTRY = '[[suppress]]\npath = "elsewhere/**"\nrule = "dead-phase"\nreason = "later"\n'


class Spent(NamedTuple):
    """Seconds of the processor and megabytes of memory at most; no seconds where it took longer
    than it may."""

    seconds: float | None
    megabytes: float


def spent(*words: str) -> Spent:
    """What one call of the command takes, in a process of its own."""
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        command = (sys.executable, "-m", "phaselint", "lint", "--jobs", "1", *words)
        os.execv(sys.executable, command)
    _, status, used = os.wait4(child, 0)
    seconds = None if os.WIFSIGNALED(status) else used.ru_utime + used.ru_stime
    return Spent(seconds, used.ru_maxrss / 1_000)


def slope(smaller: tuple[int, Spent], larger: tuple[int, Spent], start: Spent) -> float | None:
    """How time grows between two sizes, as the power of the size; none where it is not known, or
    too little to tell."""
    (size, first), (other, second) = smaller, larger
    if first.seconds is None or second.seconds is None or start.seconds is None:
        return None
    one, two = first.seconds - start.seconds, second.seconds - start.seconds
    if size == other or min(one, two) < LEAST_SECONDS:
        return None
    return math.log(two / one) / math.log(other / size)


def grown(name: str, sizes: Sequence[int], written: Writing) -> str:
    """One line: what each size takes, and the slope between the largest and a tenth of it."""
    found: dict[int, Spent] = {}
    for size in (SMALLEST, *sizes):
        with tempfile.TemporaryDirectory() as folder:
            found[size] = spent(*written(folder, size))
    largest = sizes[-1]
    tenth = min(sizes, key=lambda size: abs(math.log(size * 10 / largest)))
    power = slope((tenth, found[tenth]), (largest, found[largest]), found[SMALLEST])
    told = ", ".join(f"{size}: {_told(found[size])}" for size in sizes)
    return f"{name}: {told}; slope {'unknown' if power is None else f'{power:.2f}'}"


def _told(took: Spent) -> str:
    seconds = "too long" if took.seconds is None else f"{took.seconds:.2f} s"
    return f"{seconds} {took.megabytes:.0f} MB"


def contracts(largest: int) -> Iterator[tuple[str, Sequence[int], Writing]]:
    """Every shape of every dialect, clean and with each thing that can be wrong."""
    sizes = _up_to(largest, SIZES)
    for dialect in DIALECTS:
        for shape in SHAPES:
            for kind in KINDS:
                yield f"{dialect}, {shape}, {kind}", sizes, _writing(dialect, shape, kind)


def dry_runs(largest: int) -> Iterator[tuple[str, Sequence[int], Writing]]:
    """Chains of every dialect that are executed, clean and with one thing wrong."""
    sizes = _up_to(largest, RUN_SIZES)
    for dialect in DIALECTS:
        for kind in ("clean", "unreachable", "endless"):
            yield (
                f"{dialect}, {kind}, dry run",
                sizes,
                _writing(dialect, "chain", kind, "--dry-run"),
            )


def sets(largest: int) -> Iterator[tuple[str, Sequence[int], Writing]]:
    """Many contracts: as they are, with an entry of the configuration for none of them, and with a
    baseline."""
    sizes = _up_to(largest, SETS)
    yield "sets", sizes, lambda folder, count: _with_sets(folder, count, {})
    entry = {"phaselint.toml": ENTRY}
    yield "sets, suppress", sizes, lambda folder, count: _with_sets(folder, count, entry)
    yield "sets, baseline", sizes, _with_baseline


def _up_to(largest: int, sizes: Sequence[int]) -> Sequence[int]:
    return [size for size in sizes if size <= largest] or [largest]


def _writing(dialect: str, shape: str, kind: str, *words: str) -> Writing:
    def written(folder: str, size: int) -> Sequence[str]:
        write(folder, contract(dialect, shape, kind, size))
        return (*words, folder)

    return written


def _with_sets(folder: str, count: int, files: dict[str, str]) -> Sequence[str]:
    write_sets(folder, count)
    write(folder, files)
    return (folder,)


def _with_baseline(folder: str, count: int) -> Sequence[str]:
    """Sets of which each has a phase that is led to by none, which the baseline lists."""
    for path in write_sets(folder, count):
        if os.path.basename(path) == "session.yaml":
            with open(path, encoding="utf-8") as stream:
                text = stream.read()
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text.replace("phases:\n", "phases:\n  - name: island\n", 1))
    baseline = os.path.join(folder, "baseline.json")
    spent("--baseline", baseline, "--write-baseline", folder)
    return ("--baseline", baseline, folder)


MEASURED = {"contracts": contracts, "dry-runs": dry_runs, "sets": sets}


def main(largest: int = SIZES[-1], wanted: str = "", what: str = "") -> None:
    """Print a line for each that is wanted."""
    for each, listed in MEASURED.items():
        for name, sizes, written in listed(largest) if what in ("", each) else ():
            if wanted in name:
                print(grown(name, sizes, written), flush=True)


if __name__ == "__main__":
    asked = sys.argv[1:]
    main(int(asked[0]) if asked else SIZES[-1], *asked[1:])
