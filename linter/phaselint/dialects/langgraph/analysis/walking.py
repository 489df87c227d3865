"""All steps that fair runs of a graph may have, the first ones first (§5.17, *Exploration*)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.stepping import State, Steps, TooManyError
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.analysis.graphways import GraphWays
    from phaselint.dialects.langgraph.analysis.stepping import Choices

MOST_STATES = 2_000
"""The most states searched."""

MOST_MOVES = 20_000
"""The most steps between states searched."""

_NOTHING = State(frozenset(), (), (), frozenset())


class Together(NamedTuple):
    """The tasks of one step of a fair run: the nodes in the order of application, pushed ones once
    for each task; the number of the step, in the shortest run that has it; which state it is the
    next step of (see `Walk.way`); and how many of the nodes are pulled, behind which the pushed
    ones are in an order that isn't known."""

    nodes: tuple[str, ...]
    number: int
    state: int
    pulled: int


class Walk:
    """The states that fair runs come to, breadth first.

    Args:
        avoiding: a node that is not to run: states in which it would are left out.
        failing: see `Steps`, as for `risky` and `passing`.

    Attributes:
        states: those found, and `numbers`, of each the number of the step that is next in it.
        complete: whether these are all.
    """

    def __init__(
        self,
        ways: GraphWays,
        avoiding: str = "",
        failing: frozenset[str] = frozenset(),
        *,
        risky: bool = False,
        passing: bool = False,
    ) -> None:
        self.steps = Steps(ways, failing, risky=risky, passing=passing)
        self.states: list[State] = []
        self.numbers: list[int] = []
        self.complete = True
        self._avoiding = avoiding
        self._index: dict[State, int] = {}
        self._before: list[tuple[int, Choices]] = []
        self._walk()

    def _walk(self) -> None:
        for choices, state in self.steps.first():
            self._add(state, -1, choices)
        moves, number = 0, 0
        while number < len(self.states) and self.complete:
            try:
                for choices, state in self.steps.following(self.states[number]):
                    moves += self.steps.weight
                    self._add(state, number, choices)
            except TooManyError:
                self.complete = False
            number += 1
            if moves > MOST_MOVES or len(self.states) > MOST_STATES:
                self.complete = False

    def _add(self, state: State, before: int, choices: Choices) -> None:
        if self._avoiding and self._avoiding in state.tasks:
            return
        if state not in self._index:
            self._index[state] = len(self.states)
            self.states.append(state)
            self._before.append((before, choices))
            self.numbers.append(self.numbers[before] + 1 if before >= 0 else 1)

    def way(self, state: int) -> Sequence[tuple[State, Choices]]:
        """The run to a state: the decisions in the step of each state before it; that of START has
        no tasks. The last pair has the decisions that reach the state itself."""
        found: list[tuple[State, Choices]] = []
        while state >= 0:
            before, choices = self._before[state]
            if before >= 0:
                found.append((self.states[before], choices))
            else:
                found.append((_NOTHING, choices))
            state = before
        return found[::-1]

    def applies(self, name: str) -> bool:
        """Whether the writes of a step with a node may be applied: not where each of its tasks
        fails, or returns to the parent."""
        effects = self.steps.effects(name)
        leaves = bool(effects) and all(each.leaves for each in effects)
        return self.steps.goes_on(name) and not leaves

    @cached_property
    def together(self) -> tuple[Together, ...]:
        """The steps that fair runs may have, each group of tasks once."""
        found: dict[tuple[str, ...], Together] = {}
        for index, state in enumerate(self.states):
            if not state.over and (tasks := self.steps.applied(state)) not in found:
                found[tasks] = Together(tasks, self.numbers[index], index, len(state.awake))
        return tuple(found.values())

    @cached_property
    def ran(self) -> frozenset[str]:
        """The nodes that run in some fair run."""
        return frozenset(name for each in self.together for name in each.nodes)

    @cached_property
    def shortest(self) -> int | None:
        """The state in which the shortest fair run has completed; none where none does, or none
        was found."""
        return next((index for index, state in enumerate(self.states) if state.over), None)
