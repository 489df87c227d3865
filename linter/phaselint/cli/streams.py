"""Standard output and standard error in any state a process can get them (design §9).

They can be closed, full, in an old encoding, or a pipe whose reader is gone. None of that changes
the exit status, except that a report that can't be written is a failure.
"""

from __future__ import annotations

import io
import os
import sys

from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO


def prepare() -> None:
    """Make both streams usable: output to a closed one is dropped, and text for programs is UTF-8
    in every locale."""
    if sys.stdout is None:  # closed before Python started
        sys.stdout = io.StringIO()
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = sys.stdout.encoding if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")


def write(text: Iterable[str]) -> None:
    """Write to standard output; when its reader has gone, as `head` does, the rest is dropped.

    Raises:
        UsageError: the text cannot be written, as on a full disk.
    """
    try:
        sys.stdout.writelines(text)
        sys.stdout.flush()
    except BrokenPipeError:
        give_up(sys.stdout)
    except OSError as error:
        give_up(sys.stdout)
        why = (error.strerror or str(error)).lower()
        raise UsageError(f"can't write to standard output: {why}") from None


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output as `write` does, in any encoding."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # it is closed; see `prepare`
        return
    try:
        sys.stdout.flush()
        buffer.write(data)
        buffer.flush()
    except BrokenPipeError:
        give_up(sys.stdout)
    except OSError as error:
        give_up(sys.stdout)
        why = (error.strerror or str(error)).lower()
        raise UsageError(f"can't write to standard output: {why}") from None


def write_stderr(text: Iterable[str]) -> None:
    """Write to standard error, if anyone can read it there."""
    try:
        sys.stderr.writelines(text)
        sys.stderr.flush()
    except OSError:
        give_up(sys.stderr)


def read() -> bytes:
    """Everything on standard input. Raises UsageError when it is closed."""
    if sys.stdin is None:
        raise UsageError("`-` is standard input, which is closed")
    return sys.stdin.buffer.read()


def complain(message: str) -> None:
    """Write one line to standard error, if anyone can read it there."""
    from phaselint.report.terminal import escape

    try:
        sys.stderr.write(f"phaselint: {escape(message)}\n")
        sys.stderr.flush()
    except OSError:
        give_up(sys.stderr)


def finish() -> None:
    """Flush the streams, as Python does when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            give_up(stream)


def give_up(stream: TextIO) -> None:
    """Discard the rest of a stream: Python would try again when it ends, and fail with its own
    status."""
    try:
        number = stream.fileno()
        os.close(number)  # first, since no more files may be open than are
        nowhere = os.open(os.devnull, os.O_WRONLY)
        if nowhere != number:
            os.dup2(nowhere, number)
            os.close(nowhere)
    except OSError:
        return  # it isn't a file of the system's, or closed
