"""Can some text be read in exponentially many ways? (Weber and Seidl's criterion EDA.)

It can exactly when a state leads back to itself by two paths on one word. Either a step inside
a cycle can be taken in two ways, or two different paths take the same units: that is a cycle
through pairs of states which meets a pair of one state twice and a pair of two.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from phaselint.patterns.charset import common, representative
from phaselint.patterns.components import components
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import spend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from typing import TypeVar

    from phaselint.patterns.automaton import Automaton
    from phaselint.patterns.charset import Charset

    Pair = tuple[int, int]
    Node = TypeVar("Node", bound=Hashable)

MOST_PAIRS = 20_000


class TooLarge(Exception):
    """There are more pairs of states than are looked at."""


class Pump(NamedTuple):
    """A word that leads from a state back to it in two ways; `through` are states on the way."""

    state: int
    word: str
    through: frozenset[int]


def pumps(machine: Automaton) -> Iterator[Pump]:
    """Find a word to pump in each cyclic part where there is one. Raises TooLarge and Spent."""
    spend(2 * sum(map(len, machine.follow)))
    budget = MOST_PAIRS
    for cycle in components(range(len(machine.states)), lambda state: _real(machine, state)):
        inside = {state for state in cycle if not machine.states[state].mark}
        doubled = _doubled(machine, inside)
        if doubled is not None:
            yield doubled
            continue
        search = _Pairs(machine, inside, budget)
        found = search.find()
        budget = search.left
        if found is not None:
            yield found


def _real(machine: Automaton, state: int) -> Iterable[int]:
    return (other for other in machine.follow[state] if not machine.states[other].mark)


def _doubled(machine: Automaton, inside: set[int]) -> Pump | None:
    """Find a step that can be taken in two ways and a way back."""

    def within(state: int) -> Iterable[int]:
        return (other for other in machine.follow[state] if other in inside)

    for state in sorted(inside):
        for other, ways in machine.follow[state].items():
            if ways > 1 and other in inside and machine.states[other].accepts:
                path = (other,) if other == state else (other, *_path(other, {state}, within))
                word = "".join(representative(machine.states[at].accepts) for at in path)
                return Pump(state, word, frozenset(path))
    return None


class _Pairs:
    """The pairs of states of one cyclic part that take the same words from a common state."""

    __slots__ = ("inside", "known", "left", "machine")

    def __init__(self, machine: Automaton, inside: set[int], budget: int) -> None:
        self.machine = machine
        self.inside = inside
        self.left = budget
        self.known: dict[Pair, dict[Pair, str]] = {}

    def find(self) -> Pump | None:
        """Find a cycle through a pair of one and a pair of two."""
        same = [(state, state) for state in sorted(self.inside)]
        for group in components(same, self.steps):
            meeting = [pair for pair in group if pair[0] == pair[1]]
            apart = {pair for pair in group if pair[0] != pair[1]}
            if meeting and apart:
                return self._pump(min(meeting), apart)
        return None

    def _pump(self, start: Pair, apart: set[Pair]) -> Pump:
        out = _path(start, apart, self.steps)
        path = (start, *out, *_path(out[-1], {start}, self.steps))
        steps = pairwise(path)
        word = "".join(self.steps(here)[there] for here, there in steps)
        return Pump(start[0], word, frozenset(state for pair in path for state in pair))

    def steps(self, pair: Pair) -> dict[Pair, str]:
        """Give the pairs one unit further, each with such a unit."""
        known = self.known.get(pair)
        if known is None:
            known = self.known[pair] = dict(self._steps(pair))
        return known

    def _steps(self, pair: Pair) -> Iterator[tuple[Pair, str]]:
        states, follow = self.machine.states, self.machine.follow
        left, right = ([s for s in follow[at] if s in self.inside] for at in pair)
        self.left -= len(left) * len(right)
        spend(1 + sum(len(states[one].accepts) for one in left) * len(right))
        if self.left < 0:
            raise TooLarge
        for one in left:
            for other in right:
                both: Charset = common(states[one].accepts, states[other].accepts)
                if both:
                    yield (min(one, other), max(one, other)), representative(both)


def _path(
    start: Node, goals: set[Node], successors: Callable[[Node], Iterable[Node]]
) -> tuple[Node, ...]:
    """Give a shortest path of at least one step to a goal that is in reach, without its start."""
    before: dict[Node, Node] = {}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in successors(node):
            if other in goals:
                path = [other]
                while node != start:
                    path.append(node)
                    node = before[node]
                return tuple(reversed(path))
            if other not in before and other != start:
                before[other] = node
                queue.append(other)
    raise LookupError("no goal can be reached")
