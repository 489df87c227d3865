"""A string that holds matches of several expressions and none of others, or that none exists.

The automata are walked together, each as the set of its places: so what is refused counts as well
as what is wanted. Lengths, and strings that are not to be found, are walked next to them.
"""

from __future__ import annotations

from collections import deque

from phaselint.javascript.units import FIRST_SURROGATE, LAST_SURROGATE, LAST_UNIT, units, whole
from phaselint.patterns.automaton import BEGIN, END
from phaselint.patterns.charset import contains
from phaselint.patterns.portable import portable
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import counted, spend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Final, Literal

    from phaselint.patterns.automaton import Automaton

    Place = frozenset[int] | None
    _Node = tuple[tuple[Place, ...], int, frozenset[tuple[str, int]]]
    """The place in each automaton, the length, and how much of which strings has come."""

_MOST_STATES: Final = 4_000
_MOST_LETTERS: Final = 400
_LONGEST: Final = 1_000
_NICE = ("a", "0", "-", "_", "A", " ", "!", ".")


class Joint(NamedTuple):
    """Whether there is such a string, and one if it was found."""

    answer: Literal["yes", "no", "maybe"]
    text: str | None = None


UNKNOWN = Joint("maybe")


@counted
def _joint(
    wanted: tuple[str, ...],
    unwanted: tuple[str, ...],
    least: int,
    most: int | None,
    without: frozenset[str],
) -> Joint:
    read = [portable(source) for source in (*wanted, *unwanted)]
    machines = [each.machine for each in read if each is not None]
    if len(machines) < len(read) or max(least, most or 0) > _LONGEST:
        return UNKNOWN
    walk = _Walk(machines, len(wanted), without)
    found = walk.shortest(walk.letters(plain=True), least, most)
    if found.answer != "no":
        return found
    # Lengths count characters, automata units, of which a character has up to two.
    loosely = walk.shortest(walk.letters(plain=False), least, None if most is None else 2 * most)
    return Joint("no") if loosely.answer == "no" else UNKNOWN


def joint(
    wanted: Iterable[str],
    unwanted: Iterable[str],
    least: int,
    most: int | None,
    without: Collection[str],
) -> Joint:
    """A string of `least` to `most` characters that all wanted expressions are found in and no
    unwanted one, and that is not one of those `without`."""
    wanted, unwanted = tuple(dict.fromkeys(wanted)), tuple(dict.fromkeys(unwanted))
    if set(wanted) & set(unwanted):
        return Joint("no")
    return _joint(wanted, unwanted, least, most, frozenset(without)) or UNKNOWN


class _Walk:
    """Several automata at once: the first so many are to match, the others are not.

    The place of each is the set of its states that took the latest unit; none once it has held a
    match.
    """

    __slots__ = ("_cap", "_least", "_machines", "_most", "_wanted", "_without")

    def __init__(self, machines: Sequence[Automaton], wanted: int, without: frozenset[str]) -> None:
        self._machines = machines
        self._wanted = wanted
        self._without = frozenset(map(units, without))
        self._least, self._most, self._cap = 0, -1, 1

    def letters(self, *, plain: bool) -> list[str]:
        """A unit for each class of those that no automaton tells apart; `plain` leaves out halves
        of pairs."""
        halves = (FIRST_SURROGATE, LAST_SURROGATE + 1)
        cuts = {0, *halves}
        for unit in (*_NICE, *(unit for text in self._without for unit in text)):
            cuts.update((ord(unit), ord(unit) + 1))
        for machine in self._machines:
            for state in machine.states:
                if not state.mark:
                    cuts.update(edge for low, high in state.accepts for edge in (low, high + 1))
        found = [chr(code) for code in sorted(cuts) if code <= LAST_UNIT]
        if plain:
            found = [unit for unit in found if not halves[0] <= ord(unit) < halves[1]]
        return [*_NICE, *(unit for unit in found if unit not in _NICE)]

    def shortest(self, letters: Sequence[str], least: int, most: int | None) -> Joint:
        """A shortest such text out of some letters."""
        if len(letters) > _MOST_LETTERS:
            return UNKNOWN
        self._least, self._most = least, -1 if most is None else most
        self._cap = max(least, self._most + 1, 1)
        start = self._start()
        waiting: deque[tuple[_Node, str]] = deque([(start, "")])
        seen = {start}
        while waiting:
            node, text = waiting.popleft()
            if self._ends(node):
                return Joint("yes", whole(text))
            if node[1] == self._most:
                continue
            if len(seen) > _MOST_STATES:
                return UNKNOWN
            for letter in letters:
                after = self._after(node, letter)
                if after is not None and after not in seen:
                    seen.add(after)
                    waiting.append((after, text + letter))
        return Joint("no")

    def _start(self) -> _Node:
        places = tuple(
            None if each.empty else _marked(each, frozenset(), (BEGIN,)) for each in self._machines
        )
        return places, 0, frozenset((text, 0) for text in self._without)

    def _after(self, node: _Node, letter: str) -> _Node | None:
        """The node behind one more unit; none where an unwanted expression has matched."""
        places, length, near = node
        found = []
        for number, (machine, place) in enumerate(zip(self._machines, places, strict=True)):
            moved = _moved(machine, place, ord(letter))
            if moved is None and number >= self._wanted:
                return None
            found.append(moved)
        follows = ((text, at + 1) for text, at in near if text[at : at + 1] == letter)
        return tuple(found), min(length + 1, self._cap), frozenset(follows)

    def _ends(self, node: _Node) -> bool:
        """Whether a string that leads to a node is one of those that are looked for."""
        places, length, near = node
        if length < self._least or any(at == len(text) for text, at in near):
            return False
        for number, (machine, place) in enumerate(zip(self._machines, places, strict=True)):
            if _holds_at_end(machine, place, empty=length == 0) != (number < self._wanted):
                return False
        return True


def _marked(machine: Automaton, active: Place, marks: tuple[int, ...]) -> frozenset[int]:
    """Some states, and those that taking marks leads to."""
    found = frozenset(active or ())
    while True:
        near = _near(machine, found)
        more = found.union(each for each in near if machine.states[each].mark in marks)
        if more == found:
            return found
        found = more


def _near(machine: Automaton, active: frozenset[int]) -> set[int]:
    """The states that may take what comes next."""
    spend(1 + len(active))
    return {*machine.first, *(after for state in active for after in machine.follow[state])}


def _moved(machine: Automaton, place: Place, code: int) -> Place:
    if place is None or place & machine.last:
        return None
    near = _near(machine, place)
    moved = frozenset(
        state
        for state in near
        if not machine.states[state].mark and contains(machine.states[state].accepts, code)
    )
    return None if moved & machine.last else moved


def _holds_at_end(machine: Automaton, place: Place, *, empty: bool) -> bool:
    if place is None:
        return True
    marks = (BEGIN, END) if empty else (END,)
    return bool(_marked(machine, frozenset() if empty else place, marks) & machine.last)
