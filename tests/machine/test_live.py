from __future__ import annotations

from machine.shapes import tools
from phaselint.machine.liveness import guarded, live
from phaselint.machine.model import Machine, Move, Phase

X, Y, PAY = 1, 2, 4


def test_a_fact_matters_until_the_last_move_that_needs_it() -> None:
    machine = tools("a b c z*", ["x@a", "go@a->b", "pay@b->c", "end@c->z"], needs={"pay": "x"})
    assert live(machine).facts == (X, X, 0, 0)


def test_a_fact_gained_on_every_way_does_not_matter_before() -> None:
    one_way = tools("a b z*", ["x@a->b", "pay@b->z"], needs={"pay": "x"})
    assert live(one_way).facts == (0, X, 0)
    two_ways = tools("a b z*", ["x@a->b", "y@a->b", "pay@b->z"], needs={"pay": "x"})
    assert live(two_ways).facts == (X, X, 0)


def test_a_ban_matters_where_the_action_can_still_be_taken() -> None:
    machine = tools("a b z*", ["x@a->b", "y@a->b", "pay@b->z"], bans={"x": "y pay"})
    assert live(machine).bans == (Y | PAY, PAY, 0)


def test_a_ban_set_on_every_way_does_not_matter_before() -> None:
    machine = tools("a b z*", ["x@a->b", "y@b", "pay@b->z"], bans={"x": "pay"})
    assert live(machine).bans == (0, PAY, 0)


def test_cycles_carry_what_matters_all_the_way_round() -> None:
    machine = tools(
        "a b c z*", ["x@b", "go@a->b", "on@b->c", "back@c->a", "end@a->z"], needs={"end": "x"}
    )
    assert live(machine).facts == (X, X, X, 0)


def test_moves_out_of_terminal_phases_do_not_count() -> None:
    machine = tools("a z*", ["x@a->z", "y@z"], needs={"y": "x"})
    assert live(machine).facts == (0, 0)


def test_a_machine_without_needs_and_bans_is_not_guarded() -> None:
    machine = tools("a z*", ["x@a", "go@a->z"])
    assert not guarded(machine)
    assert guarded(tools("a z*", ["x@a", "go@a->z"], needs={"go": "x"}))
    assert guarded(tools("a z*", ["x@a", "go@a->z"], bans={"go": "x"}))


def test_many_actions_without_bans_cost_no_huge_masks() -> None:
    count = 20_000
    machine = Machine(
        tuple(Phase(str(k)) for k in range(count + 1)),
        (0,),
        tuple(Move(k, k + 1, k, needs=1 if k == count - 1 else 0) for k in range(count)),
        tuple(map(str, range(count))),
        ("f",),
    )
    assert set(live(machine).bans) == {0}
    assert set(live(machine).facts) == {0, 1}
