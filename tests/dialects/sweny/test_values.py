"""JSON values as JavaScript sees them (reference §5.7)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from phaselint.dialects.sweny.reading.values import (
    FUNCTION,
    cut,
    has,
    length,
    member,
    same,
    text,
    type_of,
)


@pytest.mark.parametrize(
    ("value", "name"),
    [(None, "null"), (True, "boolean"), (1, "number"), (1.5, "number"), ("", "string"),
     ([], "array"), ({}, "object"), (FUNCTION, "function")],
)  # fmt: skip
def test_types_have_the_names_of_typeof(value: Any, name: str) -> None:
    assert type_of(value) == name


class TestMembers:
    @pytest.mark.parametrize(
        ("value", "name", "there"),
        [({"a": None}, "a", True), ({}, "a", False), ({}, "toString", True),
         ({}, "__proto__", True), ({}, "length", False), ([1], "length", True), ([1], "map", True),
         ([1], "valueOf", True), ([1], "first", False), ({}, "map", False)],
    )  # fmt: skip
    def test_inherited_ones_count(self, value: Any, name: str, there: bool) -> None:
        assert has(value, name) is there

    def test_an_own_one_hides_an_inherited_one(self) -> None:
        assert member({"toString": 1}, "toString") == 1
        assert member({}, "toString") is FUNCTION

    def test_a_list_has_a_length(self) -> None:
        assert member([1, 2], "length") == 2
        assert member([1, 2], "map") is FUNCTION

    def test_the_prototype_is_a_value_without_own_members(self) -> None:
        assert member({"a": 1}, "__proto__") == {}
        assert member([1], "__proto__") == []


class TestEquality:
    @pytest.mark.parametrize(
        ("left", "right"),
        [(1, 1.0), (math.nan, math.nan), ({"a": 1, "b": [2]}, {"b": [2.0], "a": 1}), ([], []),
         (2**53, 2**53 + 1), (10**400, math.inf), (None, None), ("é", "é")],
    )  # fmt: skip
    def test_equal(self, left: Any, right: Any) -> None:
        assert same(left, right)

    @pytest.mark.parametrize(
        ("left", "right"),
        [(1, "1"), (1, True), (0, -0.0), (0, False), (None, False), ([1, 2], [2, 1]), ([1], [1, 1]),
         ({"a": None}, {}), ([], {}), ({"a": {"b": 1}}, {"a": {"b": 2}}), (None, 0)],
    )  # fmt: skip
    def test_different(self, left: Any, right: Any) -> None:
        assert not same(left, right)

    def test_depth_is_no_matter(self) -> None:
        left: Any = []
        right: Any = []
        for _ in range(20_000):
            left, right = [left], [right]
        assert same(left, right)


class TestText:
    @pytest.mark.parametrize(
        ("value", "expected"),
        [(1, "1"), (1.0, "1"), (-0.0, "0"), (0.1, "0.1"), (1e21, "1e+21"), (1e20, "1" + "0" * 20),
         (1e-6, "0.000001"), (1e-7, "1e-7"), (1.25e-7, "1.25e-7"), (123456789.5, "123456789.5"),
         (-3.25, "-3.25"), (2**53 + 1, "9007199254740992"), (math.nan, "null"),
         (math.inf, "null"), (12345678901234567890, "12345678901234567000")],
    )  # fmt: skip
    def test_numbers(self, value: float, expected: str) -> None:
        assert text(value) == expected

    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            ({"b": 1, "a": [True, None, "x"]}, '{"b":1,"a":[true,null,"x"]}'),
            ({"x": 1, "10": 2, "9": 3}, '{"9":3,"10":2,"x":1}'),
            ({"e": {}, "f": []}, '{"e":{},"f":[]}'),
            ('q"\\\n\x01é\u2028', '"q\\"\\\\\\n\\u0001é\u2028"'),
            ({"f": FUNCTION}, "{}"),
            ([FUNCTION], "[null]"),
            (FUNCTION, "undefined"),
        ],
    )
    def test_values(self, value: Any, expected: str) -> None:
        assert text(value) == expected

    def test_it_can_be_indented(self) -> None:
        assert text({"a": [1, {}], "b": []}, 2) == (
            '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}'
        )


def test_strings_are_measured_in_utf_16() -> None:
    assert length("a😀") == 3
    assert cut("a😀b", 3) == "a😀"
    assert cut("a😀b", 2) == "a\ufffd"
    assert cut("ab", 5) == "ab"
