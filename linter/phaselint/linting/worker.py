"""A process of a run beside the one that the user started: it ends with that, and silently."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing import connection, parent_process
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING

from phaselint.linting.garbage import collect_rarely

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext


def context() -> BaseContext:
    """What starts the processes of a pool: where the system can, copies of a server, which is
    started here. An interruption is for the first process to say, so they ignore it from their
    first moment; what a process ignores, those that it starts do."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing.forkserver import ensure_running

    if current_thread() is not main_thread():  # which alone may say what to do with signals
        return multiprocessing.get_context("forkserver")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        ensure_running()
    finally:
        signal.signal(signal.SIGINT, before)
    return multiprocessing.get_context("forkserver")


def begin() -> None:
    """Prepare a process of a pool; where the first one is gone, however it went, nobody is left
    to work for."""
    collect_rarely()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
