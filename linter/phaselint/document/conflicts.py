"""Texts that somebody's version control has left half merged."""

from __future__ import annotations

from phaselint.document.model import Problem

_BEGIN, _BETWEEN, _END = "<<<<<<<", "=======", ">>>>>>>"
_HELP = "keep one side, and remove the marker lines and the separator"


def merge_conflict(text: str) -> Problem | None:
    """The first conflict that a string still has the markers of: three lines that begin with seven
    characters each, as git writes them. Ask only of a string that does not parse; one that does may
    hold such lines as text."""
    begin = _line(text, _BEGIN, 0)
    between = _line(text, _BETWEEN, begin) if begin >= 0 else -1
    end = _line(text, _END, between) if between >= 0 else -1
    if end < 0:
        return None
    related = (
        (between, between + len(_BETWEEN), "the other side"),
        (end, end + len(_END), "to here"),
    )
    message = "unresolved merge conflict"
    return Problem("syntax-error", message, begin, begin + len(_BEGIN), _HELP, related=related)


def _line(text: str, marker: str, since: int) -> int:
    """Where the first line from a place on begins that a marker does; -1 where there is none."""
    if text.startswith(marker, since) and since == 0:
        return 0
    found = text.find(f"\n{marker}", since)
    return found + 1 if found >= 0 else -1
