"""Where the placeholders of a body are in its file (reference §6.1)."""

from __future__ import annotations

import re

from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.finding import Place, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.stud.model import Placeholder, Stage
    from phaselint.document import Document

_OPENING = r"\{\{|\$\{"


class PlaceholderPlaces:
    """The places of one body's placeholders.

    The n-th opening brace of the text counts as the n-th in the file, so all of them are
    found at once. Where the file has more or fewer (escapes), each is searched for.
    """

    def __init__(self, document: Document, stage: Stage) -> None:
        self._stage = stage
        self._document = document

    @cached_property
    def _openings(self) -> Mapping[int, int]:
        """Where braces open in the body → where they do in the file."""
        body, text = self._stage.body, self._document.text
        first, last = body.start, len(text)
        if first < 0:
            first, last = self._document.offsets(body.pointer)
        wanted = [found.start() for found in re.finditer(_OPENING, body.text)]
        there = [found.start() for found in re.compile(_OPENING).finditer(text, first, last)]
        return dict(zip(wanted, there, strict=True)) if len(wanted) == len(there) else {}

    def of(self, placeholder: Placeholder) -> Place:
        """The place of a placeholder; that of the body where it is not known."""
        start = self._openings.get(placeholder.start)
        if start is None:
            return place_of(self._document, self._stage, placeholder.start, placeholder.end)
        return self._at(start, self._end(placeholder, start))

    def exact(self, placeholder: Placeholder) -> Place | None:
        """The place of a placeholder that is written in the file as it is in the body."""
        start = self._openings.get(placeholder.start)
        piece = self._piece(placeholder)
        if start is None or not self._document.text.startswith(piece, start):
            return None
        return self._at(start, start + len(piece))

    def _piece(self, placeholder: Placeholder) -> str:
        return self._stage.body.text[placeholder.start : placeholder.end]

    def _end(self, placeholder: Placeholder, start: int) -> int:
        """The offset in the file behind a placeholder: escapes make it longer there."""
        text, piece = self._document.text, self._piece(placeholder)
        if text.startswith(piece, start) or not placeholder.closed:
            return start + len(piece)
        closing = "}}" if placeholder.style == "braces" else "}"
        return text.find(closing, start + len(closing)) + len(closing)

    def _at(self, start: int, end: int) -> Place:
        position = self._document.position
        piece = Range(position(start), position(end))
        return Place(self._stage.file, self._stage.body.pointer, "value", piece)


def place_of(document: Document, stage: Stage, start: int, end: int) -> Place:
    """A piece of a stage's body, by offsets into its text."""
    from phaselint.dialects.stud.reading.places import span

    first, last = span(document, stage.body, start, end)
    piece = Range(document.position(first), document.position(last))
    return Place(stage.file, stage.body.pointer, "value", piece)
