"""How much a search over a machine does, and the bounds on it (design §6).

Work is counted, never timed, so the answer is the same on every machine.
"""

from __future__ import annotations

from phaselint.machine.responses import MOST_TOOLS
from phaselint.machine.steps import STAYS
from phaselint.vocabulary.time_budget import OF_MACHINE, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.machine.responses import Responses
    from phaselint.machine.steps import Index

STEPS_PER_STATE = 3
"""How many steps a search takes for each state of its bound, at most: where states have many
responses, the responses are what costs."""

FEWEST_STEPS = 1_500
"""How many steps a search may take whatever its bound."""

MOVES_PER_STEP = 8
"""How many moves are looked through in about the time of one step."""


class Effort:
    """What one search has done so far; `bound` limits the states that it expands."""

    __slots__ = ("_bound", "_index", "_most", "_weights", "_work", "expanded")

    def __init__(self, index: Index, bound: int) -> None:
        self._index = index
        self._bound = bound
        self._most = max(bound * STEPS_PER_STATE, FEWEST_STEPS)
        self._work = 0
        self._weights: dict[int, int] = {}
        self.expanded = 0

    def expand(self, phase: int, responses: Responses | None) -> str:
        """Count a state of a phase with its responses, none where they are too many; or name the
        bound that forbids to expand it."""
        if self.expanded >= self._bound:
            return f"the bound of {self._bound:,} expanded states"
        if responses is None:
            return f"{MOST_TOOLS} tools in one response"
        work = len(responses) + self._weight(phase)
        self._work += work
        take(OF_MACHINE * work)
        self.expanded += not self.spent
        return self.spent

    @property
    def spent(self) -> str:
        """The bound that keeps the search from going on, if one does."""
        return f"the bound of {self._most:,} steps" if self._work > self._most else ""

    def compare(self, count: int) -> None:
        """Count a comparison with so many states."""
        work = count // MOVES_PER_STEP
        self._work += work
        take(OF_MACHINE * work)

    def _weight(self, phase: int) -> int:
        """What it takes to find the responses of a state: a look at each move, and at each pair of
        those that stay and ban others."""
        if phase not in self._weights:
            index, moves = self._index, self._index.out[phase]
            banning = sum(index.target[move] == STAYS and index.bans[move] != 0 for move in moves)
            pairs = banning * banning if index.machine.joint else 0
            self._weights[phase] = (len(moves) + pairs // 4) // MOVES_PER_STEP
        return self._weights[phase]
