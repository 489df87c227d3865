"""What is kept of a contract that has been checked, before its documents are let go of."""

from __future__ import annotations

from phaselint.linting.locate import located_in, places, ranged
from phaselint.suppression.excerpt import Excerpt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.dialects.base import Reader
    from phaselint.document import Document
    from phaselint.linting.check import Checked
    from phaselint.vocabulary.diagnostic import Hit
    from phaselint.vocabulary.finding import Place

Excerpts = dict[str, Excerpt]


def kept(checked: Checked, reader: Reader, excerpts: Excerpts) -> Checked:
    """A contract without its documents and facts. Its hits are located as far as its own documents
    go; what is asked of those later is put into the excerpts, by path.

    Args:
        reader: has the documents; those that a dialect gives may be parts of them.
    """
    own = {path: reader.document(path) for path in checked.files}
    documents = {path: document for path, document in own.items() if document is not None}
    hits = tuple(located_in(checked.hits, documents))
    drawing = checked.drawing
    if drawing is not None:
        from phaselint.picture.places import drawing_places, map_drawing

        drawing = map_drawing(drawing, ranged(documents, None))
        _show(drawing_places(drawing), documents, excerpts)
    unreadable = (path for path, document in documents.items() if not document.readable)
    coverage = checked.coverage
    if coverage is not None:
        coverage = coverage.moved(ranged(documents, None))
    for path in (*checked.commented, *unreadable):
        if path in documents:
            _excerpt(path, documents, excerpts)
    _ask(hits, documents, excerpts)
    return checked.light()._replace(hits=hits, drawing=drawing, coverage=coverage)


def _ask(hits: Iterable[Hit], documents: Mapping[str, Document], excerpts: Excerpts) -> None:
    """Ask what a report says of the places of hits."""
    for hit in hits:
        own = hit.finding.place
        if own.file in documents:
            _excerpt(own.file, documents, excerpts).spot(own)
        _show(places(hit.finding), documents, excerpts)
        if hit.view is not None:
            from phaselint.picture.places import view_places

            _show(view_places(hit.view), documents, excerpts)


def _show(shown: Iterable[Place], documents: Mapping[str, Document], excerpts: Excerpts) -> None:
    """Ask for the lines that places start on."""
    for place in shown:
        if place.file in documents and place.range is not None:
            _excerpt(place.file, documents, excerpts).line(place.range.start.line)


def _excerpt(path: str, documents: Mapping[str, Document], excerpts: Excerpts) -> Excerpt:
    if path not in excerpts:
        excerpts[path] = Excerpt(documents[path])
    return excerpts[path]
