"""A command line whose streams are bytes: what it prints and its exit status, as a result."""

from __future__ import annotations

import io
import sys

from phaselint import cli
from phaselint.cli import streams
from phaselint.linting.garbage import collect_rarely
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Outcome(NamedTuple):
    """What a command did: its exit status and what it wrote."""

    status: int
    stdout: bytes
    stderr: bytes


def run(arguments: Sequence[str], stdin: bytes = b"") -> Outcome:
    """Run a command line, such as `["lint", "--format", "json", "."]`, in the current directory.

    Nothing is raised because of what a user wrote: as for the command, that is a line on standard
    error and the status 2. Standard output isn't a terminal, so there are no colors unless
    `FORCE_COLOR` is in the environment. `server` needs streams that wait: see `session`.
    """
    collect_rarely()
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = _text(io.BytesIO(stdin))
    sys.stdout, sys.stderr = _text(out), _text(err)
    try:
        status = cli.main(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        return Outcome(status, out.getvalue(), err.getvalue())
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def main(arguments: Sequence[str]) -> int:
    """Run a command line with the streams of this process, and return its exit status."""
    collect_rarely()
    sys.argv = ["phaselint", *arguments]
    status = cli.main()
    streams.finish()
    return status


def _text(stream: io.BytesIO) -> io.TextIOWrapper:
    return io.TextIOWrapper(stream, "utf-8", "backslashreplace", "", write_through=True)
