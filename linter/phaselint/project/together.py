"""Replacing several files that belong together: all of them or none.

No system renames several files at once. So everything that can fail is done before the first
renaming: the new strings are written next to the files, and the old ones once more, so going
back is renaming as well. What is left is that the process is killed between two renamings, or
the system stops: each file is then the old or the new one as a whole, in the order given.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager, suppress

from phaselint.project.files import NotReadable
from phaselint.project.replacing import (
    Changed,
    alone_in,
    folder_of,
    sync,
    why_not,
    written_beside,
)
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.project.replacing import Folder


class Rewrite(NamedTuple):
    """A file that gets another content, by its real path. `old` is none where there is no such
    file; its folder is made then. `root` is a folder that it must not be outside of."""

    path: str
    old: bytes | None
    new: bytes
    root: str


class _Spot(NamedTuple):
    """A file in its open folder, with the names of its new text and of a copy of its old one,
    which is empty where there is none."""

    folder: Folder
    name: str
    new: str
    old: str


def rewrite_all(rewrites: Sequence[Rewrite]) -> tuple[str, ...]:
    """Replace files, or create them, in the order given; if one fails, all are as they were.

    Returns:
        What could not be kept of replaced files, a line each.

    Raises:
        Changed: one has another content than when it was read, or is there though it was not.
        UsageError: one cannot be written.
    """
    made: list[str] = []
    try:
        for each in rewrites:
            made += _make_folder(each)
        return _rewrite_all(rewrites)
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):
                os.rmdir(folder)
        raise


def _make_folder(rewrite: Rewrite) -> list[str]:
    """Make the folders that a new file needs; gives those that were not there."""
    folder = os.path.dirname(rewrite.path)
    missing: list[str] = []
    while rewrite.old is None and folder and not os.path.lexists(folder):
        missing.insert(0, folder)
        folder = os.path.dirname(folder)
    try:
        for each in missing:
            os.mkdir(each)
    except OSError as error:
        raise UsageError(f"can't write {rewrite.path}: {why_not(error)}") from None
    return missing


def _rewrite_all(rewrites: Sequence[Rewrite]) -> tuple[str, ...]:
    with ExitStack() as held:
        folders = _held_folders(rewrites, held)
        spots: list[_Spot] = []
        held.callback(_tidy, spots)
        lost: list[str] = []
        for each in rewrites:
            with _complaining(each.path):
                spot, clauses = _prepared(each, folders[os.path.dirname(each.path)])
            spots.append(spot)
            lost += (f"{each.path}: {clause}" for clause in clauses)
        _rename_all(rewrites, spots)
        for folder in folders.values():
            sync(folder)
        return tuple(lost)


def _held_folders(rewrites: Sequence[Rewrite], held: ExitStack) -> dict[str, Folder]:
    """The folders of files, opened and locked, in an order that is the same for everybody: else
    two could wait for each other."""
    roots = {os.path.dirname(each.path): each for each in rewrites}
    found: dict[str, Folder] = {}
    for path, each in sorted(roots.items()):
        with _complaining(each.path):
            found[path], _ = held.enter_context(folder_of(each.path, each.root))
            held.enter_context(alone_in(found[path]))
    return found


def _prepared(rewrite: Rewrite, folder: Folder) -> tuple[_Spot, tuple[str, ...]]:
    """Write the new text of a file and a copy of its old one next to it. What could not be kept of
    the file comes as clauses.

    Raises:
        Changed: it is not what it was.
    """
    path, old = rewrite.path, rewrite.old
    name = os.path.basename(path)
    if os.path.realpath(path) != path or _content(folder, name) != old:
        raise Changed(path)
    new, lost = written_beside(folder, name, rewrite.new)
    if old is None:
        return _Spot(folder, name, new, ""), lost
    try:
        copy, _ = written_beside(folder, name, old)
    except BaseException:
        folder.remove(new)
        raise
    return _Spot(folder, name, new, copy), lost


def _content(folder: Folder, name: str) -> bytes | None:
    try:
        return folder.read(name)
    except FileNotFoundError:
        return None


def _rename_all(rewrites: Sequence[Rewrite], spots: Sequence[_Spot]) -> None:
    """Let the new strings take the places of the files; if one cannot, the others go back."""
    done: list[_Spot] = []
    try:
        for each, spot in zip(rewrites, spots, strict=True):
            with _complaining(each.path):
                done.append(spot)
                spot.folder.rename(spot.new, spot.name)
    except BaseException:
        for spot in reversed(done):
            _go_back(spot)
        raise


def _go_back(spot: _Spot) -> None:
    """Undo a renaming, if it was done: its new text is not next to it any longer then."""
    if spot.folder.status(spot.new) is not None:
        return
    if spot.old:
        spot.folder.rename(spot.old, spot.name)
    else:
        spot.folder.remove(spot.name)


def _tidy(spots: Sequence[_Spot]) -> None:
    """Remove what was written next to files and has not taken a place."""
    for spot in spots:
        for name in filter(None, (spot.new, spot.old)):
            spot.folder.remove(name)


@contextmanager
def _complaining(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, NotReadable) as error:
        raise UsageError(f"can't write {path}: {why_not(error)}") from None
