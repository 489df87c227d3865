"""What of a state matters for its future (core A.4 pass 2, A.8).

A fact matters in a phase when some path on needs it before gaining it; a ban when some path on
takes the banned action before banning it itself. What does not matter can be dropped: states
that agree on the rest allow the same responses forever after (an exact bisimulation). A joint
response needs no care of its own: it gains and bans at least what each of its moves does, so
what is alive before it is alive before one of them taken alone.
"""

from __future__ import annotations

from phaselint.machine.steps import Index, Live, action_bits, moves_by_phase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.machine.model import Machine


def live(machine: Machine) -> Live:
    """Compute the least masks closed backwards over the moves that may be taken."""
    count = len(machine.phases)
    facts, bans = [0] * count, [0] * count
    if not guarded(machine):
        return Live(tuple(facts), tuple(bans))
    out, bit = moves_by_phase(machine), action_bits(machine)
    before = _predecessors(machine)
    queue = list(range(count))
    waiting = [True] * count
    while queue:
        phase = queue.pop()
        waiting[phase] = False
        need, ban = facts[phase], bans[phase]
        for number in out[phase]:
            move = machine.moves[number]
            after = phase if move.target is None else move.target
            need |= move.needs | facts[after] & ~move.gains
            ban |= bit[number] | bans[after] & ~move.bans
        if need == facts[phase] and ban == bans[phase]:
            continue
        facts[phase], bans[phase] = need, ban
        for source in before[phase]:
            if not waiting[source]:
                waiting[source] = True
                queue.append(source)
    return Live(tuple(facts), tuple(bans))


def _predecessors(machine: Machine) -> list[list[int]]:
    before: list[set[int]] = [set() for _ in machine.phases]
    for move in machine.moves:
        if move.target is not None and move.target != move.source:
            before[move.target].add(move.source)
    return [sorted(sources) for sources in before]


def guarded(machine: Machine) -> bool:
    """Tell whether anything but the phase decides what can be done.

    When not, the answers of `phaselint.machine.graph` are exact.
    """
    return any(move.needs or move.bans for move in machine.moves)


def sliced(machine: Machine) -> Index:
    """Lay a machine out with the masks that make canonical states exact."""
    return Index(machine, live(machine))
