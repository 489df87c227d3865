"""Write an expression of another language in JavaScript (sweny.md §8.4 regex-invalid)."""

from __future__ import annotations

import re

from phaselint.patterns.javascript import compile_error

_PIECES = re.compile(r"(\\[\s\S])|(\[(?>(?:\\[\s\S]|[^\]\\]+)*)\])|[^\\\[]+|[\s\S]")
"""An escape, a class, or what is neither."""

_SPELLINGS = (
    (r"\(\?P<", "(?<"),
    (r"\(\?P=(\w+)\)", r"\\k<\1>"),
    (r"\(\?#[^)]*\)", ""),
    (r"\(\?>", "(?:"),
    (r"(?<=[*+?}])\+", ""),
)
_FLAGS = re.compile(r"\(\?([is]+)\)")
_LETTER = r"[^\W\d_]"
_SPELT = re.compile(r"\\[xucpPk]|\(\?P?<\w")
"""Where letters do not stand for themselves."""


def repaired(source: str) -> str:
    """Give a source that compiles for one that does not, if its intent is plain; else nothing.

    Named groups, comments, atomic groups, possessive loops and the flags `i` and `s` of other
    languages are rewritten. An atomic group or possessive loop becomes one that may give back.
    """
    if not compile_error(source):
        return ""
    text = source
    for pattern, instead in _SPELLINGS:
        text = _outside(pattern, instead, text)
    flags = _FLAGS.search(text)
    if flags:
        before, after = text[: flags.start()], text[flags.end() :]
        if "s" in flags[1]:
            after = _outside(r"\.", r"[\\s\\S]", after)
        if "i" in flags[1]:
            after = "" if _SPELT.search(after) else _folded(after)
        text = before + after if after else ""
    return text if text and not compile_error(text) else ""


def _outside(pattern: str, instead: str, source: str) -> str:
    """Replace what matches outside of escapes and classes."""

    def piece(found: re.Match[str]) -> str:
        return found[0] if found[1] or found[2] else re.sub(pattern, instead, found[0])

    return _PIECES.sub(piece, source)


def _folded(source: str) -> str:
    """Match every letter in both cases."""

    def piece(found: re.Match[str]) -> str:
        if found[1]:
            return found[0]
        if found[2]:
            plain = re.sub(r"\\[\s\S]", "", found[0][1:-1]).lstrip("^")
            other = plain.swapcase()
            return found[0] if other == plain else f"{found[0][:-1]}{other}]"
        return re.sub(_LETTER, lambda letter: _both(letter[0]), found[0])

    return _PIECES.sub(piece, source)


def _both(letter: str) -> str:
    upper, lower = letter.upper(), letter.lower()
    return f"[{upper}{lower}]" if len(upper) == len(lower) == 1 and upper != lower else letter
