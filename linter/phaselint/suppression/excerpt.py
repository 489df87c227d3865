"""What is kept of a document where something is found in it, so the document itself need not
be: memory goes with the findings of a run, not with its contracts (design §11)."""

from __future__ import annotations

from phaselint.document.commented import comments_of
from phaselint.document.python import is_python
from phaselint.suppression.structure import segments, text_at, words_in
from phaselint.vocabulary.finding import Position
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Place

_Key = tuple[object, ...]


class Quotation(NamedTuple):
    """What a document says about a place in it: the way there in names (see `segments`), what is
    written there (see `text_at`), and the line its node opens on, 0 where that isn't needed."""

    words: tuple[str, ...]
    text: str = ""
    opens: int = 0


class Excerpt:
    """A document, as far as it is asked about places where something is found.

    Args:
        document: what the answers are taken from.

    Attributes:
        path: where it is, below the project root.
        readable: whether it has a value.
        comments: its suppression comments.
    """

    __slots__ = ("_lines", "_positions", "_read", "_spots", "comments", "path", "readable")

    def __init__(self, document: Document) -> None:
        self.path = document.path
        self.readable = document.readable
        self.comments = comments_of(document)
        self._read: Callable[[], Document | None] = lambda: document
        self._lines: dict[int, str] = {}
        self._positions: dict[int, Position] = {}
        self._spots: dict[_Key, Quotation] = {}

    def spot(self, place: Place) -> Quotation:
        """What there is to say about a located place; its file is not looked at."""
        _, pointer, part, range = place
        key = (pointer, part, range)
        if key not in self._spots:
            if part == "document" and not pointer:
                return Quotation(())
            self._spots[key] = self._look(place)
        return self._spots[key]

    def line(self, number: int) -> str:
        """A line of the text; see `Document.line`."""
        if number not in self._lines:
            document = self._read()
            self._lines[number] = document.line(number) if document else ""
        return self._lines[number]

    def position(self, offset: int) -> Position:
        """The line and column of an offset; see `Document.position`."""
        if offset not in self._positions:
            document = self._read()
            self._positions[offset] = document.position(offset) if document else Position(1, 1)
        return self._positions[offset]

    def close(self) -> None:
        """Let go of the document, once everything that may be asked has been asked."""
        for comment in self.comments:
            for offset in (comment.start, comment.end, *_offsets(comment.names)):
                self.line(self.position(offset).line)
        self._read = _nothing

    def reopen(self, read: Callable[[], Document | None]) -> None:
        """Say where to find the document for what was not asked."""
        self._read = read

    def add(self, other: Excerpt) -> None:
        """Take over what another excerpt of the same document has."""
        self._lines |= other._lines
        self._positions |= other._positions
        self._spots |= other._spots

    def _look(self, place: Place) -> Quotation:
        document = self._read()
        if document is None:
            return Quotation(words_to(None, place))
        words = words_in(document, place.pointer)
        opens = 0
        if self.comments and place.part != "document":
            opens = document.range(place.pointer, "key").start.line
        return Quotation(words, text_at(document, place), opens)


class Linted(NamedTuple):
    """The files that were linted, those of them with suppression comments, and their excerpts by
    path; none for any other file."""

    excerpt: Callable[[str], Excerpt | None]
    paths: Collection[str] = ()
    commented: Collection[str] = ()


def words_to(excerpt: Excerpt | None, place: Place) -> tuple[str, ...]:
    """The way to a place in names; of a file that was not linted, as the pointer has it, and of
    Python nothing, whose pointers are offsets."""
    if excerpt is not None and place.pointer:
        return excerpt.spot(place).words
    return () if is_python(place.file) else segments(None, place.pointer)


def linted(documents: Mapping[str, Document]) -> Linted:
    """Documents that are at hand, all of them linted."""
    excerpts = {path: Excerpt(document) for path, document in documents.items()}
    commented = tuple(path for path, each in excerpts.items() if each.comments)
    return Linted(excerpts.get, tuple(excerpts), commented)


def _offsets(names: tuple[tuple[str, int, int], ...]) -> tuple[int, ...]:
    return tuple(offset for _, start, end in names for offset in (start, end))


def _nothing() -> None:
    """The document of an excerpt that has been let go of."""
