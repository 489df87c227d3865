"""Error handlers, rewritten to let interrupts pass."""

from __future__ import annotations

import ast

from phaselint.document.python import place_of, span_of, tree_of
from phaselint.vocabulary.finding import Edit, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.document import Document

NARROW = "ValueError"
"""A class of errors that doesn't include interrupts."""


def narrowed(facts: LanggraphFacts, handler: Place) -> tuple[Edit, ...]:
    """Edits with which a handler catches a narrower class; None if it can't be found."""
    document = facts.contract.documents.get(handler.file)
    found = None if document is None else _handler(document, handler)
    if document is None or found is None:
        return ()
    if found.type is not None:
        return (Edit(place_of(document, found.type), NARROW),)
    start, _ = span_of(document, found)
    bare = Place(document.path, (start, start + len("except")))
    return (Edit(bare, f"except {NARROW}"),)


def _handler(document: Document, place: Place) -> ast.ExceptHandler | None:
    """The handler that begins at a place."""
    tree = tree_of(document)
    if tree is None or not place.pointer:
        return None
    for each in ast.walk(tree):
        if isinstance(each, ast.ExceptHandler) and (span_of(document, each)[0] == place.pointer[0]):
            return each
    return None
