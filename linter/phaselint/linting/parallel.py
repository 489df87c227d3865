"""Where the chunks of a run are judged: in this process, or in several (design §11)."""

from __future__ import annotations

import os
from collections import deque
from functools import partial

from phaselint.linting.chunks import cut, folders_of, portable, units_of
from phaselint.vocabulary import processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.linting.batch_run import CheckContext, Chunk, Ledger, Swept
    from phaselint.linting.chunks import Unit
    from phaselint.linting.detection import Item

EACH = 1024 * 1024
"""Bytes of contracts that a process must have to pay: starting it takes as long as checking a
third of that (Python 3.11, `tests/benchmarks/bench_corpus.py`)."""

MOST_PROCESSES = 8


def spread(items: Sequence[Item], bench: CheckContext, ledger: Ledger) -> Iterator[Swept]:
    """Judge the contracts of items chunk by chunk, in as many processes as pay.

    Raises:
        UsageError: a process has ended though nobody here told it to; what the configuration of a
            project says cannot be understood.
    """
    units = units_of(items, bench.workspaces, bench.looker)
    for workspace in bench.workspaces.values():
        workspace.reader.release()
    first = {each.root: each for each in reversed(items)}
    ledger.gathered.add(map(bench.looker.failed, first.values()))
    if bench.job.request.executor:
        processes.require("--cluster needs")
        yield from _on_an_engine(cut(units, 1), bench, ledger)
        return
    count = _processes(bench.job.request.jobs, units)
    chunks = cut(units, count)
    if count < 2:
        for chunk in chunks:
            yield bench.judge(chunk, ledger.checked)
            _let_go(chunk, bench, ledger)
        return
    from phaselint.linting import pool
    from phaselint.linting.batch_run import judge_chunk, packed

    work = partial(judge_chunk, packed(bench.job))
    yield from pool.each(work, _handed_over(chunks, bench, ledger), count)


def _on_an_engine(
    chunks: Iterable[list[Item]], bench: CheckContext, ledger: Ledger
) -> Iterator[Swept]:
    """Judge chunks on the engine that the user brings. What that leaves undone comes last: a
    contract in it may have been judged with another chunk."""
    from phaselint.linting.batch_run import judge_chunk, packed
    from phaselint.linting.cluster import LOST, Cluster

    if ledger.wrong:  # it has failed before
        yield from map(bench.pass_over, chunks)
        return
    engine = Cluster(bench.job.request.executor)
    sent: deque[Chunk] = deque()

    def sending() -> Iterator[Chunk]:
        for chunk in _handed_over(chunks, bench, ledger):
            sent.append(chunk._replace(sights=()))
            yield chunk

    work = partial(judge_chunk, packed(bench.job))
    left = []
    for swept in engine.each(work, sending(), _folders):
        chunk = sent.popleft()
        if swept is LOST:
            left.append(chunk.items)
        else:
            yield swept
    ledger.wrong += engine.wrong
    yield from map(bench.pass_over, left)


def _folders(chunk: Chunk) -> tuple[str, ...]:
    """The folders that a process has to see to judge a chunk."""
    return tuple(site.root for site in chunk.sites)


def _handed_over(
    chunks: Iterable[list[Item]], bench: CheckContext, ledger: Ledger
) -> Iterator[Chunk]:
    """Chunks as other processes take them."""
    for chunk in chunks:
        yield portable(chunk, bench.workspaces)
        _let_go(chunk, bench, ledger)


def _let_go(chunk: Iterable[Item], bench: CheckContext, ledger: Ledger) -> None:
    """Forget what is in the folders of a chunk, and remember that they were listed."""
    seen: dict[str, set[str]] = {}
    for item in chunk:
        folders = folders_of(bench.workspaces[item.root], item)
        seen.setdefault(item.root, set()).update(folders)
    for root, listed in seen.items():
        ledger.listed.setdefault(root, set()).update(listed)
        for folder in listed:
            bench.workspaces[root].reader.relist(folder)


def _processes(jobs: int, units: Sequence[Unit]) -> int:
    """How many processes to use: as many as asked for, else one unless there is much to do."""
    if jobs > 1:
        processes.require("more than one of --jobs needs")
    if jobs:
        return max(1, min(jobs, len(units)))
    if not processes.AVAILABLE:
        return 1
    paying = sum(unit.size for unit in units) // EACH
    return max(1, min(paying, len(units), _cores(), MOST_PROCESSES))


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
