"""The values that a key of a conditional rule stands for are written as the key."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.dialects.climpt.running.keyvalues import values_of
from phaselint.javascript.texts import text_of

PLAIN = st.none() | st.booleans() | st.integers(-999, 999) | st.text("ab1,", max_size=3)


@given(st.lists(PLAIN, min_size=2, max_size=3))
def test_every_short_flat_list_is_among_the_values_of_its_text(value: list[Any]) -> None:
    assert value in values_of(text_of(value)) or text_of(value).count(",") > 4


@given(st.text("ab01.,-truefals", max_size=6))
def test_all_of_them_are_written_as_the_key(key: str) -> None:
    found = values_of(key)
    assert key in found
    assert {text_of(value) for value in found} == {key}


@pytest.mark.parametrize(
    ("key", "value"), [("5000", 5000), ("0.1", 0.1), ("true", True), ("-3", -3), ("", [])]
)
def test_other_types_are_among_them(key: str, value: Any) -> None:
    assert any(each == value and type(each) is type(value) for each in values_of(key))
