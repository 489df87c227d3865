"""The step semantics of a machine: what can be done in a state and what comes of it (core A.2).

An `Index` is a machine laid out for stepping. It carries the masks of `Live`, which say what of
a state matters in each phase; the state cut down to that is its *canonical* form. With the
masks of `phaselint.machine.liveness` a state and its canonical form can do exactly the same.
"""

from __future__ import annotations

from phaselint.machine.model import State
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.machine.model import Machine, Response

STAYS = -1
"""The target of a move that does not leave its phase."""


class Live(NamedTuple):
    """For each phase the facts and the bans that matter in it, as bit sets."""

    facts: tuple[int, ...]
    bans: tuple[int, ...]


class Index:
    """A machine as parallel lists: per phase the moves that may be taken, per move its parts.

    `out` is empty for terminal phases. `bit` is the action of a move as a bit set, and zero when
    nothing ever bans it. Without masks everything matters.
    """

    __slots__ = ("bans", "bit", "gains", "live", "machine", "needs", "out", "target")

    def __init__(self, machine: Machine, live: Live | None = None) -> None:
        self.machine = machine
        everywhere = (-1,) * len(machine.phases)
        self.live = live or Live(everywhere, everywhere)
        self.out = moves_by_phase(machine)
        self.target = [STAYS if move.target is None else move.target for move in machine.moves]
        self.needs = [move.needs for move in machine.moves]
        self.gains = [move.gains for move in machine.moves]
        self.bans = [move.bans for move in machine.moves]
        self.bit = action_bits(machine)


def moves_by_phase(machine: Machine) -> list[list[int]]:
    """List for each phase the moves out of it, in order; none for terminal phases."""
    out: list[list[int]] = [[] for _ in machine.phases]
    for number, move in enumerate(machine.moves):
        if not machine.phases[move.source].terminal:
            out[move.source].append(number)
    return out


def action_bits(machine: Machine) -> list[int]:
    """Give each move's action as a bit set, zero where no move bans it.

    Without the zero a large machine without bans would be full of huge numbers.
    """
    banned = 0
    for move in machine.moves:
        banned |= move.bans
    return [
        1 << move.action if banned and banned >> move.action & 1 else 0 for move in machine.moves
    ]


def canonical(index: Index, state: State) -> State:
    """Cut a state down to the facts and bans that matter in its phase."""
    phase, facts, bans = state
    return State(phase, facts & index.live.facts[phase], bans & index.live.bans[phase])


def initial_states(index: Index) -> list[State]:
    """List the states runs start in, in the machine's order, without repetitions."""
    return [State(phase) for phase in dict.fromkeys(index.machine.initial)]


def usable(index: Index, state: State) -> list[int]:
    """List the moves that could be taken alone: needs hold, action not banned, not terminal."""
    phase, facts, bans = state
    needs, bit = index.needs, index.bit
    return [move for move in index.out[phase] if not needs[move] & ~facts and not bit[move] & bans]


def legal(index: Index, state: State, response: Response) -> bool:
    """Tell whether a response may be given in a state.

    Takes any sequence of numbers: one that isn't a response at all is not legal.
    """
    if not response or list(response) != sorted(set(response)):
        return False
    if not index.machine.joint and len(response) > 1:
        return False
    if not frozenset(usable(index, state)).issuperset(response):
        return False
    return len({index.target[move] for move in response} - {STAYS}) <= 1


def apply(index: Index, state: State, response: Response) -> State:
    """Give the state after a legal response, in full."""
    phase, facts, bans = state
    for move in response:
        facts |= index.gains[move]
        bans |= index.bans[move]
        if index.target[move] != STAYS:
            phase = index.target[move]
    return State(phase, facts, bans)


def advance(index: Index, state: State, response: Response) -> State:
    """Give the canonical state after a legal response."""
    return canonical(index, apply(index, state, response))


def replay(index: Index, start: State, responses: Iterable[Response]) -> list[State] | None:
    """List the full states of a run, the start first; none when a response is not legal."""
    states = [start]
    for response in responses:
        if not legal(index, states[-1], response):
            return None
        states.append(apply(index, states[-1], response))
    return states


def below(low: State, high: State) -> bool:
    """Tell whether `high` can do at least what `low` can: same phase, more facts, fewer bans."""
    return low.phase == high.phase and not low.facts & ~high.facts and not high.bans & ~low.bans


def covered(state: State, row: Sequence[State]) -> bool:
    """Tell whether a state is below one of a row of states of its phase."""
    _, facts, bans = state
    return any(not facts & ~high[1] and not high[2] & ~bans for high in row)


def terminal(index: Index, state: State) -> bool:
    """Tell whether runs end in a state."""
    return index.machine.phases[state.phase].terminal
