"""White space: Python's own `strip` and `\\s` know other characters."""

from __future__ import annotations

SPACES = "".join(
    (
        "\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff",
        "".join(map(chr, range(0x2000, 0x200B))),
    )
)
"""The characters that `\\s` matches and `trim` takes away."""

_SET = frozenset(SPACES)


def trim(text: str) -> str:
    """A string without the white space around it."""
    return text.strip(SPACES)


def has_space(text: str) -> bool:
    """Whether there is white space in a string."""
    return not _SET.isdisjoint(text)
