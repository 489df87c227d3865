"""Is there a string that holds a match of each of several expressions?

Only a no is sure: word boundaries and what is looked at count as met, as everywhere in `automaton`,
but for what `(?=` demands outside all groups, and for `(?!)`, which never holds; a reference may
be any string.
"""

from __future__ import annotations

from itertools import product

from phaselint.patterns.automaton import BEGIN, END, automaton
from phaselint.patterns.charset import ANY, common
from phaselint.patterns.escapes import Refused
from phaselint.patterns.parser import parse
from phaselint.patterns.syntax import Anchor, Atom, Look, Reference, Repeat, Sequence
from phaselint.vocabulary.step_budget import counted, spend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from phaselint.patterns.automaton import Automaton
    from phaselint.patterns.charset import Charset
    from phaselint.patterns.syntax import Part, Syntax

    Places = tuple[int, ...]
    Combined = TypeVar("Combined")

_MOST_STEPS = 20_000
_WAITING = -1
"""The place before a match begins."""
_MATCHED = -2
"""The place behind a match."""


class _Lost(Exception):
    """More steps than one question may take."""


def disjoint(*sources: str) -> bool:
    """Whether surely no string holds a match of all of these; of one that does not compile, nothing
    is sure."""
    return _disjoint(*sources) or False


@counted
def _disjoint(*sources: str) -> bool | None:
    try:
        return _together(sources) or any(_together([tail]) for tail in _tails(sources))
    except (Refused, _Lost):
        return None


def _together(sources: Iterable[str]) -> bool:
    """Whether surely no string holds a match of all of these. Raises Refused, _Lost and Spent."""
    machines = [automaton(syntax) for source in sources for syntax in _conditions(source)]
    return _Walk(machines).is_futile()


class _Walk:
    """The walk through several automata at once, as far as one question may go."""

    __slots__ = ("_left", "_machines")

    def __init__(self, machines: list[Automaton]) -> None:
        self._machines = machines
        self._left = _MOST_STEPS

    def is_futile(self) -> bool:
        """Whether no string leads all automata to an end. Raises _Lost and Spent."""
        machines = self._machines
        if all(_ends(machine, {_WAITING}, BEGIN, END) for machine in machines):
            return False
        waiting = list(self._counted(product(*(_opening(machine) for machine in machines))))
        seen = set(waiting)
        while waiting:
            places = waiting.pop()
            if all(_ends(m, {place}, END) for m, place in zip(machines, places, strict=True)):
                return False
            for following in self._after(places):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return True

    def _counted(self, several: Iterable[Combined]) -> Iterator[Combined]:
        """What is combined out of all automata, counted as it is looked at."""
        for each in several:
            self._left -= 1
            if self._left < 0:
                raise _Lost
            spend(len(self._machines))
            yield each

    def _after(self, places: Places) -> Iterator[Places]:
        """The places after one more unit, one for each machine."""
        ways = [list(_ways(m, place)) for m, place in zip(self._machines, places, strict=True)]
        for chosen in self._counted(product(*ways)):
            units: Charset = ANY
            for accepts, _ in chosen:
                spend(len(accepts))
                units = common(units, accepts)
            if units:
                yield tuple(place for _, place in chosen)


def _conditions(source: str) -> Iterator[Syntax]:
    """An expression as several that hold together: what is looked at right behind `^` apart.
    Raises Refused."""
    syntax = parse(source)
    refers = any(isinstance(part, Reference) for part in syntax.parts)
    while not refers and (look := _first_look(syntax)) is not None:
        text = syntax.source
        yield _possible(parse(f"^(?:{text[look.start + 3 : look.end - 1]})"))
        syntax = parse(text[: look.start] + text[look.end :])
    yield _possible(syntax)


def _tails(sources: Iterable[str]) -> Iterator[str]:
    """The ends of expressions from where they look ahead, as the starts of strings: where no string
    begins with such an end, none holds a match of the whole. Raises Refused."""
    for source in sources:
        syntax = parse(source)
        if any(isinstance(part, Reference) for part in syntax.parts):
            continue
        for part in _steps(syntax):
            if isinstance(part, Look) and part.ahead and not part.negative:
                yield f"^{syntax.source[part.start :]}"


def _steps(syntax: Syntax) -> Iterator[Part]:
    """What an expression outside all groups has one after the other, the last one first."""
    *inner, whole = syntax.parts
    if not isinstance(whole, Sequence):
        return
    before = whole.end
    for part in reversed(inner):
        if part.end <= before:
            yield part
            before = part.start


def _first_look(syntax: Syntax) -> Look | None:
    """What stands right behind a leading `^`, if it should be looked at."""
    if not isinstance(syntax.parts[-1], Sequence) or not isinstance(syntax.parts[0], Anchor):
        return None
    looks = (part for part in syntax.parts if isinstance(part, Look) and part.start == 1)
    found = next(looks, None)
    return (
        found if found and found.ahead and not found.negative and syntax.source[0] == "^" else None
    )


def _possible(syntax: Syntax) -> Syntax:
    """An expression in which `(?!)` is a unit out of none, and a reference is any string."""
    parts: list[Part] = []
    for part in syntax.parts:
        if isinstance(part, Reference):
            parts.append(Atom(part.start, part.end, ANY))
            parts.append(Repeat(part.start, part.end, low=0, high=None, lazy=False))
            continue
        never = isinstance(part, Look) and part.negative and _is_empty(parts[-1])
        if never:
            parts[-1] = Atom(part.start, part.end, ())
        else:
            parts.append(part)
    return syntax._replace(parts=tuple(parts))


def _is_empty(part: Part) -> bool:
    return isinstance(part, Sequence) and part.size == 0


def _opening(machine: Automaton) -> set[int]:
    """The places in front of the first unit of a string."""
    if machine.empty:
        return {_MATCHED}
    found = _marked(machine, {_WAITING}, BEGIN)
    return {_MATCHED} if found & machine.last else found


def _ends(machine: Automaton, places: set[int], *marks: int) -> bool:
    """Whether a match is complete at the end of a string, once marks at that place are taken."""
    if machine.empty or _MATCHED in places:
        return True
    return bool(_marked(machine, places, *marks) & machine.last)


def _marked(machine: Automaton, places: set[int], *marks: int) -> set[int]:
    """Some places and those that taking marks leads to."""
    found, waiting = set(places), list(places)
    while waiting:
        spend(1)
        for place in _next(machine, waiting.pop()):
            if place not in found and machine.states[place].mark in marks:
                found.add(place)
                waiting.append(place)
    return found


def _next(machine: Automaton, place: int) -> Iterable[int]:
    if place == _MATCHED:
        return ()
    following = machine.first if place == _WAITING else machine.follow[place]
    spend(len(following))
    return following


def _ways(machine: Automaton, place: int) -> Iterator[tuple[Charset, int]]:
    if place in (_WAITING, _MATCHED):
        yield ANY, place
    for after in _next(machine, place):
        state = machine.states[after]
        if not state.mark:
            yield state.accepts, _MATCHED if after in machine.last else after
