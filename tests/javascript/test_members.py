"""Members of objects and lists."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.javascript.members import has, in_key_order, inherits, member
from phaselint.javascript.values import FUNCTION


@pytest.mark.parametrize(
    ("value", "name", "there"),
    [({"a": None}, "a", True), ({}, "a", False), ({}, "toString", True), ({}, "map", False),
     ({}, "__proto__", True), ({}, "length", False), ([1], "length", True), ([1], "map", True),
     ([1], "valueOf", True), ([1], "__proto__", True), ([1], "first", False)],
)  # fmt: skip
def test_inherited_ones_count(value: Any, name: str, there: bool) -> None:
    assert has(value, name) is there


def test_what_every_object_inherits() -> None:
    assert inherits("toString")
    assert inherits("__proto__")
    assert not inherits("length")


def test_an_own_one_hides_an_inherited_one() -> None:
    assert member({"toString": 1}, "toString") == 1
    assert member({}, "toString") is FUNCTION


def test_a_list_has_a_length() -> None:
    assert member([1, 2], "length") == 2
    assert member([1, 2], "map") is FUNCTION


def test_the_prototype_is_a_value_without_own_members() -> None:
    assert member({"a": 1}, "__proto__") == {}
    assert member([1], "__proto__") == []


def test_keys_that_look_like_an_index_come_first() -> None:
    keys = ["b", "10", "4294967295", "a", "4294967294", "2", "02", "-1", "1.5", "٣", "", "0"]
    order = ["0", "2", "10", "4294967294", "b", "4294967295", "a", "02", "-1", "1.5", "٣", ""]
    assert list(in_key_order(dict.fromkeys(keys))) == order
