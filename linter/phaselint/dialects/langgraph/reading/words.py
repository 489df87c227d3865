"""Words of a file, which tell in one look what none of its functions does."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.document import Document


def has_word(document: Document, word: str) -> bool:
    """Whether the text of a document has a word somewhere; looked for once."""
    return document.derived(_is_in, word)


def _is_in(document: Document, word: str) -> bool:
    return word in document.text
