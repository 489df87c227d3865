"""Order traps (vesanor reference 5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from machine.shapes import tools
from phaselint.machine.explore import alive, explore
from phaselint.machine.liveness import sliced
from phaselint.machine.traps import Trap, traps

if TYPE_CHECKING:
    from collections.abc import Collection

    from phaselint.machine.model import Machine


def found_traps(machine: Machine, leave_out: Collection[int] = ()) -> tuple[Trap, ...]:
    index = sliced(machine)
    found = explore(index)
    return traps(index, found, alive(index, found), leave_out)


def trap_names(machine: Machine, leave_out: Collection[int] = ()) -> list[tuple[str, list[str]]]:
    return [
        (machine.phases[trap.phase].name, sorted(machine.actions[k] for k in trap.actions))
        for trap in found_traps(machine, leave_out)
    ]


VERIFY = tools("a b z*", ["verify@a", "go@a->b", "pay@b->z"], needs={"pay": "verify"})


def test_going_on_without_what_is_needed_later_is_a_trap() -> None:
    assert trap_names(VERIFY) == [("a", ["go"])]


def test_a_trap_names_its_steps() -> None:
    (trap,) = found_traps(VERIFY)
    found = explore(sliced(VERIFY))
    assert [(found.states[a].facts, response) for a, response, _ in trap.steps] == [(0, (1,))]


def test_there_is_no_trap_when_going_on_needs_it() -> None:
    machine = tools(
        "a b z*", ["verify@a", "go@a->b", "pay@b->z"], needs={"pay": "verify", "go": "verify"}
    )
    assert trap_names(machine) == []


def test_a_harmless_logger_called_along_adds_nothing() -> None:
    machine = tools(
        "a b z*",
        ["verify@a", "go@a->b", "log@a->b", "pay@b->z"],
        needs={"pay": "verify", "log": "verify"},
    )
    assert trap_names(machine) == [("a", ["go"])]


def test_two_interchangeable_tools_are_two_traps() -> None:
    machine = tools(
        "a b z*", ["verify@a", "go@a->b", "walk@a->b", "pay@b->z"], needs={"pay": "verify"}
    )
    assert trap_names(machine) == [("a", ["go"]), ("a", ["walk"])]


def test_calling_one_of_two_needed_tools_is_a_trap_though_both_can_be_called() -> None:
    machine = tools("a b z*", ["x@a->b", "y@a->b", "pay@b->z"], needs={"pay": "x y"})
    assert trap_names(machine) == [("a", ["x"]), ("a", ["y"])]


def test_a_trap_may_take_two_calls_at_once() -> None:
    machine = tools(
        "a z*",
        ["x@a", "y@a", "left@a->z", "right@a->z"],
        bans={"x": "left y", "y": "right x"},
    )
    assert trap_names(machine) == [("a", ["x", "y"])]


def test_a_trap_that_takes_two_calls_and_leaves_the_phase() -> None:
    machine = tools(
        "a b z*",
        ["x@a->b", "y@a->b", "left@b->z", "right@b->z"],
        bans={"x": "left", "y": "right"},
    )
    assert trap_names(machine) == [("a", ["x", "y"])]


def test_steps_into_phases_left_out_are_passed_over() -> None:
    machine = tools("a b z*", ["slip@a->b", "end@a->z"])
    assert trap_names(machine) == [("a", ["slip"])]
    assert trap_names(machine, leave_out={1}) == []


def test_nothing_is_a_trap_where_nothing_finishes() -> None:
    machine = tools("a b z*", ["open@a->b", "close@b->z"], bans={"open": "close"})
    assert trap_names(machine) == []


def test_larger_sets_of_calls_that_trap_are_not_named_beside_smaller_ones() -> None:
    machine = tools("a b z*", ["x@a->b", "y@a->b", "w@a->b", "pay@b->z"], needs={"pay": "x y w"})
    assert trap_names(machine) == [("a", ["x"]), ("a", ["y"]), ("a", ["w"])]


def test_a_call_that_forbids_the_way_on_can_be_taken_along_into_a_trap() -> None:
    machine = tools("a b z*", ["log@a", "go@a->b", "end@b->z", "out@a->z"], bans={"log": "go end"})
    assert trap_names(machine) == [("a", ["go", "log"])]
