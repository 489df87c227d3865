"""`with_output` conditions: outputs that stand for all others (reference §2.4, §4.4)."""

from __future__ import annotations

import random
from itertools import product
from operator import ge
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.dialects.vesanor.model import Condition
from phaselint.dialects.vesanor.reading.outputs import (
    lookup,
    meets_condition,
    representative_outputs,
    satisfying_output,
)

SCALARS = (None, True, False, 0, 1, 2, 2.5, "x")
VALUES: tuple[Any, ...] = (*SCALARS, [1], {}, {"b": 1}, {"b": 2, "c": 1})


def condition(path: str, **tests: Any) -> Condition:
    return Condition(tuple(path.split(".")) if path else (), tuple(tests.items()))


def random_conditions(seed: int) -> list[Condition]:
    """One to three conditions, mostly on few paths, so that they meet and contradict."""
    pick = random.Random(seed)
    found = []
    for _ in range(pick.randint(1, 3)):
        tests: dict[str, Any] = {}
        for operator in pick.sample(("equals", "exists", "gte", "lte"), pick.choice((1, 1, 2))):
            numeric = operator in ("gte", "lte") and pick.random() < 0.9
            tests[operator] = pick.choice((0, 1, 2) if numeric else VALUES)
            if operator == "exists":
                tests[operator] = pick.random() < 0.5
        found.append(condition(pick.choice(("a", "a", "a.b", "a.c", "d")), **tests))
    return found


def all_outputs() -> list[dict[str, Any]]:
    """Every output over the paths and values that the random conditions can tell apart."""
    absent = object()
    numbers = (-1, 0, 0.5, 1, 1.5, 2, 2.5, 3)
    leaves = [absent, None, True, False, "x", "other", [1], *numbers]
    tops = [*leaves, {}]
    for b, c in product([*leaves, {}, {"b": 1}, {"b": 2, "c": 1}], leaves):
        tops.append({k: v for k, v in (("b", b), ("c", c)) if v is not absent})
    trees = [{"b": 1}, {"b": 2, "c": 1}, {}]
    found = []
    for top in tops:
        for d in (absent, *leaves[1:], *trees):
            found.append({k: v for k, v in (("a", top), ("d", d)) if v is not absent})
    return found


OUTPUTS = all_outputs()
SOME = random.Random(7).sample(OUTPUTS, 1500)


@settings(max_examples=150)
@given(st.integers(0, 2**32 - 1))
def test_whatever_an_output_meets_a_representative_meets(seed: int) -> None:
    conditions = random_conditions(seed)
    found = [
        tuple(meets_condition(c, o) for c in conditions) for o in representative_outputs(conditions)
    ]
    assert len(found) == len(set(found))
    for wanted in {tuple(meets_condition(c, output) for c in conditions) for output in SOME}:
        assert any(all(map(ge, verdict, wanted)) for verdict in found)


@settings(max_examples=150)
@given(st.integers(0, 2**32 - 1))
def test_a_satisfying_output_is_found_when_there_is_one(seed: int) -> None:
    conditions = random_conditions(seed)
    found = satisfying_output(conditions)
    if found is not None:
        assert all(meets_condition(c, found) for c in conditions)
    else:
        assert not any(all(meets_condition(c, output) for c in conditions) for output in SOME)


@pytest.mark.parametrize(
    ("conditions", "output"),
    [
        ([condition("a", gte=1), condition("a", lte=1)], {"a": 1}),
        ([condition("a", gte=1, lte=2), condition("a", exists=True)], {"a": 1}),
        ([condition("a.b", equals="x"), condition("a.c", exists=False)], {"a": {"b": "x"}}),
        ([condition("a", equals={"b": 1}), condition("a.b", gte=1)], {"a": {"b": 1}}),
        ([condition("", equals={"a": 1}), condition("a", gte=0)], {"a": 1}),
        ([], {}),
    ],
)
def test_conditions_that_go_together(conditions: list[Condition], output: Any) -> None:
    assert satisfying_output(conditions) == output


@pytest.mark.parametrize(
    "conditions",
    [
        [condition("a", equals=1), condition("a", equals=2)],
        [condition("a", equals=1), condition("a", equals=True)],
        [condition("a", gte=2), condition("a", lte=1)],
        [condition("a", exists=False, equals=1)],
        [condition("a", equals=1), condition("a.b", exists=True)],
        [condition("a", equals={"b": 1}), condition("a.c", exists=True)],
        [condition("a", gte="2")],
        [Condition((), (), known=False)],
        [Condition(("a",), (("equals", 1),), known=False)],
    ],
)
def test_conditions_that_contradict_each_other_or_are_not_known(
    conditions: list[Condition],
) -> None:
    assert satisfying_output(conditions) is None


def test_a_value_of_the_contract_is_never_changed() -> None:
    wanted: dict[str, Any] = {"b": 1}
    satisfying_output([condition("a", equals=wanted), condition("a.c", exists=True)])
    assert wanted == {"b": 1}


def test_too_many_candidates_are_refused_and_not_tried() -> None:
    conditions = [condition(f"k{n}", gte=n, lte=n + 5) for n in range(9)]
    with pytest.raises(OverflowError):
        list(representative_outputs(conditions))
    assert satisfying_output(conditions) is None


@pytest.mark.parametrize("number", [10**400, -(10**400), float("inf"), 1e308])
def test_enormous_numbers_are_no_reason_to_fail(number: float) -> None:
    conditions = [condition("a", gte=number), condition("a", lte=-number)]
    assert satisfying_output(conditions) is None or number < 0


@pytest.mark.parametrize(
    ("wanted", "value", "equal"),
    [
        ([1, "x", None], [1.0, "x", None], True),
        ([1], [True], False),
        ([1], [1, 1], False),
        ({"a": 1}, {"b": 1}, False),
        ("1", 1, False),
        ([], {}, False),
    ],
)
def test_equality_of_values_and_types(wanted: Any, value: Any, equal: bool) -> None:
    assert meets_condition(condition("a", equals=wanted), {"a": value}) is equal


def test_nothing_equals_what_is_not_there() -> None:
    assert not meets_condition(condition("a", equals=None), {})


def test_a_path_goes_through_objects_only() -> None:
    assert lookup({"a": {"b": 1}}, ("a", "b")) == 1
    assert lookup({"a": [1]}, ()) == {"a": [1]}
    missing = lookup({}, ("a",))
    assert lookup({"a": [1]}, ("a", "0")) is missing
