from __future__ import annotations

import pytest

from machine.shapes import tools
from phaselint.machine.coverability import (
    cover,
    executable,
    farthest,
    maximal_states,
    path,
    reached,
)
from phaselint.machine.liveness import sliced
from phaselint.machine.model import State
from phaselint.machine.steps import replay, terminal


def test_only_maximal_states_are_kept() -> None:
    machine = tools("a b z*", ["x@a", "go@a->b", "back@b->a", "end@b->z"], needs={"end": "x"})
    found = cover(sliced(machine))
    assert maximal_states(found) == (State(0, 1), State(1, 1), State(2))


def test_states_that_differ_both_ways_are_both_kept() -> None:
    machine = tools("a z*", ["x@a", "end@a->z", "out@a->z"], {"out": "x"}, {"x": "end"})
    assert maximal_states(cover(sliced(machine)))[:2] == (State(0), State(0, 1, 2))


def test_reached_phases_and_executable_moves_are_exact() -> None:
    machine = tools("a b c z*", ["x@a->b", "y@b->a", "close@b->c", "end@c->z"], bans={"x": "close"})
    index = sliced(machine)
    found = cover(index)
    assert reached(found) == {0, 1}
    assert executable(index, found) == {0, 1}


def test_tools_that_forbid_each_other_can_both_be_called() -> None:
    machine = tools(
        "a z*", ["x@a", "y@a", "end@a->z"], needs={"end": "x y"}, bans={"x": "y", "y": "x"}
    )
    assert reached(cover(sliced(machine))) == {0, 1}
    assert reached(cover(sliced(machine._replace(joint=False)))) == {0}


def test_every_node_has_a_run_that_replays() -> None:
    machine = tools("a b z*", ["x@a", "go@a->b", "back@b->a", "end@b->z"], needs={"end": "x"})
    index = sliced(machine)
    found = cover(index)
    for number in found.maximal:
        states = replay(index, State(0), path(found, number))
        assert states is not None
        assert states[-1].phase == found.nodes[number].state.phase


def test_a_search_can_be_stopped_at_a_state() -> None:
    machine = tools("a b z*", ["go@a->b", "end@b->z"])
    index = sliced(machine)
    found = cover(index, stop=lambda state: terminal(index, state))
    assert found.nodes[found.hit].state == State(2)
    assert not found.complete
    assert path(found, found.hit) == ((0,), (1,))


def test_a_search_can_be_stopped_where_it_starts() -> None:
    found = cover(sliced(tools("a z*", ["end@a->z"])), stop=lambda _: True)
    assert (found.hit, path(found, found.hit)) == (0, ())


@pytest.mark.parametrize(("bound", "complete"), [(4, True), (3, False)])
def test_the_bound_counts_expanded_states(bound: int, complete: bool) -> None:
    machine = tools("a b c d z*", ["w@a->b", "x@b->c", "y@c->d", "end@d->z"])
    found = cover(sliced(machine), bound=bound)
    assert found.complete == complete
    assert found.reason == ("" if complete else "the bound of 3 expanded states")
    assert found.hit == -1


def test_too_many_calls_at_once_end_the_search() -> None:
    calls = [f"t{k}@a" for k in range(13)]
    needs = {"end": " ".join(f"t{k}" for k in range(13))}
    bans = {f"t{k}": f"t{k}" for k in range(13)}
    found = cover(sliced(tools("a z*", [*calls, "end@a->z"], needs, bans)))
    assert (found.complete, found.reason) == (False, "12 tools in one response")


def test_a_state_with_fewer_bans_is_kept_though_found_later() -> None:
    machine = tools("a b c z*", ["x@a->b", "y@a->c", "on@c->b", "pay@b->z"], bans={"x": "pay"})
    assert maximal_states(cover(sliced(machine))) == (State(0), State(2), State(1), State(3))


def test_the_farthest_is_within_reach_of_the_runs_that_were_found() -> None:
    machine = tools("a b z*", ["x@a->b", "y@a->b", "pay@b->z"], needs={"pay": "x y"})
    index = sliced(machine)
    assert farthest(index, cover(index)).calls == 3
    assert farthest(index, cover(index)).responses == 2


def test_what_is_called_last_is_farther_than_every_phase() -> None:
    machine = tools("a z*", ["x@a", "y@a", "end@a->z"], needs={"y": "x"})
    index = sliced(machine)
    assert farthest(index, cover(index)).calls == 2
