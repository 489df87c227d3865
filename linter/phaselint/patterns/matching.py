"""Does a value satisfy `matches` (sweny.md §5.7)? Told by our own automata, within the steps that
the patterns of a contract are allowed."""

from __future__ import annotations

from phaselint.javascript.units import units
from phaselint.patterns.automaton import automaton, may_match
from phaselint.patterns.escapes import Refused
from phaselint.patterns.javascript import LONGEST
from phaselint.patterns.parser import parse
from phaselint.patterns.syntax import Reference
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import counted, current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.patterns.automaton import Automaton
    from phaselint.patterns.syntax import Syntax

DEADLINE = 2.0
"""Seconds a child process has for one string."""


class Reading(NamedTuple):
    """An expression, its automaton, and whether it refers to what a group matched."""

    syntax: Syntax
    machine: Automaton
    refers: bool


@counted
def reading(source: str) -> Reading | None:
    """Read a source; none when it does not compile or is too long."""
    try:
        syntax = parse(source)
    except Refused:
        return None
    if len(syntax.source) > LONGEST:
        return None
    refers = any(isinstance(part, Reference) for part in syntax.parts)
    return Reading(syntax, automaton(syntax), refers)


def matches(source: str, text: str) -> bool | None:
    """Tell whether a source matches somewhere in a string; none when that is not known.

    Not known are the answers for a source that does not compile or is too long, for which no steps
    are left, or which refers to what a group matched: then a child process is asked, where one may
    be (`Allowance.engine`), and has no answer if that takes longer than the deadline.
    """
    found = _found(source, text)
    if found is None and current().engine:
        read = reading(source)
        return _by_engine(source, text) if read is not None and read.refers else None
    return found


def _listed(source: str) -> frozenset[str] | None:
    """All strings that a source matches which lists words, such as `^(open|closed)$`; none where it
    is another."""
    if not (source.startswith("^(") and source.endswith(")$")) or len(source) > LONGEST:
        return None
    words = source[2:-2].removeprefix("?:").split("|")
    plain = all(word.replace("-", "").replace("_", "").isalnum() for word in words)
    return frozenset(words) if plain and source.isascii() else None


@counted
def _found(source: str, text: str) -> bool | None:
    listed = _listed(source)
    if listed is not None:
        return text in listed
    read = reading(source)
    if read is None or read.refers:
        return None
    split = units(text)
    if read.machine.exact:
        return may_match(read.machine, split)
    if not may_match(read.machine, split):
        return False
    from phaselint.patterns.spans import has_match

    return has_match(read.syntax, split)


def _by_engine(source: str, text: str) -> bool | None:
    from phaselint.patterns.engine import trials
    from phaselint.patterns.translate import Unmatchable

    try:
        done = trials(source, [text], DEADLINE)
    except (Unmatchable, OSError):
        return None
    return done[0].matched if done else None
