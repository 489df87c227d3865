"""Several processes that do the same work on many things (design §11).

There are no threads here, and nothing waits for what cannot come: a process that cannot be
started is done without, and one that ends is noticed.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from multiprocessing import connection

from phaselint.linting.worker import context, held_back, serve
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess
    from typing import Any

ENDED = "a process of the run was killed; try `--jobs 1`"

RUNNING, EACH = 32, 8
"""Files that are open in a process that has others, and for each of those, with some to spare."""

MOST = 1_000
"""Processes of which nobody has more."""


def each(
    function: Callable[[Any], Any], things: Iterable[Any], processes: int
) -> Generator[Any, None, None]:
    """What a function, which other processes import, gives for things, in their order. Of those
    only as many are asked for as keep the processes at work.

    Where the system lets no process be started, this one does the work.

    Raises:
        UsageError: a process has ended though nobody here told it to.
        Exception: what the function raises.
    """
    pool = _Pool(function, min(processes, _room()))
    try:
        yield from pool.results(things)
    finally:
        pool.close()


class _Pool:
    """Processes and the pipes to them."""

    def __init__(self, function: Callable[[Any], Any], processes: int) -> None:
        self._function = function
        self._workers: dict[Connection, BaseProcess] = {}
        # Too many files may be open, or processes running, or there is no memory: then no more of
        # them. How it shows differs from one system to the next.
        with suppress(OSError, EOFError, MemoryError, RuntimeError):
            how = context()
            with held_back():
                for _ in range(processes):
                    self._start(how)
        for pipe in tuple(self._workers):
            if not _is_ready(pipe):
                self._workers.pop(pipe).join()
                pipe.close()

    def _start(self, how: BaseContext) -> None:
        here, there = how.Pipe()
        with there:
            try:
                process = how.Process(target=serve, args=(there, self._function), daemon=True)  # type: ignore[attr-defined]  # every context has it
                process.start()
            except BaseException:
                here.close()
                raise
        self._workers[here] = process

    def results(self, things: Iterable[Any]) -> Iterator[Any]:
        """What the function gives for each."""
        if not self._workers:
            yield from map(self._function, things)
            return
        waiting = enumerate(things)
        idle = list(self._workers)
        busy: dict[Connection, int] = {}
        done: dict[int, Any] = {}
        next_ = 0
        while True:
            for number, thing in islice(waiting, len(idle)):
                worker = idle.pop()
                busy[worker] = number
                _send(worker, thing)
            if not busy:
                return
            answered = connection.wait(list(busy))
            for worker in [each for each in busy if each in answered]:
                done[busy.pop(worker)] = _received(worker)
                idle.append(worker)
            while next_ in done:
                yield done.pop(next_)
                next_ += 1

    def close(self) -> None:
        """End the processes."""
        for pipe, process in self._workers.items():
            pipe.close()
            process.terminate()
        for process in self._workers.values():
            process.join()


def _room() -> int:
    """How many processes may be had with the files that may be open; the process that copies
    itself for others says on standard error what it lacks, so it is not to lack anything."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
    except ImportError:  # the system has no such limit
        return MOST
    limit = getrlimit(RLIMIT_NOFILE)[0]
    return MOST if limit == RLIM_INFINITY else max(0, (limit - RUNNING) // EACH)


def _is_ready(worker: Connection) -> bool:
    """Whether a process has come as far as its work."""
    try:
        worker.recv()
    except (OSError, EOFError):
        return False
    return True


def _send(worker: Connection, thing: Any) -> None:
    try:
        worker.send(thing)
    except OSError:
        raise UsageError(ENDED) from None


def _received(worker: Connection) -> Any:
    try:
        result, error = worker.recv()
    except (OSError, EOFError):
        raise UsageError(ENDED) from None
    if error is not None:
        raise error
    return result
