"""A document: one file's text, the value in it, and the position of every key and value.

Positions are asked for late and rarely, so a document holds a function that computes them and
calls it once (design §4, core D.1).
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate, chain

from phaselint.vocabulary.finding import WHOLE_FILE, Position, Range
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any, Literal, TypeVar, TypeVarTuple

    from phaselint.document.positions import Positions
    from phaselint.vocabulary.finding import Part, Pointer

    About = TypeVarTuple("About")
    Made = TypeVar("Made")

    ProblemKind = Literal[
        "syntax-error",
        "byte-order-mark",
        "duplicate-key",
        "limit-exceeded",
        "unreadable-file",
        "unknown-tag",
    ]

    Format = Literal["yaml", "json", "markdown", "python"]


FATAL: frozenset[ProblemKind] = frozenset({"syntax-error", "limit-exceeded", "unreadable-file"})
"""Problems after which a document has no value."""


class Problem(NamedTuple):
    """A defect found while reading; `kind` is the name of the rule that reports it, but that a
    byte order mark is a syntax error, after which the rest of the file is read anyway.

    Places are offsets into the document's text, -1 that of its byte order mark; `related` holds
    (start, end, message).
    """

    kind: ProblemKind
    message: str
    start: int = 0
    end: int = 0
    help: str = ""
    related: tuple[tuple[int, int, str], ...] = ()
    pointer: Pointer = ()


class Edit(NamedTuple):
    """A piece of a document that took the place of what stood between two offsets, read alone; and
    of the document before, where its lines began, if that was known, and the questions that gave
    none (`Document.entrywise`). Neither text has a `\\r`."""

    piece: Document
    start: int
    end: int
    lines: Sequence[int] | None
    quiet: Collection[Any]


class Document:
    """One file as the rest of phaselint sees it; nothing changes after it has been read.

    Attributes:
        path: where it is, below the project root.
        format: what it was read as.
        text: the decoded text, without byte order mark; offsets and columns count its code
            points.
        value: plain Python data; none when the document is empty or not `readable`.
        problems: what is wrong with it, in text order.
        bom: whether the file starts with a byte order mark.
        body_start: where the text after the front matter starts; 0 without front matter.
        in_pieces: whether the text is that of several programs, as of the cells of a notebook.
    """

    in_pieces = False

    __slots__ = (
        "_derived",
        "_edit",
        "_line_starts",
        "_locate",
        "_positions",
        "_quiet",
        "body_start",
        "bom",
        "format",
        "path",
        "problems",
        "text",
        "value",
    )

    def __init__(
        self,
        path: str,
        format: Format,
        text: str,
        *,
        value: Any = None,
        problems: tuple[Problem, ...] = (),
        locate: Callable[[], Positions | None] | None = None,
        bom: bool = False,
        body_start: int = 0,
        edit: Edit | None = None,
    ) -> None:
        """`edit` is how the document came of another one."""
        self.path = path
        self.format: Format = format
        self.text = text
        self.value = value
        self.problems = problems
        self.bom = bom
        self.body_start = body_start
        self._locate = locate
        self._positions: Positions | None = None
        self._line_starts: Sequence[int] | None = None
        self._derived: dict[Any, Any] = {}
        self._quiet: set[Any] = set()
        self._edit = edit

    @property
    def readable(self) -> bool:
        """Whether `value` can be relied on: nothing is wrong that stopped the reader."""
        problems = self.problems
        return not problems or not any(problem.kind in FATAL for problem in problems)

    @property
    def positions(self) -> Positions | None:
        """Where every node is; none for a document that has no value to point into."""
        if self._positions is None and self._locate is not None and self.readable:
            self._positions = self._locate()
        return self._positions

    def derived(self, make: Callable[[Document, *About], Made], *about: *About) -> Made:
        """What a function makes of this document and of values that can be keys, made once.

        It is kept as long as the document, which in an editor outlives the edits of all others: so
        it has to follow from the document and those values alone, and must not refer to the
        document. It asks nothing that takes steps; see `phaselint.vocabulary.pure`.
        """
        key = (make, *about)
        if key not in self._derived:
            self._derived[key] = make(self, *about)
        found: Made = self._derived[key]
        return found

    def edited(self, piece: Document, start: int, end: int) -> Edit:
        """That a piece, read alone, takes the place of what is between two offsets."""
        return Edit(piece, start, end, self._line_starts, self._quiet)

    def entrywise(self, question: Callable[[Document], Made | None]) -> Made | None:
        """The answer to a question asked of each entry of a mapping alone: `None` where it was
        `None` before an edit, and is `None` for the edited part."""
        if question in self._quiet:
            return None
        edit = self._edit
        still = edit is not None and question in edit.quiet and question(edit.piece) is None
        found = None if still else question(self)
        if found is None:
            self._quiet.add(question)
        return found

    @property
    def line_count(self) -> int:
        """The number of lines; an empty text has one, and so has the end of a last break."""
        return len(self.line_starts)

    def offsets(self, pointer: Pointer, part: Part = "value") -> tuple[int, int]:
        """Give where a node's key or value starts and ends.

        A pointer to nothing gives the key of the nearest node above it; the key of the root,
        and the document as a whole, are the empty range at the start. A sequence item has no
        key of its own: its value is in.
        """
        if part == "document" or self.positions is None:
            return (0, 0)
        return self.positions.find(pointer, part)

    def range(self, pointer: Pointer, part: Part = "value") -> Range:
        """Give `offsets` as lines and columns."""
        start, end = self.offsets(pointer, part)
        if start == end == 0:
            return WHOLE_FILE
        return Range(self.position(start), self.position(end))

    def text_of(self, pointer: Pointer, part: Part = "value") -> str:
        """Give the text of a node's key or value, as it was written."""
        start, end = self.offsets(pointer, part)
        return self.text[start:end]

    def lines_between(self, start: int, end: int) -> tuple[int, int]:
        """Give the first and last line that the text between two offsets touches."""
        return self.position(start).line, self.position(max(start, end - 1)).line

    def position(self, offset: int) -> Position:
        """Give the line and column of an offset; lines end at `\\n`, `\\r\\n` and `\\r` only."""
        starts = self._line_starts or self.line_starts
        if not 0 <= offset <= len(self.text):
            offset = min(max(offset, 0), len(self.text))
        line = _bisecting()(starts, offset)
        return Position(line, offset - starts[line - 1] + 1)

    def offset(self, position: Position) -> int:
        """Give the offset of a line and column, at most that of the end of the text."""
        starts = self.line_starts
        if position.line > len(starts):
            return len(self.text)
        start = starts[max(position.line, 1) - 1]
        return min(start + max(position.column, 1) - 1, len(self.text))

    def line(self, number: int) -> str:
        """Give a line without its break; empty for a line that the text does not have."""
        starts = self.line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def line_start(self, number: int) -> int:
        """Give the offset at which a line of the text starts, counted from 1."""
        return self.line_starts[number - 1]

    @property
    def line_starts(self) -> Sequence[int]:
        """The offsets at which the lines of the text start."""
        if self._line_starts is None:
            edit = self._edit
            if edit is None or edit.lines is None:
                self._line_starts = line_starts(self.text)
            else:
                self._line_starts = edited_starts(edit.lines, edit.start, edit.end, edit.piece.text)
        return self._line_starts


@cache
def _bisecting() -> Callable[[Sequence[int], int], int]:
    """What finds the line of an offset. Clean contracts need none, and to name the module anew for
    each place of four hundred took a twentieth of a start of Python."""
    from bisect import bisect_right

    return bisect_right


_MANY_LINES = 10_000
"""Lines from which on their offsets are kept in little memory."""


def line_starts(text: str) -> Sequence[int]:
    """Give the offset of each line: lines end at `\\n`, `\\r\\n` and `\\r` only."""
    if "\r" in text:
        from re import finditer

        return (0, *(found.end() for found in finditer(r"\r\n|\n|\r", text)))
    # Most strings; a fifth of the time that a pattern takes.
    lines = text.split("\n")
    lines.pop()
    ends = accumulate(map((1).__add__, map(len, lines)))
    if len(lines) < _MANY_LINES:
        return (0, *ends)
    from array import array

    return array("q", chain((0,), ends))  # takes a fifth of the memory


def edited_starts(starts: Sequence[int], start: int, end: int, new: str) -> Sequence[int]:
    """The offset of each line after a piece of a string has become a new one; neither has a
    `\\r`."""
    from bisect import bisect_right

    kept, behind = bisect_right(starts, start), bisect_right(starts, end)
    inside = [start + at for at in line_starts(new)[1:]]
    grown = start + len(new) - end
    return (*starts[:kept], *inside, *[at + grown for at in starts[behind:]])
