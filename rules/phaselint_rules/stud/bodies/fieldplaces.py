"""The values of fields, and the places of fields that are missing (reference §6.1)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Place, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

WINDOW = 3
"""Characters among which the fields that one place lacks are told apart."""


def value_at(document: Document, pointer: Pointer) -> Any:
    """The value that a pointer leads to. Raises LookupError where there is none."""
    value = document.value
    for step in pointer:
        value = value[step]
    return value


def places_of_missing(facts: StudFacts, stage: Stage, keys: Pointer) -> Sequence[Place]:
    """The places of fields that a stage, or a mapping in it, lacks: first where it begins (§6.1),
    then pieces of that, so each missing field has a place of its own."""
    document = facts.contract.documents[stage.file]
    start, end = _opening(document, stage, keys)
    first = max(0, min(start, len(document.text) - WINDOW))
    marks = range(first, min(first + WINDOW, len(document.text)) + 1)
    pieces = [(one, other) for other in reversed(marks) for one in marks if one <= other]
    found = dict.fromkeys(((start, end), *pieces))
    return [
        Place(stage.file, stage.at(*keys), "key", _range(document, one, other))
        for one, other in found
    ]


def _range(document: Document, start: int, end: int) -> Range:
    return Range(document.position(start), document.position(end))


def _opening(document: Document, stage: Stage, keys: Pointer) -> tuple[int, int]:
    """The opening `---` of a header, the brace of an object, the key of a mapping in a stage; of
    an inline stage its name in `stages`, else its first key."""
    if keys:
        return document.offsets(stage.at(*keys), "key")
    if stage.form == "markdown":
        return (0, 3)
    if stage.form == "inline" and stage.id:
        return document.offsets(stage.at("id"))
    start, _ = document.offsets(stage.base)
    if document.text.startswith("{", start):
        return (start, start + 1)
    return document.offsets(stage.at(next(iter(stage.value))), "key")
