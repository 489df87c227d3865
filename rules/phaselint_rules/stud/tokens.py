"""Names as words of a text (reference §6.7)."""

from __future__ import annotations

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
"""What a word is made of, when it is asked whether a name stands on its own."""


def has_word(tool: str, text: str) -> bool:
    """Whether a name stands in a text as a word of its own."""
    at = text.find(tool)
    while at >= 0:
        end = at + len(tool)
        before, after = text[at - 1] if at else "", text[end : end + 1]
        if before not in _LETTERS and after not in _LETTERS:
            return True
        at = text.find(tool, at + 1)
    return False
