"""Text for the matching engine, which works on code points and takes no surrogates.

Without the `u` flag an expression matches code units, so an emoji is two characters to it. For
the engine each surrogate unit stands for a code point of its own (U+D800 for U+1D800 and so on).
No string in units holds those otherwise, so nothing is confused.
"""

from __future__ import annotations

from phaselint.javascript.units import FIRST_SURROGATE, LAST_SURROGATE, units

_SHIFT = 0x10000


def engine_text(text: str) -> str:
    """Write a string for the engine: units, surrogates standing for code points."""
    if text.isascii():
        return text
    return "".join(map(engine_character, units(text)))


def engine_character(unit: str) -> str:
    """Write one unit for the engine."""
    code = ord(unit)
    return chr(code + _SHIFT) if FIRST_SURROGATE <= code <= LAST_SURROGATE else unit
