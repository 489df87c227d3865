"""The files of a project as the server sees them: on disk, with the text of open documents in the
place of files, read once and kept until somebody says that they have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.project.disk import DiskSource, entries_above
from phaselint.project.ignorefiles import rules_above
from phaselint.project.paths import normal, split
from phaselint.project.reader import ProjectReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.dialects.base import Reader
    from phaselint.document import Document
    from phaselint.project.reader import Entry


class EditorSource(DiskSource):
    """A folder on disk under a mapping of texts that others change (absolute path → content)."""

    __slots__ = ()

    def __init__(self, root: str, texts: Mapping[str, bytes]) -> None:
        super().__init__(root)
        self._overlay = texts

    def entries(self, folder: str) -> Iterable[Entry]:
        """See Source; documents that are open and not on disk yet are in it."""
        self._overlay_entries = entries_above(filter(self._contains, self._overlay), self.root)
        return super().entries(folder)


def editor_reader(
    root: str, texts: Mapping[str, bytes], exclude: Iterable[str] = ()
) -> ProjectReader:
    """The reader of a project whose files change while it is in use.

    Args:
        texts: the texts of open documents, absolute path → content; what it holds may change, and
            the reader's `forget`, or `refresh`, has to be called then.
    """
    source = EditorSource(root, texts)
    return ProjectReader(source, exclude=exclude, above=lambda: rules_above(source.root))


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

    def _note(self, path: str, noted: set[str]) -> None:
        clean = normal(path)
        if clean is not None:
            noted.add(clean)


class Substituting:
    """A reader with other documents in the place of some."""

    __slots__ = ("_documents", "_reader")

    def __init__(self, reader: Reader, documents: Mapping[str, Document]) -> None:
        self._reader = reader
        self._documents = documents

    def document(self, path: str) -> Document | None:
        """See Reader."""
        found = self._documents.get(normal(path) or path)
        return self._reader.document(path) if found is None else found

    def names(self, folder: str) -> Sequence[str]:
        """See Reader."""
        return self._reader.names(folder)

    def folders(self, folder: str) -> Sequence[str]:
        """See Reader."""
        return self._reader.folders(folder)

    def hidden(self, folder: str) -> Sequence[str]:
        """See Reader."""
        return self._reader.hidden(folder)

    def text(self, path: str) -> str | None:
        """See Reader."""
        return self._reader.text(path)
