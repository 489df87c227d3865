"""The reader of a project in which some files are others than they are (design §5)."""

from __future__ import annotations

from phaselint.project.paths import normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document


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
        """See Reader; that of a document that is put in."""
        found = self._documents.get(normal(path) or path)
        return self._reader.text(path) if found is None else found.text

    def holds(self, path: str, word: bytes) -> bool:
        """See Reader; that of a document that is put in."""
        found = self._documents.get(normal(path) or path)
        return self._reader.holds(path, word) if found is None else word.decode() in found.text

    def real(self, path: str) -> str:
        """See Reader."""
        return self._reader.real(path)

    def is_listed(self, folder: str) -> bool:
        """See Reader."""
        return self._reader.is_listed(folder)
