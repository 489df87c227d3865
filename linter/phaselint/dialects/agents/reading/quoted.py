"""Strings in quotes as VS Code's parser reads them (reference §2.1)."""

from __future__ import annotations

import re

_ESCAPES = dict(zip('ntr0abevf\\"/ _', '\n\t\r\0\a\b\x1b\v\f\\"/ \xa0', strict=True))
_DIGITS = {"x": 2, "u": 4, "U": 8}
_FOLD = re.compile(r"[ \t]*(?:\r\n|\n|\r)((?>(?:[ \t]*(?:\r\n|\n|\r))*))[ \t]*")
_BREAKS = re.compile(r"\r\n|\n|\r")
_SINGLE = re.compile(r"''|'|[\r\n]")
_DOUBLE = re.compile(r"\\|\"|[\r\n]")


def quoted_at(text: str, start: int) -> tuple[int, str]:
    """Read the string in quotes that opens at an offset: its end and its value. Without closing
    quotes, it continues to the end."""
    quote, parts, at = text[start], [], start + 1
    pattern = _SINGLE if quote == "'" else _DOUBLE
    while found := pattern.search(text, at):
        sign, before = found[0], text[at : found.start()]
        parts.append(before.rstrip(" \t") if sign in "\r\n" else before)
        if sign == quote:
            return found.end(), "".join(parts)
        if sign == "\\":
            at, said = _escaped(text, found.end())
        elif sign == "''":
            at, said = found.end(), "'"
        else:
            at, said = _folded(text, found.start())
        parts.append(said)
    return len(text), "".join([*parts, text[at:]])


def _folded(text: str, at: int) -> tuple[int, str]:
    """A line break between words becomes a space, and empty lines become line breaks."""
    found = _FOLD.match(text, at)
    assert found is not None
    return found.end(), "\n" * len(_BREAKS.findall(found[1])) or " "


def _escaped(text: str, at: int) -> tuple[int, str]:
    """The meaning of a backslash sequence; unknown sequences stay unchanged."""
    letter = text[at : at + 1]
    if letter in ("\n", "\r"):
        found = re.compile(r"(?:\r\n|\n|\r)[ \t]*").match(text, at)
        assert found is not None
        return found.end(), ""
    count = _DIGITS.get(letter, 0)
    if not count:
        return at + len(letter), _ESCAPES.get(letter, f"\\{letter}")
    digits = text[at + 1 : at + 1 + count]
    if re.fullmatch(r"[0-9a-fA-F]+", digits) and len(digits) == count:
        code = int(digits, 16)
        return at + 1 + count, chr(code) if code < 0x110000 else "\ufffd"
    return at + 1, f"\\{letter}"
