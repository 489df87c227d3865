"""Is there a text that holds a match of each of several expressions?

Only a no is sure: word boundaries, references and what is looked at count as met, as everywhere in
`automaton`, but for what `^(?=` demands, and for `(?!)`, which nothing meets.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from phaselint.patterns.automaton import BEGIN, END, automaton
from phaselint.patterns.charset import ANY, common
from phaselint.patterns.escapes import Refused
from phaselint.patterns.parser import parse
from phaselint.patterns.syntax import Anchor, Atom, Look, Reference, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.patterns.automaton import Automaton
    from phaselint.patterns.charset import Charset
    from phaselint.patterns.syntax import Part, Syntax

    Places = tuple[int, ...]

_MOST_STEPS = 20_000
_WAITING = -1
"""The place before a match begins."""
_MATCHED = -2
"""The place behind a match."""


def disjoint(sources: Iterable[str]) -> bool:
    """Whether surely no text holds a match of all of these; of one that does not compile, nothing
    is sure."""
    try:
        machines = [automaton(syntax) for source in sources for syntax in _conditions(source)]
    except Refused:
        return False
    waiting = list(product(*(_opening(machine) for machine in machines)))
    if all(_ends(machine, {_WAITING}, BEGIN, END) for machine in machines):
        return False
    seen, steps = set(waiting), 0
    while waiting:
        places = waiting.pop()
        if all(_ends(m, {place}, END) for m, place in zip(machines, places, strict=True)):
            return False
        for following in _after(machines, places):
            steps += 1
            if steps > _MOST_STEPS:
                return False
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return True


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


def _first_look(syntax: Syntax) -> Look | None:
    """What stands right behind a leading `^`, if it is to be looked at."""
    if not isinstance(syntax.parts[-1], Sequence) or not isinstance(syntax.parts[0], Anchor):
        return None
    looks = (part for part in syntax.parts if isinstance(part, Look) and part.start == 1)
    found = next(looks, None)
    return (
        found if found and found.ahead and not found.negative and syntax.source[0] == "^" else None
    )


def _possible(syntax: Syntax) -> Syntax:
    """An expression in which `(?!)` is a unit out of none."""
    parts: list[Part] = []
    for part in syntax.parts:
        never = isinstance(part, Look) and part.negative and _is_empty(parts[-1])
        if never:
            parts[-1] = Atom(part.start, part.end, ())
        else:
            parts.append(part)
    return syntax._replace(parts=tuple(parts))


def _is_empty(part: Part) -> bool:
    return isinstance(part, Sequence) and part.size == 0


def _opening(machine: Automaton) -> set[int]:
    """The places in front of the first unit of a text."""
    if machine.empty:
        return {_MATCHED}
    found = _marked(machine, {_WAITING}, BEGIN)
    return {_MATCHED} if found & machine.last else found


def _ends(machine: Automaton, places: set[int], *marks: int) -> bool:
    """Whether a match is complete at the end of a text, once marks that stand there are taken."""
    if machine.empty or _MATCHED in places:
        return True
    return bool(_marked(machine, places, *marks) & machine.last)


def _marked(machine: Automaton, places: set[int], *marks: int) -> set[int]:
    """Some places and those that taking marks leads to."""
    found, waiting = set(places), list(places)
    while waiting:
        for place in _next(machine, waiting.pop()):
            if place not in found and machine.states[place].mark in marks:
                found.add(place)
                waiting.append(place)
    return found


def _next(machine: Automaton, place: int) -> Iterable[int]:
    if place == _MATCHED:
        return ()
    return machine.first if place == _WAITING else machine.follow[place]


def _after(machines: list[Automaton], places: Places) -> Iterator[Places]:
    """The places after one more unit, one for each machine."""
    ways = [list(_ways(m, place)) for m, place in zip(machines, places, strict=True)]
    for chosen in product(*ways):
        units: Charset = ANY
        for accepts, _ in chosen:
            units = common(units, accepts)
        if units:
            yield tuple(place for _, place in chosen)


def _ways(machine: Automaton, place: int) -> Iterator[tuple[Charset, int]]:
    if place in (_WAITING, _MATCHED):
        yield ANY, place
    for after in _next(machine, place):
        state = machine.states[after]
        if not state.mark:
            yield state.accepts, _MATCHED if after in machine.last else after
