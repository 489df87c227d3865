"""What tells a finding from all others, in this run and the next (design §10, lesson 1).

A fingerprint holds no line numbers and no positions in lists, so that edits elsewhere leave it
alone, and a counter, so that a second finding of the same kind at the same place is new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.suppression.structure import segments, text_at
from phaselint.vocabulary.finding import pointer_text

if TYPE_CHECKING:
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Place

_LENGTH = 32


class Fingerprints:
    """The fingerprints of one project, all different from one another. They are asked for in the
    order of places, so that the counter goes by place too."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str, str, str], int] = {}

    def of(self, rule: str, place: Place, document: Document | None) -> str:
        """The fingerprint of a finding.

        Args:
            rule: the code of its rule.
            place: where it is, its file from the project root.
            document: that of the file, if there is one.
        """
        text = text_at(document, place) if document else ""
        parts = (rule, place.file, structural_place(place, document), text)
        counter = self._seen.get(parts, 0)
        self._seen[parts] = counter + 1
        return fingerprint(*parts, counter)


def fingerprint(rule: str, path: str, place: str, text: str, counter: int = 0) -> str:
    """Hash what identifies a finding: 32 hexadecimal digits.

    Args:
        rule: the code of its rule.
        path: its file, below the project root.
        place: where in the document's structure it is (see `structural_place`).
        text: what is written there, its white space evened out (see `text_at`).
        counter: how many findings with all of this in common come before it.
    """
    import hashlib
    import json

    parts = [rule, path, place, text, counter]
    # JSON keeps the parts apart, and in ASCII any text a document can hold has an encoding.
    return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()[:_LENGTH]


def structural_place(place: Place, document: Document | None) -> str:
    """Spell out where in its document a place is, with names in place of list indexes."""
    words = segments(document.value if document else None, place.pointer)
    return f"{pointer_text(words)} {place.part}"
