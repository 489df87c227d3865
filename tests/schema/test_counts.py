"""Keywords with a number, at the number and on both sides of it."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.schema import valid

ELSEWHERE = {"$ref": "elsewhere.json"}
"""A schema that is not at hand: it may accept anything, or nothing."""


@pytest.mark.parametrize(
    ("schema", "below", "at", "above"),
    [
        ({"minItems": 2}, [1], [1, 2], [1, 2, 3]),
        ({"maxItems": 2}, [1], [1, 2], [1, 2, 3]),
        ({"minLength": 2}, "a", "ab", "abc"),
        ({"maxLength": 2}, "a", "ab", "abc"),
        ({"minProperties": 1}, {}, {"a": 1}, {"a": 1, "b": 1}),
        ({"maxProperties": 1}, {}, {"a": 1}, {"a": 1, "b": 1}),
        ({"minimum": 2}, 1, 2, 3),
        ({"maximum": 2}, 1, 2, 3),
        ({"contains": {"const": 1}, "minContains": 2}, [1, 0], [1, 0, 1], [1, 1, 1]),
        ({"contains": {"const": 1}, "maxContains": 2}, [1, 0], [1, 0, 1], [1, 1, 1]),
    ],
)
def test_a_limit_is_within_its_range(schema: Any, below: Any, at: Any, above: Any) -> None:
    is_least = next(key for key in schema if key != "contains").startswith("min")
    answers = [valid(schema, value) for value in (below, at, above)]
    assert answers == (["no", "yes", "yes"] if is_least else ["yes", "yes", "no"])


@pytest.mark.parametrize(
    ("key", "answers"),
    [("exclusiveMinimum", ["no", "no", "yes"]), ("exclusiveMaximum", ["yes", "no", "no"])],
)
def test_an_exclusive_limit_is_outside(key: str, answers: list[str]) -> None:
    assert [valid({key: 2}, value) for value in (1, 2, 3)] == answers


@pytest.mark.parametrize(
    ("limits", "count", "answer"),
    [
        ({}, 0, "no"),
        ({}, 1, "maybe"),
        ({"minContains": 0}, 1, "yes"),
        ({"minContains": 2}, 1, "no"),
        ({"minContains": 0, "maxContains": 1}, 1, "yes"),
        ({"minContains": 0, "maxContains": 1}, 2, "maybe"),
        ({"minContains": -1}, 1, "maybe"),
        ({"maxContains": "two"}, 1, "maybe"),
    ],
)
def test_items_that_may_count_leave_it_open(limits: Any, count: int, answer: str) -> None:
    assert valid({"contains": ELSEWHERE, **limits}, [0] * count) == answer
