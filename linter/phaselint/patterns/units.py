"""Text as JavaScript sees it: UTF-16 code units, one Python character each.

Without the `u` flag an expression matches units, so an emoji is two characters to it. The
matching engine works on code points and takes no surrogates; for it each surrogate unit stands
for a code point of its own (U+D800 for U+1D800 and so on). No text in units holds those
otherwise, so nothing is confused.
"""

from __future__ import annotations

FIRST_SURROGATE = 0xD800
LAST_SURROGATE = 0xDFFF
LAST_UNIT = 0xFFFF
_SHIFT = 0x10000


def units(text: str) -> str:
    """Split each character beyond U+FFFF into its two surrogates."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(low | high << 8) for low, high in zip(data[::2], data[1::2], strict=True))


def whole(text: str) -> str:
    """Join the surrogate pairs of a text in units; lone surrogates stay."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def offset(text: str, unit: int) -> int:
    """Give the place in a text of the unit with this number, which starts a character."""
    if text.isascii():
        return unit
    return len(whole(units(text)[:unit]))


def engine_text(text: str) -> str:
    """Write a text for the engine: units, surrogates standing for code points."""
    if text.isascii():
        return text
    return "".join(map(engine_character, units(text)))


def engine_character(unit: str) -> str:
    """Write one unit for the engine."""
    code = ord(unit)
    return chr(code + _SHIFT) if FIRST_SURROGATE <= code <= LAST_SURROGATE else unit
