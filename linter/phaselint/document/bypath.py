"""Documents by their paths."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from phaselint.document import Document
else:
    Protocol = object  # what has these methods is one: there are no checks at run time


class DocumentsByPath(Protocol):
    """Anything that finds a document by its project path."""

    def get(self, path: str, /) -> Document | None: ...
