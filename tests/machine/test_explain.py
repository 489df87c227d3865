from __future__ import annotations

from typing import TYPE_CHECKING

from machine.shapes import tools
from phaselint.machine.certify import stuck
from phaselint.machine.explain import NOT_IN_RUN, Ban, Blocked, Missing, blocked
from phaselint.machine.liveness import sliced
from phaselint.machine.model import State

if TYPE_CHECKING:
    from phaselint.machine.model import Machine, Response


def why(machine: Machine, run: list[Response]) -> tuple[Blocked, ...]:
    index = sliced(machine)
    proof = stuck(index, 0, run)
    assert proof is not None
    return blocked(index, proof.states, run)


def test_a_missing_fact_names_its_producer_and_that_it_is_left_behind() -> None:
    machine = tools("a b z*", ["verify@a", "go@a->b", "pay@b->z"], needs={"pay": "verify"})
    assert why(machine, [(1,)]) == (Blocked(2, missing=(Missing(0, (Blocked(0, away=True),)),)),)


def test_a_ban_names_the_step_and_the_move_that_set_it() -> None:
    machine = tools("a b z*", ["x@a", "go@a->b", "pay@b->z"], bans={"x": "pay"})
    assert why(machine, [(0,), (1,)]) == (Blocked(2, ban=Ban(2, 0, 0)),)


def test_a_ban_set_after_the_run_has_no_step() -> None:
    index = sliced(tools("a b z*", ["go@a->b", "pay@b->z"], bans={"go": "pay"}))
    (found,) = blocked(index, [State(1, bans=2)])
    assert found.ban == Ban(1, NOT_IN_RUN, NOT_IN_RUN)


def test_a_fact_that_nobody_produces_has_no_producers() -> None:
    machine = tools("a z*", ["x@a", "pay@a->z"])
    pay = machine.moves[1]._replace(needs=1 << 2)
    orphan = machine._replace(moves=(machine.moves[0], pay), facts=(*machine.facts, "ghost"))
    assert why(orphan, []) == (Blocked(1, missing=(Missing(2, ()),)),)


def test_producers_are_followed_to_what_they_lack() -> None:
    machine = tools(
        "a b z*",
        ["scan@a", "go@a->b", "verify@b", "pay@b->z"],
        needs={"pay": "verify", "verify": "scan"},
    )
    scan = Missing(0, (Blocked(0, away=True),))
    assert why(machine, [(1,)]) == (
        Blocked(3, missing=(Missing(2, (Blocked(2, missing=(scan,)),)),)),
    )


def test_circles_and_long_chains_of_producers_are_cut() -> None:
    circle = tools("a z*", ["x@a", "y@a", "pay@a->z"], needs={"pay": "x", "x": "y", "y": "x"})
    inner = Blocked(1, missing=(Missing(0, (), more=True),))
    assert why(circle, []) == (
        Blocked(2, missing=(Missing(0, (Blocked(0, missing=(Missing(1, (inner,)),)),)),)),
    )
    chain = tools(
        "a z*",
        ["t0@a", "t1@a", "t2@a", "t3@a", "t4@a", "pay@a->z"],
        needs={"pay": "t4", "t4": "t3", "t3": "t2", "t2": "t1", "t1": "t0", "t0": "t0"},
    )
    (found,) = why(chain, [])
    depth = 0
    while found.missing and found.missing[0].producers:
        found = found.missing[0].producers[0]
        depth += 1
    assert depth == 3
    assert found.missing[0].more


def test_a_producer_that_is_called_too_late_has_no_reason() -> None:
    machine = tools("a b c z*", ["go@a->b", "on@b->c", "x@c", "pay@b->z"], needs={"pay": "x"})
    assert why(machine, [(0,)]) == (Blocked(3, missing=(Missing(2, (Blocked(2),)),)),)


def test_reasons_that_differ_from_state_to_state_are_all_given() -> None:
    machine = tools(
        "a z*", ["x@a", "y@a", "pay@a->z"], {"pay": "x y"}, {"x": "y", "y": "x"}, joint=False
    )
    (found,) = why(machine, [])
    assert [missing.fact for missing in found.missing] == [0, 1]


def test_only_moves_out_of_the_stuck_phases_are_explained() -> None:
    machine = tools(
        "a b z*",
        ["go@a->b", "back@b->a", "pay@b->z", "end@a->z"],
        bans={"go": "pay end"},
    )
    found = why(machine, [(0,)])
    assert [entry.move for entry in found] == [2, 3]
    index = sliced(machine)
    assert blocked(index, [State(1, bans=0b1100)], targets=()) == ()


def test_phases_that_no_move_leaves_add_nothing() -> None:
    machine = tools("a b z*", ["go@a->b", "hum@b", "end@a->z"])
    assert why(machine, [(0,)]) == ()
