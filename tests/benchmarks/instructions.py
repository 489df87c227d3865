"""The instructions of cold starts, beside those on record: what the short form of the benchmarks
looks at.

Run it as a script: `python tests/benchmarks/instructions.py [--update] [ENVIRONMENT]`. It counts
the calls of the command in an environment that phaselint is installed in, by default in one that
it makes of the checkout, in instructions of `python -c pass` there, and ends with 1 if one takes
more than 15 % above the record. `--update` makes the counts the record.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import callgrind
from benchmarks.calls import CALLS, EMPTY, empty, installation, program, words, workplace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instructions.toml")
MARGIN = 0.15
"""How far from its record a call may be: builds of one minor version of Python differ by less."""

HEAD = f"""\
# Instructions of one call of the command, in those of `{EMPTY}` of the same run, for each
# minor version of Python. Written by `python tests/benchmarks/instructions.py --update`.
"""

Counts = dict[str, float]
Record = dict[str, Counts]


class Comparison(NamedTuple):
    """What is to be said of counts, and whether one of them is too high."""

    lines: tuple[str, ...]
    failed: bool


def compare(record: Mapping[str, Mapping[str, float]], version: str, counts: Counts) -> Comparison:
    """Hold counts against what is on record for a minor version of Python: `failed` if one is more
    than the margin above it. What has no record is shown and fails nothing."""
    known = record.get(version)
    if known is None:
        lines = [f"Python {version} has no counts on record"]
        return Comparison((*lines, *(_told(name, counts[name]) for name in counts)), False)
    lines = [
        f"{_told(name, counts[name])}, {_beside(counts[name], known.get(name))}" for name in counts
    ]
    lines += [f"{name}: on record, but not counted" for name in known if name not in counts]
    failed = any(_too_high(counts[name], known[name]) for name in counts if name in known)
    return Comparison(tuple(lines), failed)


def _told(name: str, count: float) -> str:
    return f"{name}: {count:.2f} x {EMPTY}"


def _beside(count: float, usual: float | None) -> str:
    """What is to be said of a count beside the one on record."""
    if usual is None:
        return "not on record"
    if _too_high(count, usual):
        return f"on record {usual:.2f}: too high by {count / usual - 1:.0%}"
    if count < usual * (1 - MARGIN):
        return f"on record {usual:.2f}: lower by {1 - count / usual:.0%}, which the record may say"
    return f"on record {usual:.2f}"


def _too_high(count: float, usual: float) -> bool:
    return count > usual * (1 + MARGIN)


def read() -> Record:
    """The record: counts by minor version and name of the call."""
    with open(RECORD, "rb") as stream:
        return tomllib.load(stream)


def written(record: Mapping[str, Mapping[str, float]]) -> str:
    """The text of a record."""
    return HEAD + "".join(_table(version, record[version]) for version in sorted(record))


def _table(version: str, counts: Mapping[str, float]) -> str:
    rows = "".join(f'"{name}" = {count:.2f}\n' for name, count in counts.items())
    return f'\n["{version}"]\n{rows}'


def counted(environment: str) -> Iterator[tuple[str, float]]:
    """Name and count of each call, in instructions of an empty process.

    Raises RuntimeError where one ends otherwise than it should.
    """
    base = callgrind.instructions(empty(environment))
    with workplace() as folder:
        for call in CALLS:
            count = callgrind.instructions(words(environment, call), folder, call.status)
            yield call.name, count / base


def minor(environment: str) -> str:
    """The minor version of Python in an environment, such as `3.11`."""
    command = [program(environment, "python"), "-c", "import sys; print(*sys.version_info[:2])"]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    return ".".join(ended.stdout.split())


def main(arguments: Sequence[str] = ()) -> int:
    """Count, and print or update the record; gives the status."""
    if not callgrind.available():
        print("valgrind is not installed, or does not count here: no instructions")
        return 0
    given = [each for each in arguments if each != "--update"]
    with nullcontext(given[0]) if given else installation() as environment:
        version, counts = minor(environment), dict(counted(environment))
    compared = compare(read(), version, counts)
    print("\n".join(compared.lines))
    if "--update" not in arguments:
        return int(compared.failed)
    text = written(read() | {version: counts})
    with open(RECORD, "w", encoding="utf-8") as stream:
        stream.write(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
