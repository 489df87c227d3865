"""Whether runs from single states can finish.

Being able to finish is upward closed (core A.4 pass 6): what a state can do, a state above it
can do too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.machine.cover import ROOT, cover, maximal_states
from phaselint.machine.explore import BOUND
from phaselint.machine.graph import adjacency, distances, reverse
from phaselint.machine.steps import below, canonical, terminal

if TYPE_CHECKING:
    from phaselint.machine.cover import Cover
    from phaselint.machine.model import Machine, State
    from phaselint.machine.steps import Index


def nearness(machine: Machine) -> list[int]:
    """Rank phases by the fewest moves to a terminal one, guards left out of account."""
    adj = adjacency(machine)
    ends = [number for number, phase in enumerate(machine.phases) if phase.terminal]
    far = distances(reverse(adj), ends)
    return [len(adj) if steps < 0 else steps for steps in far]


class Finisher:
    """Answers, for single states, whether a terminal phase can be reached.

    Remembers what it found: states known to finish and states known not to, per phase. All
    its searches together expand at most `bound` states.
    """

    def __init__(self, index: Index, bound: int = BOUND) -> None:
        self._index = index
        self._rank = nearness(index.machine)
        self._left = bound
        self._good: dict[int, list[State]] = {}
        self._bad: dict[int, list[State]] = {}

    def can_finish(self, state: State) -> bool | None:
        """Tell whether some run from a state finishes; none when the bound was hit."""
        state = canonical(self._index, state)
        if self._finishes(state):
            return True
        if any(below(state, known) for known in self._bad.get(state.phase, ())):
            return False
        found = cover(self._index, [state], self._left, self._finishes, self._rank)
        self._left -= len(found.nodes)
        if found.hit >= 0:
            self._remember(found)
            return True
        if found.complete:
            for known in maximal_states(found):
                self._bad.setdefault(known.phase, []).append(known)
            return False
        return None

    def _finishes(self, state: State) -> bool:
        known = self._good.get(state.phase, ())
        return terminal(self._index, state) or any(below(low, state) for low in known)

    def _remember(self, found: Cover) -> None:
        number = found.hit
        while number != ROOT:
            state = found.nodes[number].state
            self._good.setdefault(state.phase, []).append(state)
            number = found.nodes[number].parent
