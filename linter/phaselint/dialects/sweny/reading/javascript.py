"""What the reference does because it runs on JavaScript (reference §2, §3.7)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = TypeVar("Value")

SPACES = "".join(
    (
        "\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff",
        "".join(map(chr, range(0x2000, 0x200B))),
    )
)
"""The characters that `\\s` matches and `trim` takes away."""

_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
_LAST_INDEX = 2**32 - 2

_SPACE = re.compile(f"[{SPACES}]")


def trim(text: str) -> str:
    """A text without the white space around it."""
    return text.strip(SPACES)


def has_space(text: str) -> bool:
    """Whether there is white space in a text."""
    return _SPACE.search(text) is not None


def in_key_order(mapping: Mapping[str, Value]) -> dict[str, Value]:
    """A mapping in the order in which an object gives its keys: those that look like an index
    first, by number, then the others as they were written."""
    indexes = sorted((key for key in mapping if _is_index(key)), key=int)
    if not indexes:
        return dict(mapping)
    return {key: mapping[key] for key in indexes} | dict(mapping)


def _is_index(key: str) -> bool:
    return _INDEX.fullmatch(key) is not None and int(key) <= _LAST_INDEX
