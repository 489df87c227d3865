"""A process of a run next to the one that the user started: it ends with that, and silently."""

from __future__ import annotations

import multiprocessing
import os
import signal
from contextlib import contextmanager, suppress
from multiprocessing import connection, parent_process
from multiprocessing.reduction import ForkingPickler
from threading import Thread, current_thread, main_thread

from phaselint.linting.garbage import collect_rarely
from phaselint.vocabulary.errors import PhaselintError, described

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from typing import Any


def context() -> BaseContext:
    """What starts the processes of a pool: where the system can, copies of a server, which is
    started here. An interruption is for the first process to say, so they ignore it from their
    first moment; what a process ignores, those that it starts do."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing import resource_tracker
    from multiprocessing.forkserver import ensure_running

    if current_thread() is not main_thread():  # which alone may say what to do with signals
        return multiprocessing.get_context("forkserver")
    resource_tracker.ensure_running()  # which itself holds signals back, and then no longer
    with held_back():
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            ensure_running()
        finally:
            signal.signal(signal.SIGINT, before)
    return multiprocessing.get_context("forkserver")


@contextmanager
def held_back() -> Iterator[None]:
    """Be interrupted later: a process that is started and not told all it is to know says so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(pipe: Connection, function: Callable[[Any], Any]) -> None:
    """Say that there is a process, and answer things with what a function gives for them, or with
    what it raises, until the other end is closed."""
    with suppress(OSError, EOFError):  # the other end is closed
        if _begin():
            pipe.send(None)
            while True:
                pipe.send_bytes(_answer(function, pipe.recv()))


def _answer(function: Callable[[Any], Any], thing: Any) -> Any:
    """A pair of what a function gives and of what it raises, as the other end receives it."""
    try:
        return ForkingPickler.dumps((function(thing), None))
    except Exception as error:  # whatever it is, the first process has to say so
        return ForkingPickler.dumps((None, _portable(error)))


def _portable(error: Exception) -> Exception:
    """An error as it can be passed, with the place where it arose."""
    if isinstance(error, (PhaselintError, MemoryError)):
        return error
    return RuntimeError(described(error))


def _begin() -> bool:
    """Prepare a process of a pool; where the first one is gone, however it went, nobody is left
    to work for. False where that could not be noticed."""
    collect_rarely()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        Thread(target=_end_with_parent, daemon=True).start()
    except RuntimeError:  # there is no room for another thread
        return False
    return True


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
