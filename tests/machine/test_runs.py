from __future__ import annotations

from typing import TYPE_CHECKING

from machine.prices import by_calls, by_responses
from machine.shapes import names, tools
from phaselint.machine.explore import explore, explore_wide
from phaselint.machine.liveness import sliced
from phaselint.machine.model import State
from phaselint.machine.runs import cheapest, distances, strike
from phaselint.machine.steps import terminal

if TYPE_CHECKING:
    from phaselint.machine.explore import Exploration
    from phaselint.machine.model import Machine, Response

PAIR = tools("a b z*", ["x@a->b", "y@a->b", "pay@b->z"], needs={"pay": "x y"})


def ends(machine: Machine, found: Exploration, last: int) -> bool:
    return machine.phases[found.states[last].phase].terminal


def test_fewest_calls_and_fewest_responses_of_the_reference_example() -> None:
    found = explore(sliced(PAIR))
    run = cheapest(found, lambda _, __, last: ends(PAIR, found, last), by_calls, None)
    assert run is not None
    assert run.cost == (3, 2)
    assert [names(PAIR, response) for response in run.responses] == [["x", "y"], ["pay"]]
    assert [found.states[k] for k in run.states] == [State(0), State(1, 3), State(2)]


def test_a_start_that_is_a_goal_needs_no_step() -> None:
    found = explore(sliced(PAIR))
    run = cheapest(found, lambda _, response, __: not response, by_calls, None)
    assert run == ((), (0,), ())


def test_no_goal_no_run() -> None:
    found = explore(sliced(PAIR))
    assert cheapest(found, lambda *_: False, by_calls, None) is None


def test_the_bound_counts_pairs_of_state_and_memory() -> None:
    found = explore(sliced(PAIR))
    assert cheapest(found, lambda _, __, last: last == 4, by_calls, None, bound=4) is not None
    assert cheapest(found, lambda _, __, last: last == 4, by_calls, None, bound=1) is None


def test_a_goal_can_be_a_step_back_to_a_state_met_before() -> None:
    machine = tools("a b", ["go@a->b", "back@b->a"])
    found = explore(sliced(machine))
    run = cheapest(found, lambda *step: step == (1, (1,), 0), by_calls, None)
    assert run is not None
    assert run.states == (0, 1, 0)


def test_memory_lets_prices_depend_on_the_past() -> None:
    # The third response is free, so going round once is cheaper than one more dear step.
    machine = tools("a b z*", ["go@a->b", "back@b->a", "end@b->z"])
    found = explore(sliced(machine))

    def price(count: int, _: int, response: Response) -> tuple[int, tuple[int, ...]]:
        dear = 0 if count >= 3 else 10 if response == (2,) else 1
        return min(count + 1, 3), (dear,)

    run = cheapest(found, lambda _, __, last: ends(machine, found, last), price, 0)
    assert run is not None
    assert [names(machine, response)[0] for response in run.responses] == [
        "go",
        "back",
        "go",
        "end",
    ]
    assert run.cost == (3,)


def test_among_equal_runs_the_earlier_moves_win() -> None:
    machine = tools("a b c z*", ["y@a->c", "x@a->b", "end@b->z", "out@c->z"])
    found = explore(sliced(machine))
    run = cheapest(found, lambda _, __, last: ends(machine, found, last), by_calls, None)
    assert run is not None
    assert run.responses == ((0,), (3,))


def test_strike_leaves_out_calls_that_are_not_needed() -> None:
    machine = tools(
        "a b z*", ["x@a", "spare@a", "go@a->b", "more@b", "end@b->z"], needs={"end": "x"}
    )
    index = sliced(machine)
    found = explore_wide(index)
    run = cheapest(found, lambda _, __, last: ends(machine, found, last), by_responses, None)
    assert run is not None
    full = [(0, 1, 2), (3,), (3, 4)]
    kept = strike(index, State(0), full, lambda state: terminal(index, state))
    assert [names(machine, response) for response in kept] == [["go", "x"], ["end"]]


def test_strike_tries_the_heaviest_calls_first() -> None:
    machine = tools("a b z*", ["x@a->b", "y@a->b", "end@b->z"])
    index = sliced(machine)

    def goal(state: State) -> bool:
        return terminal(index, state)

    assert strike(index, State(0), [(0, 1), (2,)], goal) == ((0,), (2,))
    assert strike(index, State(0), [(0, 1), (2,)], goal, lambda move: move == 0) == ((1,), (2,))


def test_distances_are_the_least_sums_of_sizes() -> None:
    found = explore(sliced(PAIR))
    near = dict(zip(found.states, distances(found, len), strict=True))
    assert near[State(0)] == 0
    assert near[State(1, 1)] == near[State(1, 2)] == 1
    assert near[State(1, 3)] == 2
    assert near[State(2)] == 3


def test_distances_by_responses_count_each_once() -> None:
    found = explore_wide(sliced(PAIR))
    near = dict(zip(found.states, distances(found, lambda _: 1), strict=True))
    assert near[State(2)] == 2
