"""Programs that are started and read: by `posix_spawn` where all goes well, else by `subprocess`.

To import `subprocess` takes longer than four calls of git. The way around it is for what goes well
alone: whatever is out of the ordinary (no `posix_spawn`, a program that can't be started or fails)
is done by `subprocess`, which knows why; a program that fails is started again for that. So what
one writes to its standard error is dropped at first, and there is one pipe to read: it can't
fill up meanwhile.
"""

from __future__ import annotations

import os

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import IO

_BLOCK = 1 << 20
_STANDARD = 3
"""So many descriptors are standard input, output and errors."""


class Done(NamedTuple):
    """What came of a program: the status that it ended with, what it printed, and its complaint."""

    status: int
    data: bytes
    complaint: str = ""


class Conversation:
    """A program that is asked on its standard input and answers on its standard output.

    Args:
        wait: waits until it ends.
    """

    def __init__(self, asked: IO[bytes], answers: IO[bytes], wait: Callable[[], object]) -> None:
        self._asked = asked
        self._wait = wait
        self.answers = answers

    def ask(self, line: bytes) -> None:
        """Hand it a line. Raises OSError where it has ended."""
        os.write(self._asked.fileno(), line + b"\n")  # nothing is left to write at its end

    def close(self) -> None:
        """Say that there are no further questions, and wait for its end."""
        self._asked.close()
        while self.answers.read(_BLOCK):
            pass
        self.answers.close()
        self._wait()


def run(words: Sequence[str], environment: Mapping[str, str]) -> Done:
    """Run a program that reads nothing and may be run again. Raises OSError where it can't be
    started."""
    data = output(words, environment)
    if data is not None:
        return Done(0, data)
    from subprocess import DEVNULL, PIPE, Popen

    process = Popen(words, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
    data, complaint = process.communicate()
    return Done(process.returncode, data, complaint.decode(errors="replace"))


def talk(words: Sequence[str], environment: Mapping[str, str]) -> Conversation:
    """Start a program to talk with. Raises OSError where it can't be started."""
    found = conversation(words, environment)
    if found is not None:
        return found
    from subprocess import DEVNULL, PIPE, Popen

    process = Popen(words, env=environment, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
    assert process.stdin is not None
    assert process.stdout is not None
    return Conversation(process.stdin, process.stdout, process.wait)


def output(words: Sequence[str], environment: Mapping[str, str]) -> bytes | None:
    """What a program prints that ends well; none where `subprocess` has to tell."""
    ends = _pipes(1)
    if ends is None:
        return None
    (read, write) = ends
    process = _spawned(words, environment, None, write)
    os.close(write)
    blocks: list[bytes] = []
    try:
        while process and (block := os.read(read, _BLOCK)):
            blocks.append(block)
    finally:
        os.close(read)
        status = _status(process) if process else None
    return b"".join(blocks) if status == 0 else None


def conversation(words: Sequence[str], environment: Mapping[str, str]) -> Conversation | None:
    """A program to talk with; none where `subprocess` must start it."""
    ends = _pipes(2)
    if ends is None:
        return None
    asked, ask, answers, answer = ends
    process = _spawned(words, environment, asked, answer)
    os.close(asked)
    os.close(answer)
    if not process:
        os.close(ask)
        os.close(answers)
        return None
    return Conversation(os.fdopen(ask, "wb"), os.fdopen(answers, "rb"), lambda: _status(process))


def _pipes(count: int) -> tuple[int, ...] | None:
    """The ends of so many pipes, first that to read from; none where `posix_spawn` isn't there, or
    an end takes the place of a standard stream, since that is closed."""
    if not hasattr(os, "posix_spawnp"):
        return None
    ends = tuple(end for _ in range(count) for end in os.pipe())
    if min(ends) >= _STANDARD:
        return ends
    for each in ends:
        os.close(each)
    return None


def _spawned(
    words: Sequence[str], environment: Mapping[str, str], asked: int | None, answer: int
) -> int:
    """The number of a process that was started; 0 where that was not possible. Ends of pipes are
    closed in it but for what is its standard input and output."""
    from signal import SIGPIPE, SIGXFSZ

    nothing = (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)
    actions = [
        nothing if asked is None else (os.POSIX_SPAWN_DUP2, asked, 0),
        (os.POSIX_SPAWN_DUP2, answer, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        # Python ignores these signals, and programs don't expect that.
        return os.posix_spawnp(
            words[0], tuple(words), environment, file_actions=actions, setsigdef=(SIGPIPE, SIGXFSZ)
        )
    except (OSError, ValueError):
        return 0


def _status(process: int) -> int | None:
    """What a process ends with; none where the system keeps it to itself, as where the signal of
    ended processes is ignored."""
    try:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    except ChildProcessError:
        return None
