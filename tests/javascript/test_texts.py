"""Values as text, by the table of node's answers."""

from __future__ import annotations

from typing import Any

import pytest

from javascript.answers import NUMBERS, STRINGS, VALUES
from phaselint.javascript.numbers import number_json, number_text
from phaselint.javascript.texts import json_of, quoted, text_of
from phaselint.javascript.values import FUNCTION


@pytest.mark.parametrize(("value", "text"), NUMBERS)
def test_numbers(value: float, text: str) -> None:
    json = "null" if text in ("NaN", "Infinity", "-Infinity") else text
    assert (number_text(value), text_of(value)) == (text, text)
    assert (number_json(value), json_of(value)) == (json, json)


@pytest.mark.parametrize(("value", "json"), STRINGS)
def test_strings(value: str, json: str) -> None:
    assert text_of(value) == value
    assert (quoted(value), json_of(value)) == (json, json)


@pytest.mark.parametrize(("value", "text", "json", "indented"), VALUES)
def test_values(value: Any, text: str, json: str, indented: str) -> None:
    assert (text_of(value), json_of(value), json_of(value, 2)) == (text, json, indented)


@pytest.mark.parametrize(
    ("value", "json"),
    [(FUNCTION, "undefined"), ({"f": FUNCTION, "a": 1}, '{"a":1}'), ([FUNCTION], "[null]")],
)
def test_functions_have_no_json(value: Any, json: str) -> None:
    assert json_of(value) == json


def test_a_pair_of_surrogates_is_one_character() -> None:
    assert quoted("\ud83d\ude00 \ud83d") == '"\U0001f600 \\ud83d"'


def test_depth_is_no_matter() -> None:
    nested: Any = 1
    for _ in range(20_000):
        nested = [nested]
    assert text_of(nested) == "1"
    assert json_of(nested) == "[" * 20_000 + "1" + "]" * 20_000
