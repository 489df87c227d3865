"""Names as words of a string (reference §6.7)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
"""What a word is made of, when it is asked whether a name is on its own."""


def has_word(name: str, text: str) -> bool:
    """Whether a name is in a string as a word of its own."""
    return any(True for _ in words_at(name, text))


def words_at(name: str, text: str) -> Iterator[int]:
    """Where a name is in a string as a word of its own."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        before, after = text[at - 1] if at else "", text[end : end + 1]
        if before not in _LETTERS and after not in _LETTERS:
            yield at
        at = text.find(name, at + 1)
