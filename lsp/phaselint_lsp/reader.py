"""The files of a project as the server sees them: on disk, with the text of open documents in the
place of files, read once and kept until somebody says that they have changed."""

from __future__ import annotations

import os
import stat
from time import time_ns
from typing import TYPE_CHECKING

from phaselint.document.jsonagain import LARGE, Readable, Unlike
from phaselint.document.reader import json_again, read
from phaselint.project.disk import DiskSource, entries_above
from phaselint.project.files import NotReadable, TooLarge, decoded
from phaselint.project.ignorefiles import rules_above
from phaselint.project.paths import normal, split
from phaselint.project.reader import ProjectReader
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.project.reader import Entry


_SETTLED = 2_000_000_000
"""Nanoseconds after which a change of a file shows in its times, on any file system: those of FAT
count two seconds at a time."""

_MOST = 16 * 1024 * 1024
"""Bytes of files that are kept next to documents, and again as strings."""


_MOST_READABLE = 4
"""Texts of JSON of which it is kept where their parts are."""


class _Kept(NamedTuple):
    """What a file held, where it really is, and what told that it is the same file still; none
    where that is not certain."""

    real: str
    stamp: tuple[int, ...] | None
    data: bytes
    text: str


class EditorSource(DiskSource):
    """A folder on disk under a mapping of strings that others change (absolute path → content)."""

    __slots__ = ("_kept", "_size")

    def __init__(self, root: str, texts: Mapping[str, bytes]) -> None:
        super().__init__(root)
        self._overlay = texts
        self._kept: dict[str, _Kept] = {}
        self._size = 0

    def entries(self, folder: str) -> Iterable[Entry]:
        """See Source; documents that are open and not on disk yet are in it."""
        self._overlay_entries = entries_above(filter(self._contains, self._overlay), self.root)
        return super().entries(folder)

    def _check_links(self, real: str) -> None:
        """Folders may be replaced at any time here, and what they are by now is meant."""

    def again(self, path: str) -> _Kept:
        """What `read` gives, without reading while the file is the one it was: one look instead of
        a dozen, at each of the thousand prompts that a check of one contract may ask for. The text
        is the same object then."""
        kept = self._kept.get(path)
        if kept is not None:
            if kept.real not in self._overlay and _stamp(kept.real) == kept.stamp:
                return kept
            self.forget(path)
        folder, name = split(path)
        known = self._real_folders.get(folder)
        real = "" if known is None else os.path.join(known, name)
        stamp = _stamp(real)  # before: what is written from now on gives another one
        data = self.read(path)
        kept = _Kept(real, stamp, data, decoded(data))
        if stamp is not None and real not in self._overlay:
            self._keep(path, kept)
        return kept

    def forget(self, path: str) -> None:
        """Read a file when it is asked for the next time."""
        kept = self._kept.pop(path, None)
        if kept is not None:
            self._size -= len(kept.data)

    def _keep(self, path: str, kept: _Kept) -> None:
        if self._size + len(kept.data) > _MOST:
            self._kept.clear()
            self._size = 0
        if len(kept.data) <= _MOST:
            self._kept[path] = kept
            self._size += len(kept.data)


def _stamp(path: str) -> tuple[int, ...] | None:
    """What is another one after a file has been written or replaced; none where that is not
    certain: it isn't a regular file, or has changed just now and may do so again unseen."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return None
    changed = max(found.st_mtime_ns, found.st_ctime_ns)
    if not stat.S_ISREG(found.st_mode) or time_ns() - changed < _SETTLED:
        return None
    return (
        found.st_mode,
        found.st_dev,
        found.st_ino,
        found.st_size,
        found.st_mtime_ns,
        found.st_ctime_ns,
    )


class EditorReader(ProjectReader):
    """The reader of a project whose files change while it is in use; see `editor_reader`."""

    __slots__ = ("_before", "_files", "_readable")

    def __init__(self, source: EditorSource, exclude: Iterable[str]) -> None:
        self._files = source
        self._before: dict[str, Document] = {}
        self._readable: dict[str, Readable] = {}
        super().__init__(source, exclude=exclude, above=lambda: rules_above(source.root))

    def drop(self, path: str) -> None:
        """See ProjectReader."""
        super().drop(path)
        self._files.forget(path)
        self._before.pop(path, None)
        self._readable.pop(path, None)

    def outdate(self, path: str) -> None:
        """Let go of a document that is being edited; the next one is read next to the last one that
        could be read, of which it has most values."""
        document = self.peek(path)
        if document is not None and document.readable:
            self._before[path] = document
        self.forget((path,))

    def _parsed(self, path: str, data: bytes) -> Document:
        """See ProjectReader. A large text of JSON is read again where an edit touches it."""
        document = self._edited(path, data)
        if document is not None:
            return document
        before = self._before.get(path)
        if before is None:
            document = read(path, data)
        else:
            from phaselint.document.rereading import reread  # which imports the parser

            document = reread(before, data)
        large = document.format == "json" and len(document.text) > LARGE
        if large and not (document.problems or document.bom):
            self._readable.pop(path, None)
            self._readable[path] = Readable(document.text, document.value)
            while len(self._readable) > _MOST_READABLE:
                del self._readable[next(iter(self._readable))]
        return document

    def _edited(self, path: str, data: bytes) -> Document | None:
        """The document of a file that is read again; none where all of it must be read."""
        before = self._readable.get(path)
        if before is None:
            return None
        try:
            found = before.edited(data.decode())
        except (Unlike, UnicodeDecodeError):
            return None
        self._readable[path] = found
        return json_again(path, found)

    def _load(self, path: str) -> bytes | None:
        try:
            return self._files.again(path).data
        except (FileNotFoundError, NotReadable, TooLarge):
            return None

    def _load_text(self, path: str) -> str | None:
        try:
            return self._files.again(path).text
        except (FileNotFoundError, NotReadable, TooLarge):
            return None


def editor_reader(
    root: str, texts: Mapping[str, bytes], exclude: Iterable[str] = ()
) -> EditorReader:
    """The reader of a project whose files change while it is in use.

    Args:
        strings: the strings of open documents, absolute path → content; what it holds may change,
            and the reader's `forget`, or `refresh`, must be called then.
    """
    return EditorReader(EditorSource(root, texts), exclude)


def refresh(reader: ProjectReader, path: str) -> bool:
    """Read a file again that may have changed; whether it has. Where nothing has, its document
    stays the one it was."""
    old = reader.peek(path)
    reader.drop(path)
    if old is None:
        return True
    new = reader.document(path)
    if new is None or new.text != old.text or new.problems != old.problems:
        return True
    reader.keep(old)
    return False


def relist(reader: ProjectReader, path: str) -> None:
    """List the folder a path is in, and those above it, again when somebody asks."""
    while path:
        path, _ = split(path)
        reader.relist(path)


class Tracing:
    """A reader that notes what it was asked for.

    Attributes:
        files: paths whose content was asked for, whether they are there or not.
        listed: folders of which anything was listed.
    """

    __slots__ = ("_reader", "files", "listed")

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.files: set[str] = set()
        self.listed: set[str] = set()

    def document(self, path: str) -> Document | None:
        """See Reader."""
        self._note(path, self.files)
        return self._reader.document(path)

    def names(self, folder: str) -> Sequence[str]:
        """See Reader."""
        self._note(folder, self.listed)
        return self._reader.names(folder)

    def folders(self, folder: str) -> Sequence[str]:
        """See Reader."""
        self._note(folder, self.listed)
        return self._reader.folders(folder)

    def hidden(self, folder: str) -> Sequence[str]:
        """See Reader."""
        self._note(folder, self.listed)
        return self._reader.hidden(folder)

    def text(self, path: str) -> str | None:
        """See Reader."""
        self._note(path, self.files)
        return self._reader.text(path)

    def holds(self, path: str, word: bytes) -> bool:
        """See Reader."""
        self._note(path, self.files)
        return self._reader.holds(path, word)

    def real(self, path: str) -> str:
        """See Reader."""
        return self._reader.real(path)

    def is_listed(self, folder: str) -> bool:
        """See Reader."""
        self._note(folder, self.listed)
        return self._reader.is_listed(folder)

    def _note(self, path: str, noted: set[str]) -> None:
        if path in noted:
            return
        clean = normal(path)
        if clean is not None:
            noted.add(clean)
