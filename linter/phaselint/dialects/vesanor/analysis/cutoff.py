"""What a session limit keeps all runs from (reference §5.3).

Imported only for a contract with a limit that looks too tight.
"""

from __future__ import annotations

from phaselint.machine.runs import distances, strike
from phaselint.machine.steps import initial_states, usable
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phaselint.dialects.vesanor.analysis.assumptions import Tools
    from phaselint.dialects.vesanor.analysis.witness import Runs
    from phaselint.machine.explore import Exploration
    from phaselint.machine.model import State
    from phaselint.machine.runs import Cost


class CutOff(NamedTuple):
    """A limit and what needs more than it: phases, terminal ones first, and tools, each with the
    fewest calls or responses of a run that reaches it, the nearest first.

    `path` is the best run to the nearest of the first kind there is: a terminal phase, another
    phase, a tool.
    """

    limit: str
    value: int
    phases: Mapping[str, int]
    tools: Mapping[str, int]
    path: tuple[Tools, ...]


def cut_off(runs: Runs, explored: Exploration, limit: str, most: int) -> CutOff | None:
    """What a limit of so many calls or responses keeps all runs from, if anything; `explored` is
    complete, and exact for what the limit counts."""
    search = _Search(runs, explored, by_calls=limit == "max_tool_calls")
    phases, tools = search.needed()
    far = {number: needed for number, needed in phases.items() if needed > most}
    last = {number: needed for number, needed in tools.items() if needed > most}
    if not far and not last:
        return None
    machine = runs.index.machine
    path = search.into(next(iter(far))) if far else search.calling(next(iter(last)))
    return CutOff(
        limit,
        most,
        phases={machine.phases[number].name: needed for number, needed in far.items()},
        tools={machine.actions[number]: needed for number, needed in last.items()},
        path=path,
    )


class _Search:
    """Looks for the runs of one exploration that need the least of what a limit counts."""

    def __init__(self, runs: Runs, explored: Exploration, *, by_calls: bool) -> None:
        self._runs = runs
        self._index = runs.index
        self._explored = explored
        self._by_calls = by_calls

    def needed(self) -> tuple[dict[int, int], dict[int, int]]:
        """The least that each phase, and each tool, needs, in the order of `CutOff`."""
        far = distances(self._explored, len if self._by_calls else lambda _: 1)
        phases: dict[int, int] = {}
        tools: dict[int, int] = {}
        moves, names = self._index.machine.moves, self._index.machine.phases
        for state, here in zip(self._explored.states, far, strict=True):
            phases[state.phase] = min(here, phases.get(state.phase, here))
            for move in usable(self._index, state):
                action = moves[move].action
                tools[action] = min(here + 1, tools.get(action, here + 1))
        ordered = sorted(phases, key=lambda each: (not names[each].terminal, phases[each], each))
        by_need = sorted(tools, key=lambda each: (tools[each], each))
        return {each: phases[each] for each in ordered}, {each: tools[each] for each in by_need}

    def into(self, phase: int) -> tuple[Tools, ...]:
        """The best run that enters a phase."""
        return self._best(lambda state: state.phase == phase)

    def calling(self, action: int) -> tuple[Tools, ...]:
        """The best run whose last response calls a tool, alone."""
        moves = self._index.machine.moves

        def callable_in(state: State) -> bool:
            return any(moves[move].action == action for move in usable(self._index, state))

        return (*self._best(callable_in), (self._index.machine.actions[action],))

    def _best(self, wanted: Callable[[State], bool]) -> tuple[Tools, ...]:
        """The best run to a wanted state, without calls that it can do without."""
        states = self._explored.states
        run = self._runs.best(
            self._explored, lambda _, __, after: wanted(states[after]), self._weigh, limits=False
        )
        start = initial_states(self._index)[0]
        kept = strike(self._index, start, run or (), wanted, self._runs.burden)
        return tuple(map(self._runs.tools_of, kept))

    def _weigh(self, unmet: int, size: int) -> Cost:
        return (size, unmet, 1) if self._by_calls else (1, unmet, size)
