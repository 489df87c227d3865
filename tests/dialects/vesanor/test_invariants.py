"""Invariants that no value meets (reference vesanor §2.2): what is said holds of every value."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.dialects.vesanor.analysis.excluding import excluding
from phaselint.dialects.vesanor.analysis.invariants import meets_none

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 1.5, 2.5, "", "a", "ab", "abc", "1", [], [1], ["a", "b"], {}),
)
NUMBERS = [-1, 0, 1, 1.5, 2, 3]
TESTS = {
    "equals": VALUES,
    "one_of": [[], [1, 2], ["a", "ab"], ["abc", 3], [None]],
    "exists": [True],
    "type": ["string", "number", "integer", "boolean", "array", "object", "null"],
    "regex": ["^a", "b$", "c", "^[0-9]+$"],
    "contains": ["a", "b", 1],
    "gte": NUMBERS,
    "lte": NUMBERS,
    "length_gte": [0, 1, 2, 3],
    "length_lte": [0, 1, 2, 3],
}


def meets(value: Any, operator: str, wanted: Any) -> bool:
    """Whether a value meets a test by the plain meaning of the operator."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if operator == "equals":
        return bool(value == wanted and isinstance(value, bool) is isinstance(wanted, bool))
    if operator == "one_of":
        return any(meets(value, "equals", each) for each in wanted)
    if operator == "type":
        kinds = {
            "string": isinstance(value, str),
            "number": number,
            "integer": number and float(value).is_integer(),
            "boolean": isinstance(value, bool),
            "array": isinstance(value, list),
            "object": isinstance(value, dict),
            "null": value is None,
        }
        return kinds[wanted]
    if operator == "regex":
        patterns = {
            "^a": isinstance(value, str) and value.startswith("a"),
            "b$": isinstance(value, str) and value.endswith("b"),
            "c": isinstance(value, str) and "c" in value,
            "^[0-9]+$": isinstance(value, str) and value.isdigit(),
        }
        return patterns[wanted]
    if operator == "contains":
        if isinstance(value, str):
            return isinstance(wanted, str) and wanted in value
        return isinstance(value, list) and wanted in value
    if operator in ("gte", "lte"):
        return number and bool(value >= wanted if operator == "gte" else value <= wanted)
    if operator.startswith("length"):
        if not isinstance(value, str | list):
            return False
        return bool(len(value) >= wanted if operator == "length_gte" else len(value) <= wanted)
    return True


@given(st.integers(0, 2**32))
def test_what_meets_none_is_met_by_no_value(seed: int) -> None:
    pick = random.Random(seed)
    operators = pick.sample(sorted(TESTS), pick.randint(1, 4))
    tests = [(name, pick.choice(TESTS[name])) for name in operators]
    if meets_none(tests):
        assert not [value for value in VALUES if all(meets(value, *test) for test in tests)]


@pytest.mark.parametrize(
    ("tests", "none"),
    [
        ([("gte", 100), ("lte", 50)], True),
        ([("gte", 50), ("lte", 50)], False),
        ([("gte", "100")], True),
        ([("gte", {"ref": "limit"}), ("lte", 1)], False),
        ([("equals", {"ref": "customer"}), ("type", "string")], False),
        ([("one_of", [])], True),
        ([("one_of", ["red", "blue"]), ("regex", "^gr")], True),
        ([("one_of", ["red", "green"]), ("regex", "^gr")], False),
        ([("regex", "^gr"), ("regex", "^bl")], True),
        ([("regex", "^gr"), ("regex", "ue$")], False),
        ([("regex", "^gr"), ("regex", "^bl"), ("exists", False)], False),
        ([("type", "string"), ("regex", "^[0-9]{4}$"), ("length_gte", 5)], True),
        ([("type", "string"), ("regex", "^[0-9]{4}$"), ("length_gte", 4)], False),
        ([("regex", "^(?=a)"), ("regex", "^b")], False),
        ([("equals", "red"), ("contains", "b")], True),
        ([("type", "string"), ("gte", 1)], True),
        ([("type", "sting"), ("gte", 1)], False),
        ([("length_gte", 5), ("length_lte", 4)], True),
        ([("exists", False), ("equals", 1)], True),
        ([("exists", False)], False),
    ],
)
def test_of_single_paths(tests: list[tuple[str, Any]], *, none: bool) -> None:
    assert meets_none(tests) is none


def pointers(value: dict[str, Any]) -> list[tuple[str, list[Any]]]:
    return [(each.path, [asked.pointer for asked in each.invariants]) for each in excluding(value)]


def test_those_to_blame_are_as_few_as_can_be() -> None:
    listed = [
        {"path": "$.a", "gte": 5},
        {"path": "$.b", "gte": 9},
        {"path": "$.a", "type": "number"},
        {"path": "$.a", "lte": 4},
    ]
    key = "argument_value_invariants"
    assert pointers({key: listed}) == [("$.a", [(key, 0), (key, 3)])]


def test_both_lists_of_arguments_are_about_the_same_values() -> None:
    value = {
        "argument_value_invariants": [{"path": "$.a", "gte": 5}],
        "execution_constraints": {"arguments": [{"path": "$.a", "lte": 4}]},
    }
    [(_, blamed)] = pointers(value)
    assert blamed == [("argument_value_invariants", 0), ("execution_constraints", "arguments", 0)]


def test_inputs_and_outputs_are_different_values() -> None:
    below, above = [{"path": "$.a", "lte": 4}], [{"path": "$.a", "gte": 5}]
    assert not pointers({"assertions": {"input_invariants": below, "output_invariants": above}})


@pytest.mark.parametrize("path", ["$.a[*].b", "$..a", "$.a[0:2]", "$.a[?(@.b)]"])
def test_a_path_to_many_values_is_left_alone(path: str) -> None:
    assert not pointers({"argument_value_invariants": [{"path": path, "gte": 5, "lte": 4}]})


@pytest.mark.parametrize("path", ["$.a", "a", "$", "$.a[0].b", "$['a b']"])
def test_a_path_to_one_value_is_not(path: str) -> None:
    assert pointers({"argument_value_invariants": [{"path": path, "gte": 5, "lte": 4}]})


def test_what_is_below_an_absent_value_is_absent() -> None:
    listed = [{"path": "$.a", "exists": False}, {"path": "$.ab", "gte": 1}]
    assert not pointers({"argument_value_invariants": listed})
    listed += [{"path": "$.a.b", "gte": 1}]
    [(path, blamed)] = pointers({"argument_value_invariants": listed})
    assert path == "$.a.b"
    assert [pointer[1] for pointer in blamed] == [0, 2]
