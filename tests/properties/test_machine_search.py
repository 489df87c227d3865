"""Every search of the machine against brute force over all legal responses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import assume, given, settings

from machine import brute
from machine.prices import by_calls, by_responses
from machine.shapes import machines
from phaselint.machine import coverability as covering
from phaselint.machine import explore as exploring
from phaselint.machine.analysis import Analysis
from phaselint.machine.certify import stuck
from phaselint.machine.check import check_stuck
from phaselint.machine.explain import blocked
from phaselint.machine.liveness import sliced
from phaselint.machine.runs import cheapest, strike
from phaselint.machine.steps import canonical, replay, terminal
from phaselint.machine.traps import traps

if TYPE_CHECKING:
    from phaselint.machine.explore import Exploration
    from phaselint.machine.model import Machine, State
    from phaselint.machine.runs import Run
    from phaselint.machine.steps import Index

SLOW = settings(max_examples=60)


def searched(machine: Machine) -> brute.Space:
    found = brute.space(machine)
    assume(len(found.states) <= 300)
    return found


def cut(index: Index, states: set[State]) -> set[State]:
    return {canonical(index, state) for state in states}


@given(machines())
@SLOW
def test_the_exploration_finds_every_state_and_its_verdict(machine: Machine) -> None:
    space, index = searched(machine), sliced(machine)
    found = exploring.explore(index)
    good = brute.alive(machine, space)
    verdicts = dict(zip(found.states, exploring.alive(index, found), strict=True))
    assert verdicts.keys() == cut(index, set(space.states))
    assert {state for state, alive in verdicts.items() if alive} == cut(index, good)
    assert {state for state, alive in verdicts.items() if not alive} == cut(
        index, set(space.states) - good
    )
    assert exploring.taken(index, found) == brute.executed(machine, space)


@given(machines())
@SLOW
def test_nothing_is_farther_than_all_responses_together(machine: Machine) -> None:
    index = sliced(machine)
    found = covering.cover(index)
    far, most = covering.farthest(index, found), covering.together(found)
    assert far.calls <= most.calls
    assert far.responses <= most.responses


@given(machines())
@SLOW
def test_the_cover_is_exact_for_phases_and_moves(machine: Machine) -> None:
    space, index = searched(machine), sliced(machine)
    found = covering.cover(index)
    assert covering.reached(found) == {state.phase for state in space.states}
    assert covering.executable(index, found) == {
        move for state in space.states for move in brute.usable(machine, state)
    }


@given(machines(joint=True))
@SLOW
def test_the_smallest_traps_are_those_of_all_responses(machine: Machine) -> None:
    space, index = searched(machine), sliced(machine)
    found = exploring.explore(index)
    alive = exploring.alive(index, found)
    good = brute.alive(machine, space)
    hopeless = frozenset(range(1, len(machine.phases))) - {state.phase for state in good}
    for leave_out in (frozenset[int](), hopeless):
        listed = traps(index, found, alive, leave_out)
        pairs = [(trap.phase, trap.actions) for trap in listed]
        assert len(pairs) == len(set(pairs))
        assert set(pairs) == brute.traps(machine, space, leave_out)


def finishing(index: Index, found: Exploration, fewest_calls: bool) -> Run | None:
    return cheapest(
        found,
        lambda _, __, last: terminal(index, found.states[last]),
        by_calls if fewest_calls else by_responses,
        None,
    )


@given(machines())
@SLOW
def test_the_fewest_calls_and_responses_are_exact(machine: Machine) -> None:
    space, index = searched(machine), sliced(machine)
    found, wide = exploring.explore(index), exploring.explore_wide(index)
    run, short = finishing(index, found, True), finishing(index, wide, False)
    calls = brute.fewest(machine, space, len)
    responses = brute.fewest(machine, space, lambda _: 1)
    assert (run and sum(map(len, run.responses))) == calls
    assert (short and len(short.responses)) == responses
    if short is None:
        return
    start = wide.states[short.states[0]]
    kept = strike(index, start, short.responses, lambda state: terminal(index, state))
    assert len(kept) == responses
    states = replay(index, start, kept)
    assert states is not None
    assert terminal(index, states[-1])


@given(machines())
@SLOW
def test_the_whole_verdict_is_that_of_brute_force(machine: Machine) -> None:
    space = searched(machine)
    good = brute.alive(machine, space)
    analysis = Analysis(machine)
    assert analysis.finishes is (len(good) == len(space.states))
    assert analysis.reached == frozenset(state.phase for state in space.states)
    assert analysis.executed == frozenset(brute.executed(machine, space))


@given(machines())
@SLOW
def test_every_trap_has_a_checked_stuck_set_with_all_ways_out_explained(machine: Machine) -> None:
    searched(machine)
    index = sliced(machine)
    found = exploring.explore(index)
    for trap in traps(index, found, exploring.alive(index, found)):
        for step in trap.steps:
            run = cheapest(found, lambda *at, step=step: at == step, by_calls, None)
            assert run is not None
            start = found.states[run.states[0]].phase
            proof = stuck(index, start, run.responses)
            assert proof is not None
            assert check_stuck(machine, proof) == ""
            phases = {state.phase for state in proof.states}
            explained = blocked(index, proof.states, run.responses)
            assert {entry.move for entry in explained} == {
                number
                for number, move in enumerate(machine.moves)
                if move.source in phases and move.target not in {None, *phases}
            }
            assert all(entry.missing or entry.ban for entry in explained)
