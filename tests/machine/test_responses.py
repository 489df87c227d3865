"""Atomic and wide responses (vesanor reference 5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from machine.shapes import names, tools
from phaselint.machine.liveness import sliced
from phaselint.machine.model import State
from phaselint.machine.responses import atomic, wide

if TYPE_CHECKING:
    from phaselint.machine.model import Machine


def atomic_names(machine: Machine) -> list[list[str]]:
    found = atomic(sliced(machine), State(0))
    assert found is not None
    assert len(found) == len(set(found))
    return sorted(names(machine, response) for response in found)


def wide_names(machine: Machine) -> list[list[str]]:
    found = wide(sliced(machine), State(0))
    assert found is not None
    return sorted(names(machine, response) for response in found)


def test_calls_without_target_are_looked_at_alone() -> None:
    machine = tools("a z*", ["x@a", "y@a", "end@a->z"], needs={"end": "x y"})
    assert atomic_names(machine) == [["x"], ["y"]]


def test_calls_with_one_target_are_looked_at_in_every_set() -> None:
    machine = tools("a b z*", ["x@a->b", "y@a->b", "pay@b->z"], needs={"pay": "x y"})
    assert atomic_names(machine) == [["x"], ["x", "y"], ["y"]]


def test_calls_with_different_targets_do_not_go_together() -> None:
    machine = tools("a b c z*", ["x@a->b", "y@a->c", "end@b->z"], needs={"end": "x y"})
    assert atomic_names(machine) == [["x"], ["y"]]


def test_calls_that_forbid_each_other_go_together() -> None:
    machine = tools(
        "a z*", ["x@a", "y@a", "end@a->z"], needs={"end": "x y"}, bans={"x": "y", "y": "x"}
    )
    assert atomic_names(machine) == [["x"], ["x", "y"], ["y"]]


def test_a_call_that_is_forbidden_one_way_only_can_be_given_before() -> None:
    machine = tools("a z*", ["x@a", "y@a", "end@a->z"], bans={"x": "y"})
    assert atomic_names(machine) == [["end"], ["x"], ["y"]]


def test_larger_circles_of_bans_are_taken_whole_or_in_their_strong_parts() -> None:
    machine = tools(
        "a z*",
        ["x@a", "y@a", "w@a", "end@a->z"],
        bans={"x": "y w", "y": "w x", "w": "x"},
    )
    assert atomic_names(machine) == [
        ["end"],
        ["w"],
        ["w", "x"],
        ["w", "x", "y"],
        ["x"],
        ["x", "y"],
        ["y"],
    ]


def test_a_call_that_forbids_the_way_on_goes_with_it() -> None:
    machine = tools("a b z*", ["log@a", "go@a->b", "end@b->z"], {"end": "log"}, {"log": "go"})
    assert atomic_names(machine) == [["go"], ["go", "log"], ["log"]]


def test_a_call_can_forbid_the_way_on_through_another() -> None:
    machine = tools(
        "a b z*",
        ["log@a", "note@a", "go@a->b", "end@b->z"],
        {"end": "log note"},
        {"log": "note", "note": "go"},
    )
    assert atomic_names(machine) == [
        ["go"],
        ["go", "log", "note"],
        ["go", "note"],
        ["log"],
        ["note"],
    ]


def test_calls_that_add_nothing_that_matters_are_never_looked_at_in_company() -> None:
    calls = [f"t{k}@a->z" for k in range(20)]
    machine = tools("a z*", calls, bans={"t0": "t1"})
    assert atomic_names(machine) == sorted([f"t{k}"] for k in range(20))


@pytest.mark.parametrize(("count", "known"), [(12, True), (13, False)])
def test_at_most_twelve_calls_to_one_target_take_part(count: int, known: bool) -> None:
    calls = [f"t{k}@a->b" for k in range(count)]
    needs = {"end": " ".join(f"t{k}" for k in range(count))}
    found = atomic(sliced(tools("a b z*", [*calls, "end@b->z"], needs)), State(0))
    assert (found is not None) == known
    if found is not None:
        assert len(found) == 2**count - 1


@pytest.mark.parametrize(("count", "known"), [(12, True), (13, False)])
def test_at_most_twelve_calls_take_part_in_a_circle_of_bans(count: int, known: bool) -> None:
    calls = [f"t{k}@a" for k in range(count)]
    bans = {f"t{k}": f"t{(k + 1) % count}" for k in range(count)}
    found = atomic(sliced(tools("a z*", calls, bans=bans)), State(0))
    assert (found is not None) == known
    if found is not None:
        assert len(found) == count + 1


def test_without_joint_every_response_is_one_move() -> None:
    machine = tools(
        "a b z*", ["x@a->b", "y@a->b", "pay@b->z"], {"pay": "x y"}, {"x": "y"}, joint=False
    )
    assert atomic_names(machine) == wide_names(machine) == [["x"], ["y"]]


def test_wide_responses_give_all_calls_that_ban_nothing_at_once() -> None:
    machine = tools("a z*", ["x@a", "y@a", "idle@a", "end@a->z"], needs={"end": "x y"})
    assert wide_names(machine) == [["x", "y"]]


def test_wide_responses_go_to_each_target_with_all_that_helps_there() -> None:
    machine = tools(
        "a b c z*", ["x@a", "go@a->b", "leap@a->c", "end@b->z", "out@c->z"], needs={"end": "x"}
    )
    assert wide_names(machine) == [["go", "x"], ["leap"], ["x"]]


def test_wide_responses_weigh_calls_that_ban_in_every_set() -> None:
    machine = tools(
        "a z*",
        ["x@a", "y@a", "free@a", "end@a->z"],
        needs={"end": "x y free"},
        bans={"x": "y", "y": "x"},
    )
    assert wide_names(machine) == [["free"], ["free", "x"], ["free", "x", "y"], ["free", "y"]]


def test_wide_responses_leave_out_bans_without_gain() -> None:
    machine = tools("a z*", ["x@a", "idle@a", "end@a->z"], {"end": "x"}, {"idle": "x"})
    assert wide_names(machine) == [["x"]]


@pytest.mark.parametrize(("count", "known"), [(12, True), (13, False)])
def test_at_most_twelve_banning_calls_are_weighed(count: int, known: bool) -> None:
    calls = [f"t{k}@a" for k in range(count)]
    needs = {"end": " ".join(f"t{k}" for k in range(count))}
    bans = {f"t{k}": f"t{k}" for k in range(count)}
    found = wide(sliced(tools("a z*", [*calls, "end@a->z"], needs, bans)), State(0))
    assert (found is not None) == known


def test_bans_that_do_not_matter_after_the_response_cost_nothing() -> None:
    calls = [f"t{k}@a->b" for k in range(13)]
    needs = {"end": " ".join(f"t{k}" for k in range(13))}
    bans = {f"t{k}": "t0 t1" for k in range(13)}
    machine = tools("a b z*", [*calls, "end@b->z"], needs, bans)
    assert wide_names(machine) == [sorted(f"t{k}" for k in range(13))]
