from __future__ import annotations

from machine.shapes import tools
from phaselint.machine.explore import alive, explore, explore_wide, reached, taken
from phaselint.machine.liveness import sliced
from phaselint.machine.model import Machine, Move, Phase, State

PAIR = tools("a b z*", ["x@a->b", "y@a->b", "pay@b->z"], needs={"pay": "x y"})


def test_every_canonical_state_is_visited_once_in_breadth_first_order() -> None:
    found = explore(sliced(PAIR))
    assert found.states == (State(0), State(1, 1), State(1, 2), State(1, 3), State(2))
    assert found.edges == ((((0,), 1), ((1,), 2), ((0, 1), 3)), (), (), (((2,), 4),), ())
    assert (found.initial, found.complete, found.reason) == (1, True, "")


def test_terminal_states_are_not_expanded() -> None:
    found = explore(sliced(PAIR))
    assert (len(found.states), found.expanded) == (5, 4)


def test_loops_on_a_state_are_kept() -> None:
    found = explore(sliced(tools("a z*", ["idle@a", "end@a->z"])))
    assert found.edges[0] == (((0,), 0), ((1,), 1))


def test_alive_are_the_states_with_a_way_to_a_terminal_phase() -> None:
    index = sliced(PAIR)
    assert alive(index, explore(index)) == [True, False, False, True, True]


def test_taken_and_reached_collect_actions_and_phases() -> None:
    index = sliced(tools("a b c z*", ["x@a->b", "end@b->z", "lost@c->z"]))
    found = explore(index)
    assert taken(index, found) == {0, 1}
    assert reached(found) == {0, 1, 3}


def test_the_bound_counts_expanded_states() -> None:
    helpers = [f"t{k}@a" for k in range(6)]
    needs = {"end": " ".join(f"t{k}" for k in range(6))}
    index = sliced(tools("a z*", [*helpers, "end@a->z"], needs))
    assert explore(index, bound=64).complete
    cut = explore(index, bound=63)
    assert (cut.expanded, cut.complete, cut.reason) == (
        63,
        False,
        "the bound of 63 expanded states",
    )
    assert len(cut.edges) == len(cut.states)


def test_too_many_calls_at_once_end_the_exploration() -> None:
    calls = [f"t{k}@a->b" for k in range(13)]
    needs = {"end": " ".join(f"t{k}" for k in range(13))}
    found = explore(sliced(tools("a b z*", [*calls, "end@b->z"], needs)))
    assert not found.complete
    assert found.reason == "12 tools in one response"


def test_the_number_of_responses_is_bounded_too() -> None:
    calls = [f"t{k}@a->b" for k in range(12)]
    needs = {"end": " ".join(f"t{k}" for k in range(12))}
    found = explore(sliced(tools("a b z*", [*calls, "end@b->z"], needs)), bound=100)
    assert (found.expanded, found.reason) == (0, "the bound of 1,500 steps")


def test_wide_exploration_needs_fewer_states() -> None:
    helpers = [f"t{k}@a" for k in range(10)]
    needs = {"end": " ".join(f"t{k}" for k in range(10))}
    index = sliced(tools("a z*", [*helpers, "end@a->z"], needs))
    assert len(explore(index).states) == 2**10 + 1
    assert len(explore_wide(index).states) == 3


def test_several_starts_are_all_explored() -> None:
    machine = tools("a b z*", ["x@a->z", "y@b->z"])._replace(initial=(1, 0, 1))
    found = explore(sliced(machine))
    assert found.states == (State(1), State(0), State(2))
    assert found.initial == 2


def test_long_chains_need_no_recursion() -> None:
    length = 30_000
    machine = Machine(
        tuple(Phase(str(k), k == length) for k in range(length + 1)),
        (0,),
        tuple(Move(k, k + 1, 0) for k in range(length)),
        ("go",),
    )
    index = sliced(machine)
    found = explore(index, bound=length)
    assert found.complete
    assert all(alive(index, found))
