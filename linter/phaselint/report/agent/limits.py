"""How much of strings and lists is shown to a coding agent, and how many bytes that takes."""

from __future__ import annotations

from phaselint.report.jsonformat import dump
from phaselint.report.terminal import clipped, escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 400
"""How many characters of a string are shown."""

CUT = 4
"""How many places of a kind are shown."""

RUN = 12
"""How many steps of a run are shown."""


def cut(text: str, longest: int = LONGEST) -> str:
    """A string on one line, not longer than it may be."""
    return clipped(escape(text), longest)


def cut_list(texts: Iterable[str], most: int) -> list[str]:
    """The first of some strings; a last one says how many are left out."""
    some = [cut(each) for each in texts]
    if len(some) <= most:
        return some
    return [*some[:most], f"... {len(some) - most} more"]


def size(value: object) -> int:
    """The bytes that a value takes as JSON."""
    return len(dump(value).encode("utf-8"))


def fitted(lines: Iterable[str], budget: int, more: str) -> str:
    """As many lines as fit into so many bytes, and a last one that says how many don't and how to
    see them."""
    every = list(lines)
    taken, left = 0, budget
    for line in every:
        left -= len(line.encode("utf-8", "replace")) + 1
        if left < 0:
            break
        taken += 1
    if taken == len(every):
        return "\n".join(every)
    return "\n".join([*every[:taken], f"... {len(every) - taken} more lines; {more}"])
