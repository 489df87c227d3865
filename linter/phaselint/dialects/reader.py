"""What dialects see of a project's files (design §5)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from phaselint.document import Document
else:
    Protocol = object  # what has these methods is one: nobody asks at run time


class Reader(Protocol):
    """The only way a dialect sees files: the disk, an editor's unsaved text or a test's dict.

    Paths are relative to the project root, with forward slashes; the root itself is `""`.
    """

    def document(self, path: str) -> Document | None:
        """The file's document, or none when there is no such file. A file that cannot be
        read or parsed is a document with problems. A path out of the root is none."""

    def names(self, folder: str) -> Sequence[str]:
        """Sorted names of the plain files in a folder, ignored ones left out; empty when
        there is no such folder."""

    def folders(self, folder: str) -> Sequence[str]:
        """Sorted names of the folders in a folder, ignored and hidden ones left out."""

    def hidden(self, folder: str) -> Sequence[str]:
        """Sorted names of the hidden folders in a folder, ignored ones left out. No walk goes
        into them; what a dialect keeps there it looks for itself."""

    def text(self, path: str) -> str | None:
        """The text of any file, without byte order mark, for looking at it without parsing it;
        none when there is no such file, or it cannot be read, or it is too large."""

    def holds(self, path: str, word: bytes) -> bool:
        """Whether a word is in a file, for looking at many that are not asked for otherwise; not so
        in one that is not there or cannot be read."""

    def real(self, path: str) -> str:
        """Where the file lies that a path leads to through links, if that is in the project; else
        the path itself."""

    def is_listed(self, folder: str) -> bool:
        """Whether all is known of what is in a folder, or that there is none."""
