"""Types, truth and equality of values."""

from __future__ import annotations

from collections import UserDict
from math import inf, nan
from typing import Any

import pytest

from javascript.answers import FALSY
from phaselint.javascript.equality import equal, identical
from phaselint.javascript.values import FUNCTION, is_truthy, type_of


@pytest.mark.parametrize(
    ("value", "name"),
    [(None, "null"), (True, "boolean"), (1, "number"), (1.5, "number"), ("", "string"),
     ([], "array"), ({}, "object"), (UserDict(), "object"), (FUNCTION, "function")],
)  # fmt: skip
def test_types_have_the_names_of_typeof(value: Any, name: str) -> None:
    assert type_of(value) == name


def test_what_no_document_holds_has_no_type() -> None:
    with pytest.raises(TypeError, match="not a value of JavaScript"):
        type_of(object())


def test_truth() -> None:
    assert [value for value in FALSY if is_truthy(value)] == []
    true: list[Any] = [True, 1, -1, inf, 1e-300, " ", "0", "false", [], [0], {}, UserDict()]
    assert [value for value in true if not is_truthy(value)] == []


class TestEquality:
    @pytest.mark.parametrize(
        ("left", "right"),
        [(1, 1.0), ({"a": 1, "b": [2]}, {"b": [2.0], "a": 1}), ([], []), (None, None), ("é", "é"),
         (2**53, 2**53 + 1), (10**400, inf), ({"a": {}}, {"a": UserDict()})],
    )  # fmt: skip
    def test_equal(self, left: Any, right: Any) -> None:
        assert equal(left, right)
        assert identical(left, right)

    @pytest.mark.parametrize(
        ("left", "right"),
        [(1, "1"), (1, True), (0, False), (None, False), (None, 0), ([1, 2], [2, 1]), ([], {}),
         ([1], [1, 1]), ([True], [1]), ({"a": None}, {}), ({"a": {"b": 1}}, {"a": {"b": 2}})],
    )  # fmt: skip
    def test_different(self, left: Any, right: Any) -> None:
        assert not equal(left, right)
        assert not identical(left, right)

    def test_numbers_that_are_equal_or_identical_only(self) -> None:
        assert equal({"a": [0]}, {"a": [-0.0]})
        assert not identical({"a": [0]}, {"a": [-0.0]})
        assert identical({"a": [nan]}, {"a": [nan]})
        assert not equal({"a": [nan]}, {"a": [nan]})

    def test_depth_is_no_matter(self) -> None:
        left: Any = []
        right: Any = []
        for _ in range(20_000):
            left, right = [left], [right]
        assert equal(left, right)
