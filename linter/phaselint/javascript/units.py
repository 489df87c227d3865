"""Strings as sequences of UTF-16 code units.

A string *in units* has one character for each: one beyond U+FFFF is two of them, surrogates.
"""

from __future__ import annotations

FIRST_SURROGATE = 0xD800
LAST_SURROGATE = 0xDFFF
LAST_UNIT = 0xFFFF


def units(text: str) -> str:
    """Split each character beyond U+FFFF into its two surrogates."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(low | high << 8) for low, high in zip(data[::2], data[1::2], strict=True))


def whole(text: str) -> str:
    """Join the surrogate pairs of a string in units; lone surrogates stay."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def offset(text: str, unit: int) -> int:
    """The place in a string of the unit with this number, which starts a character."""
    if text.isascii():
        return unit
    return len(whole(units(text)[:unit]))


def length(text: str) -> int:
    """What `text.length` says."""
    if text.isascii():
        return len(text)
    return len(text) + sum(character > "\uffff" for character in text)


def cut(text: str, count: int) -> str:
    """The first units of a string; half a character at the end becomes a replacement."""
    if len(text) <= count // 2:
        return text
    return text.encode("utf-16-le", "surrogatepass")[: 2 * count].decode("utf-16-le", "replace")
