"""What the client says, and whether anybody has listened to it yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO


class Inlet:
    """A stream of messages, each some lines and a body. It is read by a thread, which asks for the
    next message when the one before has been handled."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._behind_body = True
        self._busy = False

    def is_busy(self) -> bool:
        """Whether there is a message that has not been handled."""
        return self._busy

    def readline(self) -> bytes:
        """A line of a header; empty at the end of the stream."""
        if self._behind_body:
            self._busy = self._behind_body = False
        line = self._stream.readline()
        self._busy = True
        return line

    def read(self, size: int) -> bytes:
        """A body."""
        self._behind_body = True
        return self._stream.read(size)
