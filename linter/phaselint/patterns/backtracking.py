"""Does an expression take exponential time on some text? (sweny.md §8.4 regex-redos)

A backtracking engine tries every path to read a string before it gives up on a place to start. So
the expression is suspect when a string can be read in exponentially many ways (`ambiguity`) and
then be made to fail: the recipe says how. Without a way to fail, as in `(a+)+`, the first try
succeeds.

Word boundaries, references and what is looked at count as met; where they prevent what the
recipe wants, only `timing.measure` can tell.
"""

from __future__ import annotations

from collections import deque

from phaselint.javascript.units import offset, units
from phaselint.patterns.ambiguity import TooLarge, pumps
from phaselint.patterns.automaton import BEGIN, END, automaton, may_match
from phaselint.patterns.charset import complement, representative
from phaselint.patterns.escapes import Refused
from phaselint.patterns.javascript import LONGEST
from phaselint.patterns.parser import parse
from phaselint.patterns.syntax import Atom, Group, Repeat, Sequence, fold
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import counted, spend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.patterns.ambiguity import Pump
    from phaselint.patterns.automaton import Automaton
    from phaselint.patterns.syntax import Part, Syntax

_SUFFIXES = ("!", "\n", "\x00", "", "~", " ")
_TRIED = (2, 3, 7)
_LETTERS = 64
"""How many letters are copied in a step."""


class Recipe(NamedTuple):
    """How to write strings that take long: `prefix`, `pump` many times, `suffix`."""

    prefix: str
    pump: str
    suffix: str

    def text(self, count: int) -> str:
        """Write the text that pumps so many times."""
        return self.prefix + self.pump * count + self.suffix


class Suspect(NamedTuple):
    """A loop, by its place in the source, that reads some strings in exponentially many ways."""

    start: int
    end: int
    text: str
    recipe: Recipe


@counted
def suspects(source: str) -> Suspect | None:
    """Find the first loop that takes exponential time; none when there is surely no such loop
    within what the automaton knows, when the source does not compile or is too long to be tried,
    or when it has so many states that looking was given up, or no steps are left."""
    try:
        syntax = parse(source)
    except Refused:
        return None
    if len(syntax.source) > LONGEST:
        return None
    machine = automaton(syntax)
    waiting = [machine]
    while waiting:
        part = waiting.pop(0)
        waiting += part.inner
        try:
            found = _attack(part)
        except TooLarge:
            return None
        if found is not None:
            pump, recipe = found
            if part is not machine:
                before = _before(machine, part.states[0].start)
                recipe = recipe._replace(prefix=before + recipe.prefix)
            return _suspect(source, syntax, part, pump, recipe)
    return None


def _suspect(
    source: str, syntax: Syntax, machine: Automaton, pump: Pump, recipe: Recipe
) -> Suspect:
    """Say where: the innermost loop around all states of the pump that repeats more than one
    unit."""
    start = min(machine.states[state].start for state in pump.through)
    end = max(machine.states[state].end for state in pump.through)
    for loop in _loops(syntax):
        if loop.start <= start and end <= loop.end:
            start, end = loop.start, loop.end
            break
    first, last = offset(source, start), offset(source, end)
    return Suspect(first, last, source[first:last], recipe)


def _loops(syntax: Syntax) -> list[Repeat]:
    """Give the loops over more than one unit, inner ones first."""
    found: list[Repeat] = []

    def single(part: Part, inner: list[bool]) -> bool:
        if isinstance(part, Repeat) and not inner[0]:
            found.append(part)
        return isinstance(part, (Atom, Group, Sequence)) and inner in ([], [True])

    fold(syntax, single)
    return found


def _before(machine: Automaton, start: int) -> str:
    """Write a string that leads to what is looked at from a place in the source."""
    ends = {state.end: number for number, state in enumerate(machine.states) if state.end <= start}
    return (_prefix(machine, ends[max(ends)]) or "") if ends else ""


def _attack(machine: Automaton) -> tuple[Pump, Recipe] | None:
    for pump in pumps(machine):
        prefix = _prefix(machine, pump.state)
        if prefix is None:
            continue
        for suffix in _suffixes(machine):
            recipe = Recipe(prefix, pump.word, suffix)
            if not any(may_match(machine, units(recipe.text(n)), False) for n in _TRIED):
                return pump, recipe
    return None


def _prefix(machine: Automaton, goal: int) -> str | None:
    """Write a shortest text that leads to a state; none when it is behind the end."""
    first = [state for state in machine.first if machine.states[state].mark != END]
    words = {state: _letter(machine, state) for state in first}
    queue = deque(first)
    while queue:
        state = queue.popleft()
        if state == goal:
            return words[state]
        spend((1 + len(words[state]) // _LETTERS) * (1 + len(machine.follow[state])))
        for other in machine.follow[state]:
            possible = machine.states[other].mark in (0, BEGIN if not words[state] else 0)
            if other not in words and possible:
                words[other] = words[state] + _letter(machine, other)
                queue.append(other)
    return None


def _letter(machine: Automaton, state: int) -> str:
    found = machine.states[state]
    return "" if found.mark or not found.accepts else representative(found.accepts)


def _suffixes(machine: Automaton) -> Iterator[str]:
    """Give ends that may make a match fail: signs no string has, then what the source knows."""
    seen = set(_SUFFIXES)
    yield from _SUFFIXES
    for state in machine.states:
        for accepts in () if state.mark else (complement(state.accepts), state.accepts):
            if accepts and representative(accepts) not in seen:
                seen.add(representative(accepts))
                yield representative(accepts)
