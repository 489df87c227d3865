from __future__ import annotations

import pytest

from machine.shapes import tools
from phaselint.machine.liveness import sliced
from phaselint.machine.model import State
from phaselint.machine.steps import (
    Index,
    advance,
    apply,
    below,
    covered,
    initial_states,
    legal,
    replay,
    usable,
)

MACHINE = tools(
    "a b z*",
    ["look@a", "go@a->b", "jump@a->z", "pay@b->z", "look@z"],
    needs={"pay": "look"},
    bans={"look": "jump"},
)
LOOK, GO, JUMP, PAY = range(4)


def test_a_move_is_usable_when_its_needs_hold_and_its_action_is_not_banned() -> None:
    index = Index(MACHINE)
    assert usable(index, State(0)) == [LOOK, GO, JUMP]
    assert usable(index, State(0, bans=1 << JUMP)) == [LOOK, GO]
    assert usable(index, State(1)) == []
    assert usable(index, State(1, facts=1 << LOOK)) == [PAY]


def test_nothing_is_usable_in_a_terminal_phase() -> None:
    assert usable(Index(MACHINE), State(2)) == []


def test_a_response_looks_at_the_state_before_it() -> None:
    index = Index(MACHINE)
    assert legal(index, State(0), (LOOK, JUMP))
    assert apply(index, State(0), (LOOK, JUMP)) == State(2, 1 << LOOK | 1 << JUMP, 1 << JUMP)
    assert not legal(index, State(0, bans=1 << JUMP), (LOOK, JUMP))


@pytest.mark.parametrize("response", [(), (GO, JUMP), (GO, LOOK), (GO, GO), (PAY,), (99,), (-1,)])
def test_other_sets_are_not_legal(response: tuple[int, ...]) -> None:
    assert not legal(Index(MACHINE), State(0), response)


def test_without_joint_a_response_is_a_single_move() -> None:
    index = Index(MACHINE._replace(joint=False))
    assert legal(index, State(0), (LOOK,))
    assert not legal(index, State(0), (LOOK, GO))


def test_canonical_states_keep_only_what_matters() -> None:
    assert advance(sliced(MACHINE), State(0), (LOOK, GO)) == State(1, 1 << LOOK)
    assert advance(Index(MACHINE), State(0), (LOOK, GO)) == State(1, 3, 1 << JUMP)


def test_replay_lists_full_states_and_refuses_illegal_runs() -> None:
    index = sliced(MACHINE)
    assert replay(index, State(0), [(LOOK,), (GO,)]) == [
        State(0),
        State(0, 1 << LOOK, 1 << JUMP),
        State(1, 1 << LOOK | 1 << GO, 1 << JUMP),
    ]
    assert replay(index, State(0), [(GO,), (PAY,)]) is None


def test_more_facts_and_fewer_bans_are_above() -> None:
    assert below(State(0, 1, 2), State(0, 3, 0))
    assert not below(State(0, 1), State(0, 2))
    assert not below(State(0), State(0, 0, 1))
    assert not below(State(0), State(1))
    assert covered(State(0, 1, 1), [State(0, 2), State(0, 1)])
    assert not covered(State(0, 1), [State(0, 1, 1)])
    assert not covered(State(0, 3), [State(0, 2), State(0, 1)])


def test_initial_states_are_listed_once() -> None:
    assert initial_states(Index(MACHINE._replace(initial=(1, 0, 1)))) == [State(1), State(0)]
