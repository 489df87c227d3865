"""The reader of a project in which some files have another text (design §5)."""

from __future__ import annotations

from phaselint.document.reader import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document


class AlteredReader:
    """What another reader sees, but for the texts of some files: path → text."""

    __slots__ = ("_reader", "_texts")

    def __init__(self, reader: Reader, texts: Mapping[str, str]) -> None:
        self._reader = reader
        self._texts = texts

    def document(self, path: str) -> Document | None:
        """See Reader."""
        text = self._texts.get(path)
        return self._reader.document(path) if text is None else read_text(path, text)

    def text(self, path: str) -> str | None:
        """See Reader."""
        return self._texts.get(path) or self._reader.text(path)

    def names(self, folder: str) -> Sequence[str]:
        """See Reader."""
        return self._reader.names(folder)

    def folders(self, folder: str) -> Sequence[str]:
        """See Reader."""
        return self._reader.folders(folder)

    def hidden(self, folder: str) -> Sequence[str]:
        """See Reader."""
        return self._reader.hidden(folder)

    def real(self, path: str) -> str:
        """See Reader."""
        return self._reader.real(path)

    def is_listed(self, folder: str) -> bool:
        """See Reader."""
        return self._reader.is_listed(folder)
