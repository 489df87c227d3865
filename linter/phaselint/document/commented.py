"""The suppression comments of documents, for those that have any."""

from __future__ import annotations

from phaselint.vocabulary.deferred import Deferred
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from phaselint.document.model import Document

    CommentKind = Literal["line", "node", "file"]


class Comment(NamedTuple):
    """A suppression comment (design §10).

    `names` holds (rule name or code, start, end). A `line` comment covers its own line, a
    `node` comment the lines of the node after it, a `file` comment all lines: `first_line` to
    `last_line`. A comment with an `error` was meant as a suppression and has no effect.
    """

    kind: CommentKind
    names: tuple[tuple[str, int, int], ...]
    reason: str
    start: int
    end: int
    first_line: int
    last_line: int
    error: str = ""


_find = Deferred("phaselint.document.comments", "find")


def comments_of(document: Document) -> tuple[Comment, ...]:
    """The suppression comments, in text order; none in a document that is not readable."""
    if "phaselint:" not in document.text or not document.readable:
        return ()
    return document.derived(_find)
