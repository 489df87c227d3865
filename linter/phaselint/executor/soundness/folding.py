"""Which claims follow from others: what is left is told, and mending it shows the rest.

The claims are folded by what elements declare that they lead to.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from phaselint.executor.soundness.model import (
        Claim,
        Claims,
        Failure,
        Trap,
        Unanswerable,
        Unused,
    )


def folded(found: Claims) -> tuple[Claim, ...]:
    """The claims that no other one accounts for."""
    traps = tuple(_apart(found.traps))
    wrong: tuple[Failure | Unanswerable, ...] = (*found.failures, *found.unanswerable)
    spoilt = {each.phase for each in wrong} | {name for trap in traps for name in trap.phases}
    phases = [each for each in found.unused if each.element.is_phase]
    missing = {each.phase for each in phases}
    hopeless = [
        each for each in found.unused if each.element.success and each.phase not in missing | spoilt
    ]
    reading = {each.phase: set(each.element.targets) for each in hopeless}
    successes = tuple(_heads(hopeless, reading, set()))
    spoilt.update(each.phase for each in hopeless)
    moves = [each for each in found.unused if not (each.element.is_phase or each.element.success)]
    # A run waits in their phase, or each that enters it ends there.
    seen = [each for each in moves if each.way is not None or each.phase not in missing]
    dead = _once(each for each in seen if each.open or each.phase not in missing | spoilt)
    told: tuple[Claim, ...] = (*wrong, *traps, *found.no_run, *successes, *dead)
    if not (wrong or traps or found.no_run):
        leads = (*dead, *hopeless, *(each for each in moves if each.phase in spoilt))
        told += tuple(_roots(phases, moves, leads))
    return (*told, *found.too_far)


def _once(moves: Iterable[Unused]) -> list[Unused]:
    """Each element once, where several phases have it: best where the runtime says what keeps
    it."""
    found: dict[Hashable, Unused] = {}
    for each in moves:
        known = found.get(each.element.id)
        if known is None or (each.withheld and not known.withheld):
            found[each.element.id] = each
    return list(found.values())


def _apart(traps: Iterable[Trap]) -> Iterator[Trap]:
    """Traps that have no phase in common; what runs from several starts reach is one trap."""
    told: list[Trap] = []
    for trap in sorted(traps, key=lambda each: (each.twin is not None, len(each.way.choices))):
        if all(trap.phases.isdisjoint(other.phases) for other in told):
            told.append(trap)
            yield trap


def _roots(
    phases: Sequence[Unused], moves: Sequence[Unused], dead: Iterable[Unused]
) -> Iterator[Unused]:
    """The phases that are not entered for another reason than that a dead element or such a phase
    does not lead there."""
    leads = {each.phase: set[str]() for each in phases}
    for move in moves:
        if move.phase in leads:
            leads[move.phase].update(move.element.targets)
    accounted = _onward(leads, (target for move in dead for target in move.element.targets))
    yield from _heads(phases, leads, accounted)


def _heads(
    unused: Sequence[Unused], leads: dict[str, set[str]], accounted: set[str]
) -> Iterator[Unused]:
    """Those that no other one leads to, by their phases, in addition to the ones accounted for. Of
    those that lead to each other, the first."""
    accounted = set(accounted)
    leading: dict[str, list[str]] = {}
    for name, targets in leads.items():
        for target in targets:
            leading.setdefault(target, []).append(name)
    for first in (True, False):
        for each in unused:
            others = (name for name in leading.get(each.phase, ()) if name != each.phase)
            led_to = any(name not in accounted for name in others)
            if each.phase not in accounted and not (first and led_to):
                accounted |= _onward(leads, (each.phase,))
                yield each


def _onward(leads: dict[str, set[str]], first: Iterable[str]) -> set[str]:
    """Phases, and those that lead on from them among some."""
    waiting = list(first)
    found = set(waiting)
    while waiting:
        for target in leads.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found
