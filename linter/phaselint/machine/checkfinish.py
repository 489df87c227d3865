"""The part of the checker that looks at how runs finish (core A.6, C3)."""

from __future__ import annotations

from phaselint.machine.model import State
from phaselint.machine.steps import STAYS, initial_states, replay, terminal, usable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.machine.certificate import Finish
    from phaselint.machine.steps import Index

    Rows = dict[int, list[State]]


def executable(index: Index, rows: Rows) -> dict[int, list[int]]:
    """List for each phase the moves that some state of its row allows."""
    return {
        phase: sorted({move for state in row for move in usable(index, state)})
        for phase, row in rows.items()
    }


def wrong_finish(index: Index, rows: Rows, finish: Sequence[Finish] | None) -> str:
    """Lowest states have to follow from each other, and to finish one after the other."""
    if finish is None:
        return ""
    low = {row.phase: State(row.phase, row.facts, row.bans) for row in finish}
    open_phases = {phase for phase in rows if not index.machine.phases[phase].terminal}
    if len(low) != len(finish) or low.keys() != open_phases:
        return "the phases that finish are not those that are reached"
    if low != _lowest(index, low, executable(index, rows)):
        return "a lowest state is not what runs lead to"
    proved: set[int] = set()
    for row in finish:
        states = replay(index, low[row.phase], row.path)
        if states is None or not (states[-1].phase in proved or terminal(index, states[-1])):
            return "a path does not finish"
        proved.add(row.phase)
    return ""


def _lowest(index: Index, low: dict[int, State], moves: dict[int, list[int]]) -> dict[int, State]:
    """Find each lowest state, the others given."""
    facts = dict.fromkeys(low, -1) | {s.phase: 0 for s in initial_states(index)}
    bans = dict.fromkeys(facts, 0)
    for state in low.values():
        for move in moves[state.phase]:
            target = index.target[move]
            if target in {STAYS, state.phase}:
                bans[state.phase] |= index.bans[move]
            elif target in low:
                facts[target] &= state.facts | index.needs[move] | index.gains[move]
                bans[target] |= state.bans | index.bans[move]
    return {phase: State(phase, facts[phase], bans[phase]) for phase in low}
