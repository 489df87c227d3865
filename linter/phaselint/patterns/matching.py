"""Matching that always comes to an end: does a value satisfy `matches` (sweny.md §5.7)?"""

from __future__ import annotations

from phaselint.javascript.units import units
from phaselint.patterns.automaton import automaton
from phaselint.patterns.child import trials
from phaselint.patterns.effort import effort
from phaselint.patterns.escapes import Refused
from phaselint.patterns.javascript import LONGEST, Unmatchable, matcher
from phaselint.patterns.parser import parse
from phaselint.patterns.syntax import Reference

DEADLINE = 2.0
"""Seconds a child process has for one text."""

_MOST_EFFORT = 1_000_000


def matches(source: str, text: str, deadline: float = DEADLINE) -> bool | None:
    """Tell whether a source matches somewhere in a text; none when that is not known.

    Not known are the answers for a source that does not compile or is too long, that the engine
    cannot take, or that takes longer than the deadline.
    """
    try:
        return Question(source).answer(text, deadline)
    except Refused:
        return None


class Question:
    """A source to be tried on several texts.

    Where the work can be counted beforehand and is little, the answer comes from this process;
    else from a child process.
    """

    __slots__ = ("machine", "source")

    def __init__(self, source: str) -> None:
        """Prepare a source. Raises Refused when it does not compile or is too long."""
        syntax = parse(source)
        if len(syntax.source) > LONGEST:
            raise Refused("too long")
        self.source = source
        refers = any(isinstance(part, Reference) for part in syntax.parts)
        self.machine = None if refers else automaton(syntax)

    def is_cheap(self, text: str) -> bool:
        """Tell whether trying the source on a text is surely little work."""
        work = None if self.machine is None else effort(self.machine, units(text))
        return work is not None and work <= _MOST_EFFORT

    def answer(self, text: str, deadline: float = DEADLINE) -> bool | None:
        """Tell whether the source matches somewhere in a text; none when that is not known."""
        try:
            if self.is_cheap(text):
                return matcher(self.source)(text)
            done = trials(self.source, [text], deadline)
        except (Unmatchable, OSError):
            return None
        return done[0].matched if done else None
