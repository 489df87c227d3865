"""What a run costs at most (reference sweny §5.17, §7.3)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaselint.dialects import dialect
from phaselint.dialects.base import Cost, Target
from phaselint.dialects.options import merge
from phaselint.project.memory import DictReader
from sweny import FILE, workflow

JUDGE = {"name": "good", "kind": "judge", "rubric": "Is it good?"}


def cost(value: dict[str, Any], **options: Any) -> Cost | None:
    sweny = dialect("sweny")
    assert sweny.cost is not None
    contract = sweny.load(DictReader({FILE: json.dumps(value)}), Target("sweny", "", FILE))
    return sweny.cost(sweny.study(contract, merge(sweny, {}, {}, options), 40_000))


def known(value: dict[str, Any], **options: Any) -> Cost:
    found = cost(value, **options)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("fields", "per_visit"),
    [
        ({}, (1, 0, 0, 0, 1)),
        ({"retry": {"max": 2}}, (3, 0, 0, 0, 3)),
        ({"retry": {"max": 2, "instruction": "Look again."}}, (3, 0, 0, 0, 3)),
        ({"retry": {"max": 2, "instruction": {"auto": True}}}, (3, 0, 2, 0, 5)),
        ({"eval": [JUDGE]}, (1, 2, 0, 0, 3)),
        ({"eval": [JUDGE, JUDGE], "retry": {"max": 2}}, (3, 12, 0, 0, 15)),
        (
            {"eval": [JUDGE], "retry": {"max": 3, "instruction": {"reflect": "Why?"}}},
            (4, 8, 3, 0, 15),
        ),
        (
            {"eval": [{"name": "called", "kind": "function", "rule": {"any_tool_called": ["x"]}}]},
            (1, 0, 0, 0, 1),
        ),
    ],
)
def test_one_visit(fields: dict[str, Any], per_visit: tuple[int, ...]) -> None:
    found = known(workflow("a", nodes={"a": fields}))
    assert found.columns == (
        "model runs",
        "judge calls",
        "reflections",
        "route questions",
        "total",
    )
    assert [(each.phase, each.visits, each.counts) for each in found.phases] == [
        ("a", 1, per_visit)
    ]
    assert (found.visits, found.total) == (1, per_visit)


def test_a_route_is_asked_where_an_edge_has_a_condition() -> None:
    found = known(workflow("a -> b when x", "a -> c", "b -> c"))
    assert [each.counts[3] for each in found.phases] == [1, 0, 0]
    assert found.total[3] == 1


def test_bounds_say_how_often_a_node_is_visited() -> None:
    found = known(workflow("a -> b", "b -> a max 3 when x", "b -> c"))
    assert {each.phase: each.visits for each in found.phases} == {"a": 4, "b": 4, "c": 1}
    assert found.visits == 9
    assert found.total == (9, 0, 0, 4, 13)


def test_a_run_comes_to_one_of_its_ends() -> None:
    found = known(workflow("a -> b when x", "a -> c", "b -> a max 2 when y", "b -> c", "b -> d"))
    assert {each.phase: each.visits for each in found.phases} == {"a": 3, "b": 3, "c": 1, "d": 1}
    assert found.visits == 7


def test_a_run_ends_with_the_step_budget_and_its_dearest_visits_count() -> None:
    value = workflow("a -> b", "b -> a max 500 when x", nodes={"b": {"retry": {"max": 9}}})
    found = known(value)
    assert [each.visits for each in found.phases] == [200, 200]
    assert found.visits == 200
    assert found.total == (2000, 0, 0, 200, 2200)
    assert known(value, **{"max-steps": 10}).total == (100, 0, 0, 10, 110)


def test_no_bound_is_known_where_the_ways_are_not() -> None:
    assert cost({**workflow("a -> b"), "entry": "c"}) is None


def test_a_cycle_without_a_bound_is_bounded_by_the_step_budget() -> None:
    assert known(workflow("a -> b", "b -> a")).visits == 200
