"""The checker of certificates: needs the step semantics only, no search (core A.6).

Each function returns the empty sentence when all is well, else what is wrong.
"""

from __future__ import annotations

from phaselint.machine.checkfinish import executable, wrong_finish
from phaselint.machine.model import State
from phaselint.machine.responses import wide
from phaselint.machine.steps import (
    STAYS,
    Index,
    advance,
    below,
    canonical,
    covered,
    initial_states,
    legal,
    replay,
    terminal,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.machine.certificate import Certificate, Stuck
    from phaselint.machine.model import Machine
    from phaselint.machine.steps import Live

    Rows = dict[int, list[State]]


def check(machine: Machine, certificate: Certificate) -> str:
    """Check every claim of a certificate against its grounds."""
    wrong = _wrong_live(machine, certificate.live)
    if wrong:
        return wrong
    index = Index(machine, certificate.live)
    states = _forest(index, certificate)
    if states is None:
        return "a run of the forest is not legal"
    chosen = certificate.maximal
    if not _rising(chosen, len(states)):
        return "the maximal nodes are no nodes in order"
    if not _without_waste(index, certificate):
        return "a run of the forest leads to no maximal node"
    rows = _rows(states[number] for number in chosen)
    return (
        _wrong_cover(index, rows, initial_states(index))
        or _wrong_claims(index, rows, certificate)
        or wrong_finish(index, rows, certificate.finish)
    )


def check_stuck(machine: Machine, stuck: Stuck) -> str:
    """Check that a run is legal and that its stuck set is closed and without terminal phase."""
    wrong = _wrong_live(machine, stuck.live)
    if wrong:
        return wrong
    index = Index(machine, stuck.live)
    if stuck.start not in machine.initial:
        return "the run begins in no initial phase"
    states = replay(index, State(stuck.start), stuck.run)
    if states is None:
        return "the run is not legal"
    if any(not 0 <= state.phase < len(machine.phases) for state in stuck.states):
        return "the stuck set names a phase that does not exist"
    if any(terminal(index, state) for state in stuck.states):
        return "the stuck set has a terminal phase"
    return _wrong_cover(index, _rows(stuck.states), states[-1:])


def _wrong_live(machine: Machine, live: Live) -> str:
    """Masks must be what the moves of each phase need, and what matters after them."""
    count = len(machine.phases)
    if (len(live.facts), len(live.bans)) != (count, count):
        return "the masks do not fit the phases"
    index = Index(machine, live)
    for phase, moves in enumerate(index.out):
        facts = bans = 0
        for move in moves:
            facts |= index.needs[move]
            bans |= index.bit[move]
            after = index.target[move]
            if after not in {STAYS, phase}:
                facts |= live.facts[after] & ~index.gains[move]
                bans |= live.bans[after] & ~index.bans[move]
        if (facts, bans) != (live.facts[phase], live.bans[phase]):
            return "a mask is not what the moves of its phase ask for"
    return ""


def _forest(index: Index, certificate: Certificate) -> list[State] | None:
    states = [canonical(index, state) for state in initial_states(index)]
    for parent, response in certificate.nodes:
        if not 0 <= parent < len(states) or not legal(index, states[parent], response):
            return None
        states.append(advance(index, states[parent], response))
    return states


def _rising(numbers: Sequence[int], end: int) -> bool:
    return all(low < high for low, high in zip((-1, *numbers), (*numbers, end), strict=True))


def _without_waste(index: Index, certificate: Certificate) -> bool:
    first = len(initial_states(index))
    used = {*certificate.maximal, *(node.parent for node in certificate.nodes)}
    return used.issuperset(range(first, first + len(certificate.nodes)))


def _rows(states: Iterable[State]) -> Rows:
    rows: Rows = {}
    for state in states:
        rows.setdefault(state.phase, []).append(state)
    return rows


def _wrong_cover(index: Index, rows: Rows, starts: Iterable[State]) -> str:
    """Rows must be antichains of canonical states, above the starts and closed."""
    for start in starts:
        if not covered(canonical(index, start), rows.get(start.phase, ())):
            return "a start is above the cover"
    for row in rows.values():
        for state in row:
            if state != canonical(index, state):
                return "a state of the cover is not canonical"
            if sum(below(state, other) for other in row) > 1:
                return "a row of the cover is no antichain"
            responses = wide(index, state)
            if responses is None:
                return "a state of the cover has too many responses"
            for after in (advance(index, state, response) for response in responses):
                if not covered(after, rows.get(after.phase, ())):
                    return "the cover is not closed"
    return ""


def _wrong_claims(index: Index, rows: Rows, certificate: Certificate) -> str:
    machine = index.machine
    if certificate.unreachable != tuple(k for k in range(len(machine.phases)) if k not in rows):
        return "the unreachable phases are not those without a row"
    moves = executable(index, rows)
    actions = {machine.moves[move].action for row in moves.values() for move in row}
    if certificate.never != tuple(k for k in range(len(machine.actions)) if k not in actions):
        return "the actions never executed are not those that no state of the cover allows"
    return ""
