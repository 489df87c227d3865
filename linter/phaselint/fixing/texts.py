"""The files that fixes change, as they are on disk and as they will be.

Everything happens in memory; `phaselint.fixing.writing` puts the outcome on disk. A file is
known by its real path, and one that is not inside a project is never among them (design §1).
"""

from __future__ import annotations

import os

from phaselint.document.changes import apply
from phaselint.document.limits import SIZE_LIMIT
from phaselint.document.reader import read
from phaselint.project.files import NotReadable, TooLarge, read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.document import Document
    from phaselint.document.changes import Change, Changes


class Texts:
    """Files by path, each read once, with what fixes have made of them.

    Args:
        roots: the folders outside of which nothing is changed.
        overlay: strings that stand for files: absolute path → content.
        only: real paths of the files that may be changed; none means all.
    """

    __slots__ = ("_documents", "_only", "_overlay", "_roots", "before", "now")

    def __init__(
        self,
        roots: Iterable[str],
        overlay: Mapping[str, bytes],
        only: frozenset[str] | None = None,
    ) -> None:
        self._roots = tuple(os.path.join(os.path.realpath(root), "") for root in roots)
        self._overlay = {os.path.realpath(path): data for path, data in overlay.items()}
        self._only = only
        self._documents: dict[str, Document | None] = {}
        self.before: dict[str, bytes] = {}
        self.now: dict[str, bytes] = {}

    def get(self, path: str) -> Document | None:
        """The document at a path as it is now; none for what may not be changed or read."""
        real = os.path.realpath(path)
        if real not in self._documents:
            data = self._data(real)
            self._documents[real] = None if data is None else read(path, data)
        return self._documents[real]

    def changed(self, path: str, changes: Iterable[Change]) -> bytes | None:
        """The bytes of a file with changes made; none where it does not parse any longer, though
        it does now."""
        document = self.get(path)
        if document is None:
            return None
        data = _encoded(document, tuple(changes))
        if data is None or len(data) > SIZE_LIMIT:
            return None
        again = read(path, data)
        return data if again.readable or not document.readable else None

    def accept(self, made: Mapping[str, bytes]) -> None:
        """Let files have new bytes from now on: path → bytes."""
        for path, data in made.items():
            real = os.path.realpath(path)
            self.now[real] = data
            self._documents.pop(real, None)

    def overlay(self, made: Mapping[str, bytes]) -> dict[str, bytes]:
        """What stands for files when these are made as well: absolute path → content."""
        real = {os.path.realpath(path): data for path, data in made.items()}
        return {**self._overlay, **self.altered(), **real}

    def altered(self) -> dict[str, bytes]:
        """The files that differ from what they were: real path → bytes."""
        return {path: data for path, data in self.now.items() if data != self.before[path]}

    def root_of(self, real: str) -> str:
        """The innermost of the roots that a file is in."""
        return max((root for root in self._roots if real.startswith(root)), key=len)

    def _data(self, real: str) -> bytes | None:
        if real in self.now:
            return self.now[real]
        if self._only is not None and real not in self._only:
            return None
        if not real.startswith(self._roots):
            return None
        try:
            data = self._overlay.get(real)
            found = read_regular(real, SIZE_LIMIT, follow=False) if data is None else data
        except (FileNotFoundError, NotReadable, TooLarge):
            return None
        self.before[real] = self.now[real] = found
        return found


def _encoded(document: Document, changes: Changes) -> bytes | None:
    """A changed text as bytes; none where it has half a character."""
    bom = document.bom and all(change.start >= 0 for change in changes)
    text = ("\ufeff" if bom else "") + apply(document.text, changes)
    encoding = "utf-8"
    if document.format == "python":
        from phaselint.document.encodings import encoding_of

        encoding = encoding_of(document.text)
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return None
