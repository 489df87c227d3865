"""What is proved, and that the checker needs all of it (core A.6)."""

from __future__ import annotations

import pytest

from machine.shapes import tools
from phaselint.machine.certificate import Certificate, Finish, Reach
from phaselint.machine.certify import certify, lowest, stuck
from phaselint.machine.check import check, check_stuck
from phaselint.machine.coverability import cover, executable
from phaselint.machine.liveness import sliced
from phaselint.machine.model import Machine, Move, Phase, State
from phaselint.machine.steps import Live

MACHINE = tools(
    "a b c z*",
    ["verify@a", "go@a->b", "back@b->a", "pay@b->z", "lost@c->z"],
    needs={"pay": "verify", "go": "verify"},
)
PROOF = Certificate(
    live=Live((1, 1, 0, 0), (0, 0, 0, 0)),
    nodes=(Reach(0, (0,)), Reach(1, (1,)), Reach(2, (3,))),
    maximal=(1, 2, 3),
    unreachable=(2,),
    never=(4,),
    finish=(Finish(1, 0b0011, 0, ((3,),)), Finish(0, 0, 0, ((0,), (1,)))),
)


def certificate(machine: Machine) -> Certificate:
    index = sliced(machine)
    return certify(index, cover(index))


def test_a_clean_machine_gets_a_complete_certificate() -> None:
    assert certificate(MACHINE) == PROOF


def test_the_checker_accepts_it() -> None:
    assert check(MACHINE, PROOF) == ""


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"unreachable": ()}, "the unreachable phases are not those without a row"),
        ({"unreachable": (1, 2)}, "the unreachable phases are not those without a row"),
        ({"never": (3, 4)}, "the actions never executed are not those that no state"),
        ({"never": ()}, "the actions never executed are not those that no state"),
        ({"maximal": (1, 2), "nodes": PROOF.nodes[:2]}, "the cover is not closed"),
        ({"maximal": (0, 1, 2, 3)}, "a row of the cover is no antichain"),
        ({"maximal": (2, 3)}, "a start is above the cover"),
        ({"maximal": (1, 2, 4)}, "the maximal nodes are no nodes in order"),
        ({"maximal": (2, 1, 3)}, "the maximal nodes are no nodes in order"),
        ({"nodes": (Reach(0, (1,)), *PROOF.nodes[1:])}, "a run of the forest is not legal"),
        ({"nodes": (Reach(1, (0,)), *PROOF.nodes[1:])}, "a run of the forest is not legal"),
        ({"nodes": (*PROOF.nodes, Reach(0, (0,)))}, "a run of the forest leads to no maximal"),
        ({"live": Live((0, 1, 0, 0), (0,) * 4)}, "a mask is not what the moves of its phase"),
        ({"live": Live((1, 1, 0, 0), (0,) * 3)}, "the masks do not fit the phases"),
        ({"finish": PROOF.finish[:1] if PROOF.finish else ()}, "the phases that finish are not"),
        ({"finish": ()}, "the phases that finish are not"),
        ({"finish": tuple(reversed(PROOF.finish or ()))}, "a path does not finish"),
    ],
)
def test_the_checker_rejects_anything_else(change: dict[str, object], reason: str) -> None:
    assert check(MACHINE, PROOF._replace(**change)).startswith(reason)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Finish(1, 0b1011, 0, ((3,),)), "a lowest state is not what runs lead to"),
        (Finish(1, 0b0001, 0, ((3,),)), "a lowest state is not what runs lead to"),
        (Finish(1, 0b0011, 1, ((3,),)), "a lowest state is not what runs lead to"),
        (Finish(1, 0b0011, 0, ()), "a path does not finish"),
        (Finish(1, 0b0011, 0, ((2,),)), "a path does not finish"),
        (Finish(1, 0b0011, 0, ((4,),)), "a path does not finish"),
        (Finish(2, 0b0011, 0, ((4,),)), "the phases that finish are not those"),
    ],
)
def test_a_wrong_way_to_finish_is_rejected(record: Finish, reason: str) -> None:
    assert PROOF.finish is not None
    changed = PROOF._replace(finish=(record, *PROOF.finish[1:]))
    assert check(MACHINE, changed).startswith(reason)


def test_bans_set_in_a_phase_are_part_of_its_lowest_state() -> None:
    machine = tools("a b z*", ["x@a", "y@a", "go@a->b", "end@b->z"], bans={"x": "y", "y": "x"})
    proof = certificate(machine)
    assert proof.finish is not None
    assert [(row.phase, row.bans) for row in proof.finish] == [(1, 0b11), (0, 0b11)]
    assert check(machine, proof) == ""
    forgotten = tuple(row._replace(bans=0) for row in proof.finish)
    assert check(machine, proof._replace(finish=forgotten)) != ""


def test_a_certificate_may_leave_finishing_open() -> None:
    machine = tools("a b z*", ["verify@a", "go@a->b", "pay@b->z"], needs={"pay": "verify"})
    proof = certificate(machine)
    assert proof.finish is None
    assert check(machine, proof) == ""


def test_a_certificate_of_another_machine_is_rejected() -> None:
    changed = MACHINE.moves[0]._replace(bans=1 << 3)
    other = MACHINE._replace(moves=(changed, *MACHINE.moves[1:]))
    assert check(other, PROOF) != ""


def test_tools_that_forbid_each_other_are_covered_in_joint_responses() -> None:
    machine = tools("a z*", ["x@a", "y@a", "end@a->z"], {"end": "x y"}, {"x": "y", "y": "x"})
    proof = certificate(machine)
    assert (proof.unreachable, proof.never) == ((), ())
    assert check(machine, proof) == ""
    assert check(machine._replace(joint=False), proof) != ""


def test_lowest_states_know_what_a_move_needed_and_all_that_may_be_banned() -> None:
    machine = tools("a b z*", ["x@a", "y@a", "go@a->b", "end@b->z"], {"go": "x"}, {"y": "end"})
    index = sliced(machine)
    low = lowest(index, executable(index, cover(index)))
    assert low[0] == State(0, 0, 0b1000)
    assert low[1] == State(1, 0b0101, 0b1000)


TRAP = tools(
    "a b z*", ["verify@a", "go@a->b", "hum@b", "sing@b", "pay@b->z"], needs={"pay": "verify"}
)


def test_a_stuck_set_proves_a_trap() -> None:
    proof = stuck(sliced(TRAP), 0, [(1,)])
    assert proof is not None
    assert proof.states == (State(1),)
    assert check_stuck(TRAP, proof) == ""


def test_there_is_no_stuck_set_after_a_run_that_can_finish() -> None:
    index = sliced(TRAP)
    assert stuck(index, 0, [(0, 1)]) is None
    assert stuck(index, 0, [(4,)]) is None
    assert stuck(index, 0, [(1,)], bound=0) is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"start": 1}, "the run begins in no initial phase"),
        ({"run": ((4,),)}, "the run is not legal"),
        ({"run": ((0, 1),)}, "a start is above the cover"),
        ({"run": ()}, "a start is above the cover"),
        ({"states": ()}, "a start is above the cover"),
        ({"states": (State(1, 1),)}, "the cover is not closed"),
        ({"states": (State(1, 2),)}, "a state of the cover is not canonical"),
        ({"states": (State(1), State(1))}, "a row of the cover is no antichain"),
        ({"states": (State(1), State(2))}, "the stuck set has a terminal phase"),
        ({"states": (State(1), State(7))}, "the stuck set names a phase that does not exist"),
        ({"live": Live((1, 1, 1), (0, 0, 0))}, "a mask is not what the moves"),
    ],
)
def test_another_stuck_set_proves_nothing(change: dict[str, object], reason: str) -> None:
    proof = stuck(sliced(TRAP), 0, [(1,)])
    assert proof is not None
    changed = proof._replace(**change)  # type: ignore[arg-type]
    assert check_stuck(TRAP, changed).startswith(reason)


def test_long_chains_need_no_recursion() -> None:
    length = 10_000
    machine = Machine(
        tuple(Phase(str(k), k == length) for k in range(length + 1)),
        (0,),
        tuple(Move(k, k + 1, 0) for k in range(length)),
        ("go",),
    )
    proof = certificate(machine)
    assert proof.finish is not None
    assert len(proof.finish) == length
    assert check(machine, proof) == ""
