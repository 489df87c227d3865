"""Values of which a tag makes something else than a text (reference §2.1)."""

from __future__ import annotations

from phaselint.document.model import Document
from phaselint.document.yamlbuilder import RETYPING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any, Final

    from phaselint.vocabulary.finding import Pointer

_OF_SCALARS = ("!!timestamp", "!!binary")
_NO_TEXT: Final = object()
"""What stands for such a value where shapes are compared: nothing that JSON has."""


def retyped(document: Document) -> Mapping[Pointer, str]:
    """What the scalars of a document are of which a tag makes no text: a noun for each."""
    if document.positions is None:
        return {}
    found: dict[Pointer, str] = {}
    for problem in document.problems:
        tag = document.text[problem.start : problem.end]
        if problem.kind == "unknown-tag" and tag in _OF_SCALARS:
            pointer, part = document.positions.at(problem.start)
            if part == "value" and isinstance(_at(document.value, pointer), str):
                found[pointer] = RETYPING[tag]
    return found


def as_retyped(value: Any, pointers: Collection[Pointer]) -> Any:
    """A value in which no text stands at some places; the value itself is left as it is."""
    for pointer in pointers:
        value = _without_text(value, pointer)
    return value


def without_tags(document: Document, told: Collection[Pointer]) -> Document:
    """The document without the problems of tags at some places, of which all is said elsewhere."""
    positions = document.positions
    if not told or positions is None:
        return document
    kept = tuple(
        problem
        for problem in document.problems
        if problem.kind != "unknown-tag" or positions.at(problem.start)[0] not in told
    )
    return Document(
        document.path,
        document.format,
        document.text,
        value=document.value,
        problems=kept,
        locate=lambda: positions,
        bom=document.bom,
    )


def _at(value: Any, pointer: Pointer) -> Any:
    for step in pointer:
        value = value[step]
    return value


def _without_text(value: Any, pointer: Pointer) -> Any:
    """A copy of what is on the way to a place, and there no text."""
    if not pointer:
        return _NO_TEXT
    copy = value.copy()
    inner = copy
    for step in pointer[:-1]:
        inner[step] = inner[step].copy()
        inner = inner[step]
    inner[pointer[-1]] = _NO_TEXT
    return copy
