"""Block scalars as VS Code's parser reads them (reference §2.1)."""

from __future__ import annotations

import re

_HEADER = re.compile(r"[|>]([1-9+-]*)[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|\Z)")
_INDICATORS = re.compile(r"[1-9][+-]?|[+-][1-9]?|")
_BREAK = re.compile(r"\r\n|\n|\r|\Z")
_LINE = re.compile(r"( *)([^\r\n]*)")
_MARKER = re.compile(r"(?:---|\.\.\.)(?:[ \t]|\Z)")


def is_block(text: str, start: int) -> bool:
    """Whether a block scalar starts at an offset."""
    return _HEADER.match(text, start) is not None


def block_at(text: str, start: int, parent: int) -> tuple[int, str]:
    """Read the block that starts at an offset: its end and its value.

    Args:
        parent: the column of the parent, -1 for a document.
    """
    header = _HEADER.match(text, start)
    assert header is not None
    signs = header[1]
    taken = _INDICATORS.match(signs)
    assert taken is not None
    digit = next((int(sign) for sign in taken[0] if sign.isdigit()), 0)
    # the value begins at the first character that is neither the digit nor the sign
    begin = header.end() if taken[0] == signs else start + 1 + taken.end()
    end, lines = _lines(text, _past_break(text, begin), parent, digit)
    return end, _chomped(lines, "-" in taken[0], "+" in taken[0], folded=text[start] == ">")


def column(text: str, offset: int) -> int:
    """The distance of an offset from the start of its line."""
    return offset - max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) - 1


def _lines(text: str, at: int, parent: int, digit: int) -> tuple[int, list[str]]:
    """The lines of a block without their indentation, and where they end."""
    indent = parent + digit if digit else 0
    lines: list[str] = []
    while at < len(text):
        found = _LINE.match(text, at)
        assert found is not None
        depth = len(found[1])
        if not found[2]:
            lines.append(found[1][indent:] if indent else "")
        elif depth < indent or (not indent and depth <= parent) or _ends(found):
            break
        else:
            indent = indent or depth
            lines.append(found[0][indent:])
        at = _past_break(text, found.end())
    return at, lines


def _ends(line: re.Match[str]) -> bool:
    """Whether a line is the mark of a document, which ends every block."""
    return not line[1] and _MARKER.match(line[2]) is not None


def _chomped(lines: list[str], strip: bool, keep: bool, *, folded: bool) -> str:
    trailing = 0
    while trailing < len(lines) and not lines[-1 - trailing]:
        trailing += 1
    if trailing == len(lines):
        return "\n" * trailing if keep else ""
    solid = lines[: len(lines) - trailing]
    said = _folded(solid) if folded else "\n".join(solid)
    if strip:
        return said
    return said + "\n" * (trailing + 1 if keep else 1)


def _folded(lines: list[str]) -> str:
    """Lines joined to a string: a line break becomes a space, unless a line is indented further;
    empty lines become line breaks."""
    parts: list[str] = []
    before = False  # whether the previous line with text was indented further
    empty = seen = False
    for line in lines:
        further = line[:1] in (" ", "\t")
        if not line:
            parts.append("\n")
            empty = True
            continue
        kept = further or before
        if parts and not empty:
            parts.append("\n" if kept else " ")
        elif empty and kept and seen:
            parts.append("\n")
        parts.append(line)
        before, empty, seen = further, False, True
    return "".join(parts)


def _past_break(text: str, at: int) -> int:
    found = _BREAK.match(text, at)
    return found.end() if found else at
