"""A reader that remembers what it answered: what was made of the answers can be used again where
another reader gives the same ones."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

    Question = Literal[
        "document", "names", "folders", "hidden", "text", "holds", "real", "is_listed"
    ]


class Remembering:
    """A reader that answers what another one does, and remembers it.

    Attributes:
        reader: the one that is asked.
    """

    __slots__ = ("_answers", "reader")

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._answers: dict[tuple[Question, str, bytes], object] = {}

    def moves_to(self, reader: Reader) -> bool:
        """Ask another reader from now on, if it gives the same answers to all that was asked so
        far: its documents are the same objects. All of it is asked again: a reader that notes
        what it is asked for notes what the first answers depend on."""
        same = all(_kept(_asked(reader, *each)) == answer for each, answer in self._answers.items())
        if same:
            self.reader = reader
        return same

    def document(self, path: str) -> Document | None:
        """See Reader."""
        found: Document | None = self._answer("document", path)
        return found

    def names(self, folder: str) -> Sequence[str]:
        """See Reader."""
        found: Sequence[str] = self._answer("names", folder)
        return found

    def folders(self, folder: str) -> Sequence[str]:
        """See Reader."""
        found: Sequence[str] = self._answer("folders", folder)
        return found

    def hidden(self, folder: str) -> Sequence[str]:
        """See Reader."""
        found: Sequence[str] = self._answer("hidden", folder)
        return found

    def text(self, path: str) -> str | None:
        """See Reader."""
        found: str | None = self._answer("text", path)
        return found

    def holds(self, path: str, word: bytes) -> bool:
        """See Reader."""
        return bool(self._answer("holds", path, word))

    def real(self, path: str) -> str:
        """See Reader."""
        return str(self._answer("real", path))

    def is_listed(self, folder: str) -> bool:
        """See Reader."""
        return bool(self._answer("is_listed", folder))

    def _answer(self, question: Question, path: str, word: bytes = b"") -> Any:
        found = _asked(self.reader, question, path, word)
        self._answers[question, path, word] = _kept(found)
        return found


def _asked(reader: Reader, question: Question, path: str, word: bytes) -> Any:
    ask = getattr(reader, question)
    return ask(path, word) if question == "holds" else ask(path)


def _kept(answer: Any) -> object:
    """What is remembered of an answer: of a string, which may be one of thousands that nobody
    keeps, what tells it from others."""
    if isinstance(answer, str):
        return len(answer), hash(answer)
    return tuple(answer) if isinstance(answer, (list, tuple)) else answer
