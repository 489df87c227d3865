"""Sets of UTF-16 code units: sorted, disjoint, inclusive ranges that do not touch."""

from __future__ import annotations

from phaselint.javascript.units import LAST_UNIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Charset = tuple[tuple[int, int], ...]


def charset(ranges: Iterable[tuple[int, int]]) -> Charset:
    """Make a set out of ranges in any order."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def only(*characters: str) -> Charset:
    """Make the set of some characters."""
    return charset((ord(each), ord(each)) for each in characters)


def complement(wanted: Charset) -> Charset:
    """Give every unit that is not in the set."""
    rest, start = [], 0
    for low, high in wanted:
        if start < low:
            rest.append((start, low - 1))
        start = high + 1
    if start <= LAST_UNIT:
        rest.append((start, LAST_UNIT))
    return tuple(rest)


def common(left: Charset, right: Charset) -> Charset:
    """Give the units that are in both sets."""
    found, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        low = max(left[i][0], right[j][0])
        high = min(left[i][1], right[j][1])
        if low <= high:
            found.append((low, high))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return tuple(found)


def contains(wanted: Charset, code: int) -> bool:
    """Tell whether a unit is in the set."""
    for low, high in wanted:  # noqa: SIM110 - a generator takes twice as long
        if low <= code <= high:
            return True
    return False


_PREFERRED = "a0-A_. /:!bcxyz"


def representative(wanted: Charset) -> str:
    """Pick a unit of a set that is not empty, a plain printable one where there is one."""
    for each in _PREFERRED:
        if contains(wanted, ord(each)):
            return each
    for low, high in wanted:
        if high >= ord("!"):
            return chr(max(low, ord("!")))
    return chr(wanted[0][0])


DIGIT = ((0x30, 0x39),)
WORD = charset([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
SPACE = charset(
    [
        (0x09, 0x0D),
        (0x20, 0x20),
        (0xA0, 0xA0),
        (0x1680, 0x1680),
        (0x2000, 0x200A),
        (0x2028, 0x2029),
        (0x202F, 0x202F),
        (0x205F, 0x205F),
        (0x3000, 0x3000),
        (0xFEFF, 0xFEFF),
    ]
)
ANY = ((0, LAST_UNIT),)
DOT = complement(only("\n", "\r", "\u2028", "\u2029"))
