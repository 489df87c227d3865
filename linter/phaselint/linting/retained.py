"""What is kept of a contract that has been checked, before its documents are let go of."""

from __future__ import annotations

from phaselint.linting.locate import located_in, ranged, shown_lines
from phaselint.suppression.excerpt import Excerpt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from phaselint.diagram.model import Drawing
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.linting.check import Checked
    from phaselint.vocabulary.hit import Hit

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
        from phaselint.diagram.places import map_drawing

        drawing = map_drawing(drawing, ranged(documents, None))
    coverage = checked.coverage
    if coverage is not None:
        coverage = coverage.moved(ranged(documents, None))
    for path in (*checked.commented, *unreadable):
        _excerpt(path, documents, excerpts)
    _ask(hits, () if drawing is None else (drawing,), documents, excerpts)
    return checked.light()._replace(hits=hits, drawing=drawing, coverage=coverage)


def _ask(
    hits: Sequence[Hit], drawings: Collection[Drawing], documents: _Own, excerpts: Excerpts
) -> None:
    """Ask what a report says about the places of hits, and of a drawing."""
    for hit in hits:
        own = hit.finding.place
        excerpt = _excerpt(own.file, documents, excerpts)
        if excerpt is not None:
            excerpt.spot(own)
    for file, number in shown_lines(hits, drawings):
        excerpt = _excerpt(file, documents, excerpts)
        if excerpt is not None:
            excerpt.line(number)


def _excerpt(path: str, documents: _Own, excerpts: Excerpts) -> Excerpt | None:
    """That of a document; none where it is not among these."""
    document = documents.get(path)
    if document is None:
        return None
    if path not in excerpts:
        excerpts[path] = Excerpt(document)
    return excerpts[path]
