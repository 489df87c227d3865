"""A call in a process of its own, which can be ended at any time: by its limit of seconds, or when
the client cancels it or goes."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import anyio
from anyio.streams.buffered import BufferedByteReceiveStream

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from anyio.abc import Process

    Report = Callable[[str], Awaitable[None]]

WORKER = (sys.executable, "-P", "-m", "phaselint.mcp.worker")
"""The program of a call. With -P, no module of the workspace is imported in place of an installed
one."""

LONGEST_LINE = 1 << 24


class Outcome(NamedTuple):
    """What came of a call: an answer (its text and its data), or an error in one line. `complete`:
    the call has ended by itself."""

    answer: Mapping[str, Any] | None = None
    error: str = ""
    complete: bool = True


async def run_call(
    call: Mapping[str, Any],
    folder: str,
    environment: Mapping[str, str],
    seconds: float,
    report: Report,
    worker: Sequence[str] = WORKER,
) -> Outcome:
    """Run a call.

    Args:
        call: see `phaselint.mcp.worker`.
        folder: where to run it.
        environment: the variables of its process.
        seconds: the limit, after which the answer so far is given.
        report: is told how far it is.
        worker: the program that answers.
    """
    process = await anyio.open_process(worker, cwd=folder, env=dict(environment), stderr=None)
    last: dict[str, Any] = {}
    try:
        with anyio.move_on_after(seconds):
            return await _answered(process, call, report, last)
        return Outcome(last.get("answer"), _too_slow(seconds), complete=False)
    finally:
        with anyio.CancelScope(shield=True):
            await _end(process)


async def _answered(
    process: Process, call: Mapping[str, Any], report: Report, last: dict[str, Any]
) -> Outcome:
    """What a process answers; `last` has its last message that has an answer."""
    assert process.stdin is not None  # both are pipes
    assert process.stdout is not None
    with suppress(anyio.BrokenResourceError, OSError):  # then it has ended already
        await process.stdin.send(json.dumps(call).encode() + b"\n")
    lines = BufferedByteReceiveStream(process.stdout)
    while True:
        try:
            line = await lines.receive_until(b"\n", LONGEST_LINE)
        except (anyio.IncompleteRead, anyio.EndOfStream):
            status = await process.wait()
            return Outcome(error=f"the call ended unexpectedly, with status {status}")
        message = json.loads(line)
        if "error" in message:
            return Outcome(error=message["error"])
        if "done" in message:
            return Outcome(message["answer"])
        if "answer" in message:
            last.update(message)
        await report(message["progress"])


async def _end(process: Process) -> None:
    """End a process, if it runs, and let go of its pipes."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
    await process.aclose()


def _too_slow(seconds: float) -> str:
    return (
        f"stopped at the limit of {seconds:g} seconds with no answer yet; "
        "pass fewer `paths`, or one contract"
    )
