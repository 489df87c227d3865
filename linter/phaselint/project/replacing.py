"""Replacing single files: as a whole or not at all, where they are (design §9, §10).

The folder of a file is opened once, and everything happens in it by its descriptor, so
nobody can put a link in its place on the way. Systems without that do it by paths.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import ExitStack, contextmanager, suppress

from phaselint.project.files import NotReadable, check_regular, lower_first, read_regular
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
_BINARY = getattr(os, "O_BINARY", 0)
# Writing into a folder doesn't need read access to it.
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BY_DESCRIPTOR = os.open in os.supports_dir_fd and os.rename in os.supports_dir_fd

USUAL = 0o666
"""Permissions of a new file, before the process's mask."""

ATTEMPTS, PAUSE = 600, 0.05
"""How often to ask for the right to write into a folder, and seconds between; the other who has
it needs milliseconds."""

OTHER_OWNER = "its owner couldn't be kept"
OTHER_GROUP = "its group couldn't be kept"
OTHER_NAMES = "its other names (hard links) keep the old content"


class Changed(Exception):
    """A file is another one than when it was read, or is none any longer."""


def write_atomically(path: str, text: str | bytes, root: str = "") -> tuple[str, ...]:
    """Replace a file, or create it; a reader sees the old or the new text, never a part.

    Permissions and owner of an existing file stay as far as they may, and a symbolic link keeps
    pointing to it. A string that is not encoded yet is written as UTF-8.

    Args:
        root: a folder that the file must not be outside of, links followed; empty for none.

    Returns:
        What could not be kept of the old file, a clause each.

    Raises:
        UsageError: the file cannot be written; its previous content is untouched.
    """
    try:
        data = text if isinstance(text, bytes) else text.encode("utf-8")
        with folder_of(os.path.realpath(path), root) as (folder, name):
            return _replace(folder, name, data)
    except (OSError, ValueError, NotReadable) as error:
        raise UsageError(f"can't write {path}: {why_not(error)}") from None


def rewrite(path: str, old: bytes, new: bytes, root: str) -> tuple[str, ...]:
    """Replace a file, given its real path, that is still what it was; what could not be kept, as
    `write_atomically` gives it.

    Of several processes that do so in a folder one is done before the next looks.

    Raises:
        Changed: it has another content, or is a link or behind one now.
        UsageError: it cannot be written; its previous content is untouched.
    """
    try:
        with folder_of(path, root) as (folder, name), alone_in(folder):
            if os.path.realpath(path) != path or folder.read(name) != old:
                raise Changed
            return _replace(folder, name, new)
    except (FileNotFoundError, NotADirectoryError, NotReadable):
        raise Changed from None
    except (OSError, ValueError) as error:
        raise UsageError(f"can't write {path}: {why_not(error)}") from None


@contextmanager
def alone(path: str) -> Iterator[None]:
    """Keep others who ask for it from the folder of a file while something is read there and
    written. Where the system or the folder has no such thing, nobody is kept.

    Raises:
        UsageError: another process holds on to it.
    """
    with ExitStack() as held:
        try:
            folder, _ = held.enter_context(folder_of(os.path.realpath(path), ""))
            held.enter_context(alone_in(folder))
        except (OSError, ValueError) as error:
            raise UsageError(f"can't write {path}: {why_not(error)}") from None
        yield


class Folder:
    """An open folder: the same one whatever becomes of its path.

    `descriptor` is none where the system has no such thing; then the path counts.
    """

    __slots__ = ("descriptor", "path")

    def __init__(self, path: str, descriptor: int | None) -> None:
        self.path = path
        self.descriptor = descriptor

    def at(self, name: str) -> str:
        """What the system calls a file in it."""
        return name if self.descriptor is not None else os.path.join(self.path, name)

    def open(self, name: str, flags: int, mode: int = USUAL) -> int:
        """Open a file in it. Raises OSError."""
        return os.open(self.at(name), flags, mode, dir_fd=self.descriptor)

    def read(self, name: str) -> bytes:
        """Read a file in it that isn't a link; see `read_regular`."""
        return read_regular(self.at(name), follow=False, folder=self.descriptor)

    def status(self, name: str) -> os.stat_result | None:
        """The status of a regular file in it; none when there is none.

        Raises:
            NotReadable: it is something else.
        """
        try:
            found = os.stat(self.at(name), dir_fd=self.descriptor, follow_symlinks=False)
        except FileNotFoundError:
            return None
        check_regular(found.st_mode)
        return found

    def rename(self, old: str, new: str) -> None:
        """Let a file take the place of another. Raises OSError."""
        here = self.descriptor
        os.replace(self.at(old), self.at(new), src_dir_fd=here, dst_dir_fd=here)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(OSError):
            os.unlink(self.at(name), dir_fd=self.descriptor)


@contextmanager
def folder_of(target: str, root: str) -> Iterator[tuple[Folder, str]]:
    """The folder of a file, given its real path, and its name in it.

    Raises:
        OSError: there is no such folder, or a link on the way.
        NotReadable: it is not below `root`.
    """
    path, name = os.path.split(target)
    base = os.path.realpath(root) if root else path
    if path != base and not path.startswith(os.path.join(base, "")):
        raise NotReadable("is behind a symbolic link to a place outside the project")
    if not _BY_DESCRIPTOR:
        yield Folder(path, None), name
        return
    descriptor = os.open(base, _FOLDER)
    try:
        for part in filter(None, path[len(base) :].split(os.sep)):
            inner = os.open(part, _FOLDER | _NO_LINK, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = inner
        yield Folder(path, descriptor), name
    finally:
        os.close(descriptor)


@contextmanager
def alone_in(folder: Folder) -> Iterator[None]:
    """Hold the lock of a folder; the system takes it back from a process that ends."""
    try:
        import fcntl

        descriptor = folder.open(".", os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        _lock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, how: int) -> None:
    """Wait for a lock, unless the file system has none. Raises OSError where it takes too long."""
    import fcntl
    from time import sleep

    for attempt in range(ATTEMPTS):
        try:
            fcntl.flock(descriptor, how)
        except BlockingIOError:
            if attempt + 1 == ATTEMPTS:
                raise OSError(errno.EAGAIN, "Another process is writing there") from None
            sleep(PAUSE)
        except OSError:
            return
        else:
            return


def _replace(folder: Folder, name: str, data: bytes) -> tuple[str, ...]:
    temporary, lost = written_beside(folder, name, data)
    try:
        folder.rename(temporary, name)
    except BaseException:
        folder.remove(temporary)
        raise
    sync(folder)
    return lost


def written_beside(folder: Folder, name: str, data: bytes) -> tuple[str, tuple[str, ...]]:
    """Write what is to take the place of a file, or to be one, under another name in its folder.
    Gives that name, and what could not be kept of the old file, a clause each.

    Raises:
        OSError: it cannot be written; nothing is left of it.
        NotReadable: what it is for isn't a regular file.
    """
    status = folder.status(name)
    # Random, as processes with one number may share a folder, and short, as names have an end.
    temporary = f".{name[:40]}.{os.urandom(6).hex()}.tmp"
    # Nobody may read the new text who can't read the old one, at no moment.
    usual = USUAL if status is None else stat.S_IMODE(status.st_mode) & 0o600
    descriptor = folder.open(temporary, _CREATE | _BINARY, usual)
    try:
        try:
            lost = () if status is None else tuple(_liken(descriptor, status))
            if status is not None:
                _copy_attributes(folder, name, descriptor)
            _write(descriptor, data)
        finally:
            os.close(descriptor)
    except BaseException:
        folder.remove(temporary)
        raise
    return temporary, lost


def _liken(descriptor: int, status: os.stat_result) -> Iterator[str]:
    """Give a file the owner, group and permissions of another as far as we may; yield what it
    does not have of it."""
    if not hasattr(os, "fchown"):
        return
    own = os.fstat(descriptor)
    mode = stat.S_IMODE(status.st_mode)
    if own.st_gid != status.st_gid and not _chown(descriptor, -1, status.st_gid):
        mode &= 0o777  # what a group of that number may do is not for another one
        yield OTHER_GROUP
    if own.st_uid != status.st_uid and not _chown(descriptor, status.st_uid, -1):
        mode &= 0o777
        yield OTHER_OWNER
    os.fchmod(descriptor, mode)
    if status.st_nlink > 1:
        yield OTHER_NAMES


def _chown(descriptor: int, user: int, group: int) -> bool:
    try:
        os.fchown(descriptor, user, group)
    except OSError:
        return False
    return True


def _copy_attributes(folder: Folder, name: str, descriptor: int) -> None:
    """Take over the access list and other attributes of a file, where there are any."""
    if not hasattr(os, "listxattr"):
        return
    with suppress(OSError):
        old = folder.open(name, os.O_RDONLY | _NO_LINK)
        try:
            for attribute in os.listxattr(old):
                with suppress(OSError):
                    os.setxattr(descriptor, attribute, os.getxattr(old, attribute))
        finally:
            os.close(old)


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
    os.fsync(descriptor)


def sync(folder: Folder) -> None:
    """Make renaming in a folder durable where the system can; the new text itself already is."""
    try:
        descriptor = folder.open(".", os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)


def why_not(error: Exception) -> str:
    """Why a file cannot be written, in a clause."""
    if isinstance(error, NotReadable):
        return f"it {error}"
    if isinstance(error, FileNotFoundError):
        return "its directory doesn't exist"
    if isinstance(error, OSError) and error.strerror:
        return lower_first(error.strerror)
    return str(error)
