"""Certificates and stuck sets, made from covers (core A.5, A.6)."""

from __future__ import annotations

from phaselint.machine.certificate import Certificate, Finish, Reach, Stuck
from phaselint.machine.coverability import ROOT, cover, executable, maximal_states, path, reached
from phaselint.machine.graph import adjacency, distances, reverse
from phaselint.machine.model import BOUND, State
from phaselint.machine.steps import STAYS, initial_states, replay, terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from phaselint.machine.coverability import Cover
    from phaselint.machine.model import Machine, Response
    from phaselint.machine.steps import Index


def certify(index: Index, found: Cover, bound: int = BOUND) -> Certificate:
    """Make the certificate of a complete cover, with the finishing part when that holds.

    `bound` limits the states expanded in the search for paths to finish.
    """
    machine = index.machine
    numbers = _needed(found)
    place = {number: k for k, number in enumerate(numbers)}
    steps = [found.nodes[number] for number in numbers if found.nodes[number].parent != ROOT]
    moves = executable(index, found)
    actions = {machine.moves[move].action for move in moves}
    entered = reached(found)
    return Certificate(
        index.live,
        nodes=tuple(Reach(place[node.parent], node.response) for node in steps),
        maximal=tuple(place[number] for number in found.maximal),
        unreachable=tuple(phase for phase in range(len(machine.phases)) if phase not in entered),
        never=tuple(action for action in range(len(machine.actions)) if action not in actions),
        finish=_finishing(index, entered, moves, bound),
    )


def _needed(found: Cover) -> list[int]:
    """List the nodes the maximal ones are on, after the start nodes."""
    needed = {number for number, node in enumerate(found.nodes) if node.parent == ROOT}
    for maximal in found.maximal:
        number = maximal
        while number not in needed:
            needed.add(number)
            number = found.nodes[number].parent
    return sorted(needed)


def _finishing(
    index: Index, entered: Collection[int], moves: Collection[int], bound: int
) -> tuple[Finish, ...] | None:
    """Find a way to finish for the lowest state of each phase; none when one has none."""
    rank = nearness(index.machine)
    low = lowest(index, moves)
    proved: dict[int, Finish] = {}

    def arrived(state: State) -> bool:
        # Every run from a lowest state stays above the lowest states, the proved ones among them.
        return state.phase in proved or terminal(index, state)

    for phase in sorted(entered, key=lambda number: (rank[number], number)):
        if index.machine.phases[phase].terminal:
            continue
        found = cover(index, [low[phase]], bound, arrived, rank)
        if found.hit < 0:
            return None
        bound -= len(found.nodes)
        proved[phase] = Finish(*low[phase], path(found, found.hit))
    return tuple(proved.values())


def nearness(machine: Machine) -> list[int]:
    """Rank phases by the fewest moves to a terminal one, guards left out of account."""
    adj = adjacency(machine)
    ends = [number for number, phase in enumerate(machine.phases) if phase.terminal]
    far = distances(reverse(adj), ends)
    return [len(adj) if steps < 0 else steps for steps in far]


def lowest(index: Index, moves: Collection[int]) -> dict[int, State]:
    """Give for each phase that is entered a state below every state that runs have in it.

    `moves` are those that can be executed at all. The facts are those that hold whenever the
    phase is entered, the bans all that may apply. Joint responses are no exception: the
    moves that stay have put their bans into the phase's own, and the bans of all moves to one
    target are united there.
    """
    out: dict[int, list[int]] = {}
    own = [0] * len(index.machine.phases)
    for move in sorted(moves):
        source = index.machine.moves[move].source
        if index.target[move] in {STAYS, source}:
            own[source] |= index.bans[move]
        else:
            out.setdefault(source, []).append(move)
    low = {state.phase: state._replace(bans=own[state.phase]) for state in initial_states(index)}
    queue = list(low)
    while queue:
        source = queue.pop()
        for move in out.get(source, ()):
            phase = index.target[move]
            facts = low[source].facts | index.needs[move] | index.gains[move]
            bans = low[source].bans | index.bans[move] | own[phase]
            old = low.get(phase, State(phase, facts, bans))
            new = State(phase, old.facts & facts, old.bans | bans)
            if low.get(phase) != new:
                low[phase] = new
                queue.append(phase)
    return low


def stuck(index: Index, start: int, run: Sequence[Response], bound: int = BOUND) -> Stuck | None:
    """Prove that no terminal phase can be reached after a run from an initial phase.

    None when the run is not legal, when a terminal phase can be reached, or beyond the bound.
    """
    states = replay(index, State(start), run)
    if states is None:
        return None
    found = cover(index, states[-1:], bound, lambda state: terminal(index, state))
    if not found.complete:
        return None
    return Stuck(index.live, start, tuple(run), maximal_states(found))
