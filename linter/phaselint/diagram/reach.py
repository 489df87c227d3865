"""What runs come to, with all guards, and what keeps them from the rest."""

from __future__ import annotations

from phaselint.machine.analysis import Analysis
from phaselint.machine.coverability import executable, maximal_states
from phaselint.machine.graph import adjacency, reachable
from phaselint.machine.liveness import guarded
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from phaselint.machine.model import Machine, State


class Reach(NamedTuple):
    """The numbers of the phases that runs enter and of the moves that they take. `states` are the
    states that can do most, by phase; none where a bound kept them from being known."""

    machine: Machine
    phases: frozenset[int]
    moves: frozenset[int]
    states: Mapping[int, Sequence[State]]

    def why(self, number: int) -> str:
        """Why a move is never taken from a phase that runs enter, as a clause; empty where the
        machine alone does not tell."""
        move = self.machine.moves[number]
        if self.machine.phases[move.source].terminal:
            return f"runs end in {quote(self.machine.phases[move.source].name)}"
        row = self.states.get(move.source, ())
        if not row:
            return ""
        lacking = [move.needs & ~state.facts for state in row]
        banned = [state.bans >> move.action & 1 for state in row]
        common = lacking[0]
        for facts in lacking:
            common &= facts
        if common:
            names = ", ".join(quote(name) for name in _named(self.machine.facts, common))
            return f"needs {names} before, which never happens"
        if all(banned):
            names = ", ".join(self._banning(move.action))
            return f"forbidden by {names}"
        return "no order of transitions allows it"

    def _banning(self, action: int) -> Iterator[str]:
        """The actions that runs take and that forbid one."""
        found = {
            self.machine.moves[number].action
            for number in self.moves
            if self.machine.moves[number].bans >> action & 1
        }
        return (quote(self.machine.actions[each]) for each in sorted(found))


def everywhere(machine: Machine, dead: Collection[int]) -> Reach:
    """What runs reach as far as is known: all but the moves that are dead."""
    kept = (number for number in range(len(machine.moves)) if number not in dead)
    return Reach(machine, frozenset(range(len(machine.phases))), frozenset(kept), {})


def reach_of(machine: Machine, dead: Collection[int], bound: int) -> Reach:
    """What runs reach without the moves that are dead, which aren't ways."""
    kept = [number for number in range(len(machine.moves)) if number not in dead]
    thin = machine._replace(moves=tuple(machine.moves[number] for number in kept))
    analysis = Analysis(thin, bound)
    # Without guards the bare graph says all there is to say, in a tenth of the time.
    if guarded(thin) and analysis.cover.complete:
        states: dict[int, list[State]] = {}
        for state in maximal_states(analysis.cover):
            states.setdefault(state.phase, []).append(state)
        used = frozenset(kept[each] for each in executable(analysis.index, analysis.cover))
        return Reach(machine, frozenset(states), used, states)
    came = reachable(adjacency(thin), thin.initial)
    phases = frozenset(number for number, entered in enumerate(came) if entered)
    going = frozenset(number for number in phases if not machine.phases[number].terminal)
    moves = frozenset(number for number in kept if machine.moves[number].source in going)
    return Reach(machine, phases, moves, {})


def _named(names: Sequence[str], bits: int) -> Iterator[str]:
    return (name for number, name in enumerate(names) if bits >> number & 1)
