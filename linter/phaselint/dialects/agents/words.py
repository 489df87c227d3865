"""The words of a session (reference §5.3), as choices."""

from __future__ import annotations

from phaselint.dialects.records import Choice

MODEL_WORDS = frozenset({"tool", "subagent", "answer"})


def spoken(word: str, argument: str = "") -> Choice:
    """A word as a choice of the one who says it."""
    return Choice("model" if word in MODEL_WORDS else "user", (word, argument))
