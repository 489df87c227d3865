"""Telling the findings of a project apart (design §10, lesson 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.suppression.structure import segments, text_at
from phaselint.vocabulary.diagnostic import Identity
from phaselint.vocabulary.finding import pointer_text

if TYPE_CHECKING:
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Place


class Identities:
    """The identities of one project's findings, all different from one another. They are asked
    for in the order of places, so that the counter goes by place too."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[Identity, int] = {}

    def of(self, rule: str, place: Place, document: Document | None) -> Identity:
        """The identity of a finding.

        Args:
            rule: the code of its rule.
            place: where it is, its file from the project root.
            document: that of the file, if there is one.
        """
        text = text_at(document, place) if document else ""
        first = Identity(rule, place.file, structural_place(place, document), text)
        counter = self._seen.get(first, 0)
        self._seen[first] = counter + 1
        return first._replace(counter=counter) if counter else first


def structural_place(place: Place, document: Document | None) -> str:
    """Spell out where in its document a place is, with names in place of list indexes."""
    words = segments(document.value if document else None, place.pointer)
    return f"{pointer_text(words)} {place.part}"
