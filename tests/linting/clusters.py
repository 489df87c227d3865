"""A cluster of dask on this machine, for `--executor linting.clusters:dask`."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

KILLED_AFTER = 20
"""Answers after which a worker of `killed` dies: the sweep is in the midst of its chunks then."""

KILLED = "one of two workers was killed"
"""What is said then."""


@contextmanager
def dask() -> Iterator[Any]:
    """Two processes with a thread each."""
    with _client() as client:
        yield client.get_executor()


@contextmanager
def killed() -> Iterator[Any]:
    """The same, of which one is killed on the way."""
    with _client() as client:
        numbers = client.run(os.getpid).values()
        assert len(numbers) == 2
        yield _Killing(client.get_executor(), min(numbers))


@contextmanager
def _client() -> Iterator[Any]:
    distributed = import_module("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


class _Killing:
    """An executor that kills a process when so many tasks have come back."""

    def __init__(self, executor: Any, number: int) -> None:
        self._executor = executor
        self._number = number
        self._done = 0

    def submit(self, function: Any, *arguments: Any) -> Any:
        """Hand a task on."""
        future = self._executor.submit(function, *arguments)
        future.add_done_callback(self._count)
        return future

    def _count(self, _future: Any) -> None:
        self._done += 1
        if self._done == KILLED_AFTER:
            os.kill(self._number, signal.SIGKILL)
            print(KILLED, file=sys.stderr)
