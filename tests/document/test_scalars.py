"""The table of YAML 1.2.2 §10.3.2, and what YAML 1.1 reads differently."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Any

import pytest

from fresh import AGAIN, picker, until
from phaselint.document.reader import read_text
from phaselint.document.scalars import resolve
from phaselint.javascript.texts import text_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((word, None) for word in ("null", "Null", "NULL", "~", "")),
        *((word, True) for word in ("true", "True", "TRUE")),
        *((word, False) for word in ("false", "False", "FALSE")),
        *(("0", 0), ("-19", -19), ("+12", 12), ("0777", 777), ("00", 0)),
        *(("0o7", 7), ("0o17", 15), ("0x3A", 58), ("0xff", 255)),
        *(("0.", 0.0), ("-0.0", -0.0), (".5", 0.5), ("+12e03", 12000.0), ("-2E+05", -2e5)),
        *(("1e3", 1000.0), ("1.", 1.0), ("3.0", 3.0)),
        *((word, math.inf) for word in (".inf", ".Inf", ".INF", "+.inf")),
        *((word, -math.inf) for word in ("-.inf", "-.Inf", "-.INF")),
    ],
)
def test_the_core_schema(text: str, value: Any) -> None:
    assert repr(resolve(text)) == repr(value)


@pytest.mark.parametrize("text", [".nan", ".NaN", ".NAN"])
def test_not_a_number(text: str) -> None:
    assert math.isnan(resolve(text))


@pytest.mark.parametrize(
    "text",
    [
        *("yes", "no", "on", "off", "y", "n", "Yes", "NO", "nULL", "tRUE"),
        *("1:30", "12:30:45", "2024-01-01", "1_000", "0b11", "0o8", "0xG", "-0o7", "+0x1"),
        *("-", "+", ".", "..", "1e", "e3", "1.2.3", "--1", "+.nan", "-.nan", ".INf", "١"),
    ],
)
def test_all_else_is_text(text: str) -> None:
    assert resolve(text) == text


@pytest.mark.parametrize(("text", "value"), [("1" * 9000, math.inf), ("-" + "9" * 9000, -math.inf)])
def test_an_integer_beyond_all_bounds_is_infinite(text: str, value: float) -> None:
    assert read_text("a.yaml", f"a: {text}").value == {"a": value}
    assert read_text("a.json", f"[{text}]").value == [value]


def test_an_endless_hexadecimal_number_is_infinite() -> None:
    assert resolve("0x" + "f" * 9000) == math.inf


def test_a_big_integer_stays_exact() -> None:
    assert resolve("123456789012345678901234567890") == 123456789012345678901234567890


@pytest.mark.parametrize(
    ("key", "name"),
    [
        *(("1", "1"), ("true", "true"), ("null", "null"), ("0x10", "16"), ("017", "17")),
        *(("1.0", "1"), ("1.50", "1.5"), ("1e3", "1000"), ("-0.0", "0"), ("1e21", "1e+21")),
        *(("1e-7", "1e-7"), ("0.00001", "0.00001"), (".inf", "Infinity"), (".nan", "NaN")),
        *(("-.inf", "-Infinity"), ("9007199254740993", "9007199254740992")),
        *(("1.5e300", "1.5e+300"), ("1" + "0" * 400, "Infinity"), ("yes", "yes")),
    ],
)
def test_a_key_has_the_name_that_javascript_gives_it(key: str, name: str) -> None:
    assert text_of(resolve(key)) == name
    assert read_text("a.yaml", f"{key}: x").value == {name: "x"}


_FLOAT = r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"


def test_what_is_a_float_is_what_the_core_schema_says() -> None:
    seen: Counter[str] = Counter()
    for number in until(seen, {"float": 100, "text": 100}, 2_000):
        draw = picker("floats", number)
        text = "".join(draw.choices("0123.eE+-_", k=draw.randint(1, 7)))
        value = resolve(text)
        is_integer = re.fullmatch("[-+]?[0-9]+", text) is not None
        is_float = not is_integer and re.fullmatch(_FLOAT, text) is not None
        assert isinstance(value, int) == is_integer, (text, AGAIN)
        assert isinstance(value, float) == is_float, (text, AGAIN)
        seen["float" if is_float else "text"] += not is_integer
