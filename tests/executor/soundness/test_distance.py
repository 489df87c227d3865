"""What the cheapest run to a state, and to the use of an element, takes of a limit."""

from __future__ import annotations

from executor.soundness.toys import RUNTIME, answers, atlas, toy
from phaselint.executor.soundness.distance import cheapest_runs, needs, routes

DETOUR = toy("""
    a: straight -> d $5, round -> b $1
    b: on -> c $1
    c: on -> d $1
    d: end -> z* $2
""")


def state(name: str) -> int:
    found = atlas(DETOUR).find(lambda state: state.name == name)
    assert found is not None
    return found


def test_the_cheapest_run_need_not_be_the_shortest() -> None:
    spent = cheapest_runs(RUNTIME, atlas(DETOUR), "coins")
    assert spent.amounts[state("d")] == 3
    assert answers(spent.run_to(state("d"))) == "round on on"
    assert answers(atlas(DETOUR).run_to(state("d"))) == "straight"


def test_what_uses_of_elements_need_includes_the_step_itself() -> None:
    found = needs(RUNTIME, atlas(DETOUR), "coins")
    assert {name: need.amount for name, need in found.items() if isinstance(name, str)} == {
        "a": 0, "b": 1, "c": 2, "d": 3, "z": 5,
    }  # fmt: skip
    assert found["a"].edge is None
    assert found["a", "straight"].amount == 5


def test_an_element_that_no_run_uses_needs_nothing() -> None:
    assert "nowhere" not in needs(RUNTIME, atlas(DETOUR), "coins")


def test_edges_without_a_cost_are_not_taken() -> None:
    found = routes(atlas(DETOUR), lambda edge: None if edge.choice.value == "round" else 1)
    assert [found.reaches(state(name)) for name in "abcd"] == [True, False, False, True]
    assert found.amounts[state("z*")] == 2


def test_a_limit_that_nothing_spends_costs_nothing() -> None:
    assert set(cheapest_runs(RUNTIME, atlas(DETOUR), "tokens").amounts) == {0}
