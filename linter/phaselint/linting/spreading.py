"""Where the chunks of a run are judged: in this process, or in several (design §11)."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from phaselint.linting.chunks import cut, portable, units_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.chunks import Unit
    from phaselint.linting.ledger import Ledger
    from phaselint.linting.looking import Item
    from phaselint.linting.sweep import Bench, Swept

WORTH_IT = 4 * 1024 * 1024
"""Bytes of contracts from which on further processes pay, each of which takes as long to start as
half a megabyte to check."""

MOST_PROCESSES = 8


def sweep(items: Sequence[Item], bench: Bench, ledger: Ledger) -> Iterator[Swept]:
    """Judge the contracts of items, as many processes as pay at a time.

    Raises:
        UsageError: a process has ended though nobody here told it to; what the configuration of a
            project says cannot be understood.
    """
    units = units_of(items, bench.workspaces, bench.looker)
    first = {each.root: each for each in reversed(items)}
    ledger.gathered.add(map(bench.looker.failed, first.values()))
    processes = _processes(bench.job.request.jobs, units)
    chunks = cut(units, processes)
    if processes < 2:
        for chunk in chunks:
            yield bench.judge(chunk, ledger.checked)
        return
    from phaselint.linting import pool
    from phaselint.linting.sweep import judge_chunk, packed

    work = partial(judge_chunk, packed(bench.job))
    yield from pool.each(work, (portable(each, bench.workspaces) for each in chunks), processes)


def _processes(jobs: int, units: Sequence[Unit]) -> int:
    """How many processes to use: as many as asked for, else one unless there is much to do."""
    if jobs:
        return max(1, min(jobs, len(units)))
    if sum(unit.size for unit in units) < WORTH_IT:
        return 1
    return min(_cores(), MOST_PROCESSES)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
