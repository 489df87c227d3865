"""A dialect's view of a project's files (design §5)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from phaselint.document import Document
else:
    Protocol = object  # structural type: no isinstance at run time


class Reader(Protocol):
    """The only way a dialect sees files: the disk, an editor's unsaved text or a test's dict.

    Paths are relative to the project root, with forward slashes; the root itself is `""`.
    """

    def document(self, path: str) -> Document | None:
        """The file's document, or None if the file doesn't exist. An unreadable or unparsable file
        is a document with problems. A path outside the root is None."""

    def names(self, folder: str) -> Sequence[str]:
        """Sorted names of the plain files in a folder, ignored ones left out; empty when
        there is no such folder."""

    def folders(self, folder: str) -> Sequence[str]:
        """Sorted names of the folders in a folder, ignored and hidden ones left out."""

    def hidden(self, folder: str) -> Sequence[str]:
        """Sorted names of the hidden folders in a folder, ignored ones left out. No walk goes
        into them; what a dialect keeps there it looks for itself."""

    def text(self, path: str) -> str | None:
        """The text of any file, without byte order mark, for reading without parsing; None if the
        file is missing, unreadable or too large."""

    def holds(self, path: str, word: bytes) -> bool:
        """Whether a file contains a word, for checking many files that aren't needed otherwise;
        False for a missing or unreadable file."""

    def real(self, path: str) -> str:
        """The place of a path's target if links lead to it within the project; else the path
        itself."""

    def is_listed(self, folder: str) -> bool:
        """Whether the content of a folder is completely known, or known to be empty."""
