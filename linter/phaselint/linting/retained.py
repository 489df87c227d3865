"""What is kept of a contract that has been checked, before its documents are let go of."""

from __future__ import annotations

from phaselint.linting.locate import located_in, places, ranged
from phaselint.suppression.excerpt import Excerpt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.linting.check import Checked
    from phaselint.vocabulary.diagnostic import Hit
    from phaselint.vocabulary.finding import Place

Excerpts = dict[str, Excerpt]


class _Own:
    """The documents of a contract, as a reader has them: what a dialect has read as a string is
    parsed only where something is found in it."""

    __slots__ = ("_found", "_paths", "_reader")

    def __init__(self, reader: Reader, paths: Iterable[str]) -> None:
        self._reader = reader
        self._paths = frozenset(paths)
        self._found: dict[str, Document | None] = {}

    def get(self, path: str) -> Document | None:
        """The document at a path; none where that is not of the contract."""
        if path not in self._found:
            self._found[path] = self._reader.document(path) if path in self._paths else None
        return self._found[path]


def kept(
    checked: Checked, reader: Reader, excerpts: Excerpts, unreadable: Sequence[str] = ()
) -> Checked:
    """A contract without its documents and facts. Its hits are located as far as its own documents
    go; answers to later questions about those are put into the excerpts, by path.

    Args:
        reader: has the documents; those that a dialect gives may be parts of them.
        unreadable: the paths of those that have no value.
    """
    documents = _Own(reader, checked.files)
    hits = tuple(located_in(checked.hits, documents))
    drawing = checked.drawing
    if drawing is not None:
        from phaselint.diagram.places import drawing_places, map_drawing

        drawing = map_drawing(drawing, ranged(documents, None))
        _show(drawing_places(drawing), documents, excerpts)
    coverage = checked.coverage
    if coverage is not None:
        coverage = coverage.moved(ranged(documents, None))
    for path in (*checked.commented, *unreadable):
        _excerpt(path, documents, excerpts)
    _ask(hits, documents, excerpts)
    return checked.light()._replace(hits=hits, drawing=drawing, coverage=coverage)


def _ask(hits: Iterable[Hit], documents: _Own, excerpts: Excerpts) -> None:
    """Ask what a report says about the places of hits."""
    for hit in hits:
        own = hit.finding.place
        excerpt = _excerpt(own.file, documents, excerpts)
        if excerpt is not None:
            excerpt.spot(own)
        _show(places(hit.finding), documents, excerpts)
        if hit.view is not None:
            from phaselint.diagram.places import view_lines

            for file, number in view_lines(hit.view):
                shown = _excerpt(file, documents, excerpts)
                if shown is not None:
                    shown.line(number)


def _show(shown: Iterable[Place], documents: _Own, excerpts: Excerpts) -> None:
    """Ask for the lines that places start on."""
    for place in shown:
        excerpt = _excerpt(place.file, documents, excerpts) if place.range is not None else None
        if excerpt is not None and place.range is not None:
            excerpt.line(place.range.start.line)


def _excerpt(path: str, documents: _Own, excerpts: Excerpts) -> Excerpt | None:
    """That of a document; none where it is not among these."""
    document = documents.get(path)
    if document is None:
        return None
    if path not in excerpts:
        excerpts[path] = Excerpt(document)
    return excerpts[path]
