"""Certificates: every one found checks, and a flipped bit is noticed (core A.6).

Only runs can be exchanged: a flip that turns one into another run to the same end leaves a
valid certificate, which a sound checker may accept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from machine import brute
from machine.shapes import machines
from phaselint.machine.certificate import Certificate, Finish
from phaselint.machine.certify import certify, nearness
from phaselint.machine.check import check
from phaselint.machine.coverability import cover, path
from phaselint.machine.liveness import sliced
from phaselint.machine.model import BOUND, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.machine.model import Machine, Response

SLOW = settings(max_examples=60)

Place = tuple[int, ...]


def certificate(machine: Machine) -> Certificate:
    index = sliced(machine)
    return certify(index, cover(index))


def integers(value: Any, place: Place = ()) -> Iterator[Place]:
    """List the places of all integers in a certificate."""
    if isinstance(value, int):
        yield place
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from integers(item, (*place, number))


def flipped(value: Any, place: Place, bit: int) -> Any:
    """A copy with one bit flipped at a place."""
    if not place:
        return value ^ 1 << bit
    items = list(value)
    items[place[0]] = flipped(items[place[0]], place[1:], bit)
    return type(value)(*items) if hasattr(value, "_fields") else tuple(items)


def in_a_run(place: Place) -> bool:
    """Whether a place is that of a step of a run."""
    where = Certificate._fields[place[0]]
    return where == "nodes" or (where == "finish" and Finish._fields[place[2]] == "path")


def ends(machine: Machine, starts: list[State], nodes: list[tuple[int, Response]]) -> list[State]:
    """Replay a forest by brute force; every step is legal."""
    states = list(starts)
    for parent, response in nodes:
        assert response in brute.responses(machine, states[parent])
        states.append(brute.after(machine, states[parent], response))
    return states


def is_true(machine: Machine, proof: Certificate) -> bool:
    """Judge the claims of a certificate by brute force."""
    space = brute.space(machine)
    phases = {state.phase for state in space.states}
    executed = brute.executed(machine, space)
    return (
        set(proof.unreachable) == set(range(len(machine.phases))) - phases
        and set(proof.never) == set(range(len(machine.actions))) - executed
        and (proof.finish is None or len(brute.alive(machine, space)) == len(space.states))
    )


@given(machines())
@SLOW
def test_every_certificate_is_accepted_and_true(machine: Machine) -> None:
    assume(len(brute.space(machine).states) <= 300)
    proof = certificate(machine)
    assert check(machine, proof) == ""
    assert is_true(machine, proof)


@given(machines())
@SLOW
def test_ways_to_finish_are_those_that_a_search_comes_upon_first(machine: Machine) -> None:
    index = sliced(machine)
    rank = nearness(machine)
    done = {number for number, phase in enumerate(machine.phases) if phase.terminal}
    for phase, facts, bans, run in certificate(machine).finish or ():
        found = cover(index, [State(phase, facts, bans)], BOUND, lambda s: s.phase in done, rank)
        assert run == path(found, found.hit)
        done.add(phase)


@given(machines(), st.data())
@SLOW
def test_one_flipped_bit_is_rejected_unless_another_run_does_as_well(
    machine: Machine, data: st.DataObject
) -> None:
    proof = certificate(machine)
    for place in integers(proof):
        bit = data.draw(st.integers(0, 8))
        changed = flipped(proof, place, bit)
        if check(machine, changed) == "":
            assert in_a_run(place)
            assert same_ends(machine, proof, changed)


def same_ends(machine: Machine, proof: Certificate, changed: Certificate) -> bool:
    """Tell whether the runs of two certificates, replayed by brute force, do the same."""
    starts = [State(phase) for phase in dict.fromkeys(machine.initial)]

    def maximal(one: Certificate) -> list[State]:
        states = ends(machine, starts, [(node.parent, node.response) for node in one.nodes])
        return [cut(one, states[number]) for number in one.maximal]

    for row in changed.finish or ():
        low = State(row.phase, row.facts, row.bans)
        ends(machine, [low], [(k, response) for k, response in enumerate(row.path)])
    return maximal(proof) == maximal(changed)


def cut(proof: Certificate, state: State) -> State:
    phase, facts, bans = state
    return State(phase, facts & proof.live.facts[phase], bans & proof.live.bans[phase])


@given(machines(), machines())
@SLOW
def test_a_certificate_is_never_accepted_for_a_machine_it_is_wrong_about(
    machine: Machine, other: Machine
) -> None:
    proof = certificate(machine)
    changed = machine._replace(moves=(*machine.moves[1:], *other.moves[:1]))
    fits = all(
        max(move.source, move.target or 0) < len(machine.phases)
        and move.action < len(machine.actions)
        for move in changed.moves
    )
    assume(fits)
    assume(len(brute.space(changed).states) <= 300)
    if check(changed, proof) == "":
        assert is_true(changed, proof)
