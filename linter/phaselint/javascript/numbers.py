"""Numbers: there is one kind, the double, and one way to write it."""

from __future__ import annotations

from math import inf, isfinite

_EXACT = 2**53
"""Up to here a double holds every integer."""

_MOST_DIGITS = 21
"""A larger number is written with an exponent."""

_MOST_ZEROS = 6
"""With as many zeros before its digits a smaller one is written with an exponent."""

_NOT_FINITE = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


def as_double(value: float) -> float:
    """The number that JavaScript has for this one: beyond 2**53 the nearest double."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def number_text(value: float) -> str:
    """What `String(value)` says: the shortest digits that read back as the same double."""
    if isinstance(value, int) and -_EXACT <= value <= _EXACT:
        return str(value)
    number = as_double(value)
    if not isfinite(number):
        return _NOT_FINITE[repr(number)]
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(digits) - len(fraction) + int(exponent or 0)
    return sign + _placed(digits.rstrip("0"), point)


def number_json(value: float) -> str:
    """What `JSON.stringify(value)` says: null where JSON has no such number."""
    return number_text(value) if isfinite(as_double(value)) else "null"


def _placed(digits: str, point: int) -> str:
    """Write digits with the decimal point after so many of them, before them where negative."""
    if len(digits) <= point <= _MOST_DIGITS:
        return digits + "0" * (point - len(digits))
    if 0 < point <= _MOST_DIGITS:
        return f"{digits[:point]}.{digits[point:]}"
    if -_MOST_ZEROS < point <= 0:
        return f"0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"
