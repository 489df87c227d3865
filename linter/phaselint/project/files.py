"""Reading single files without surprises (design §9, §10); `replacing` writes them.

Nothing but regular files is ever opened: opening a named pipe blocks, and opening a device may
do anything. What goes wrong is told in plain words.
"""

from __future__ import annotations

import errno
import os
import stat

# A pipe that takes the place of a file between the check and the opening must not block.
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BLOCK, _SPARE = 1 << 20, 4096

CONFIGURATION_LIMIT = 4 * 1024 * 1024
"""Bytes that a configuration file may have."""

_KINDS = (
    (stat.S_ISDIR, "is a directory"),
    (stat.S_ISFIFO, "is a named pipe"),
    (stat.S_ISSOCK, "is a socket"),
    (stat.S_ISCHR, "is a device"),
    (stat.S_ISBLK, "is a device"),
    (stat.S_ISLNK, "is a symbolic link"),
)


class NotReadable(Exception):
    """A file that cannot be read; the text says why, to follow the words "the file"."""


class TooLarge(Exception):
    """A file above the limit that the caller set; `size` is how many bytes are known."""

    def __init__(self, size: int) -> None:
        super().__init__(f"the file has {size} bytes")
        self.size = size


def read_regular(
    path: str, limit: int | None = None, *, follow: bool = True, folder: int | None = None
) -> bytes:
    """Read a whole regular file; without `follow`, a symbolic link is not one. With the descriptor
    of a folder, the path counts from there.

    Raises:
        FileNotFoundError: there is no such file.
        NotReadable: it isn't a regular file, or the system refuses it.
        TooLarge: it has more than `limit` bytes, most of which were not read.
    """
    try:
        check_regular(os.stat(path, dir_fd=folder, follow_symlinks=follow).st_mode)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise NotReadable(reason(error)) from None
    return read_seen(path, limit, follow=follow, folder=folder)


def read_seen(
    path: str, limit: int | None = None, *, follow: bool = False, folder: int | None = None
) -> bytes:
    """Read a whole file that has just been seen to be a regular one; otherwise `read_regular`."""
    try:
        return _read(path, limit, 0 if follow else _NO_LINK, folder)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise NotReadable(reason(error)) from None


def check_regular(mode: int) -> None:
    """Raise NotReadable, naming the kind of file, unless `mode` is that of a regular file."""
    if stat.S_ISREG(mode):
        return
    for is_kind, words in _KINDS:
        if is_kind(mode):
            raise NotReadable(words)
    raise NotReadable("isn't a regular file")


def reason(error: Exception) -> str:
    """Say in plain words what the operating system refused, to follow the words "the file"."""
    if isinstance(error, PermissionError):
        return "can't be opened: permission denied"
    if isinstance(error, FileNotFoundError):
        return "doesn't exist"
    if isinstance(error, IsADirectoryError):
        return "is a directory"
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return "is a symbolic link to itself"
    if isinstance(error, ValueError):
        return "has an impossible file name"
    text = error.strerror if isinstance(error, OSError) else None
    return f"can't be read: {lower_first(text or str(error))}"


def decoded(data: bytes) -> str:
    """The text of a file; invalid UTF-8 in it is replaced."""
    return data.decode(errors="replace").removeprefix("\ufeff")


def lower_first(text: str) -> str:
    """Make what the system or a parser says the rest of our sentence."""
    return text[:1].lower() + text[1:]


def _read(path: str, limit: int | None, flags: int, folder: int | None) -> bytes:
    descriptor = os.open(path, _READ | _BINARY | flags, dir_fd=folder)
    try:
        status = os.fstat(descriptor)
        check_regular(status.st_mode)
        if limit is not None and status.st_size > limit:
            raise TooLarge(status.st_size)
        return _drain(descriptor, status.st_size, limit)
    finally:
        os.close(descriptor)


def _drain(descriptor: int, stated: int, limit: int | None) -> bytes:
    """Read to the end; the size the system states isn't a promise (a file may grow), and less than
    is asked for isn't an end, but for what is all that was stated."""
    blocks: list[bytes] = []
    size = 0
    while block := os.read(descriptor, min(max(stated - size, 0) + _SPARE, _BLOCK)):
        blocks.append(block)
        size += len(block)
        if limit is not None and size > limit:
            raise TooLarge(size)
        if size == stated:
            break
    return b"".join(blocks)
