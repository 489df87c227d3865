"""What the cheapest run to a state, and to the use of an element, takes of a limit."""

from __future__ import annotations

from collections import Counter

from executor.soundness.toys import RUNTIME, answers, atlas, place, toy
from fresh import AGAIN, picker, until
from phaselint.dialects.records import Limit
from phaselint.executor.soundness.distance import cheapest_runs, needs, routes, stays_within

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


COSTS = (0, 0, 1, 1, 2, 5)


def drawn(number: int) -> str:
    """A graph of a few states whose edges cost little or nothing; some lead back."""
    draw = picker("costs", number)
    names = "abcdefgh"[: draw.randint(2, 8)]
    lines = []
    for name in names:
        ways = "xyz"[: draw.randint(1, 3)]
        edges = (f"{way} -> {draw.choice(names)} ${draw.choice(COSTS)}" for way in ways)
        lines.append(f"{name}: {', '.join(edges)}")
    return "\n".join(lines)


def test_no_run_is_cheaper_than_the_one_that_is_given() -> None:
    seen: Counter[str] = Counter()
    for number in until(seen, {"free": 30, "detour": 30}, 2_000):
        found = atlas(toy(drawn(number)))
        spent = cheapest_runs(RUNTIME, found, "coins")
        cost = {id(edge): RUNTIME.spent(edge.events)["coins"] for edge in found.edges}
        amounts = [-1 if amount is None else amount for amount in spent.amounts]
        assert (amounts[0], spent.reached_by[0]) == (0, None), AGAIN
        assert min(amounts) == 0, AGAIN
        for edge in found.edges:
            assert amounts[edge.target] <= amounts[edge.source] + cost[id(edge)], AGAIN
        for state, last in enumerate(spent.reached_by):
            if last is None:
                continue
            assert amounts[state] == amounts[last.source] + cost[id(last)], AGAIN
            seen["free"] += cost[id(last)] == 0
            seen["detour"] += len(spent.run_to(state)) > len(found.run_to(state))


def test_where_all_stays_within_a_limit_nothing_needs_more() -> None:
    seen: Counter[str] = Counter()
    for number in until(seen, {"within": 30, "beyond": 30}, 2_000):
        found = atlas(toy(drawn(number)))
        most = picker("most", number).randint(0, 12)
        within = stays_within(RUNTIME, found, Limit("coins", most, "coins", place("coins")))
        amounts = [need.amount for need in needs(RUNTIME, found, "coins").values()]
        assert not within or max(amounts) <= most, AGAIN
        seen["within" if within else "beyond"] += 1
