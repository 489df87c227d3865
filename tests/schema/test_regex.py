"""The common core of regular expressions, against Python's engine."""

from __future__ import annotations

import re

import pytest

from phaselint.schema.regex import compile_regex, search

TEXTS = (
    "",
    "a",
    "b",
    "ab",
    "aab",
    "abab",
    "a-b",
    "x1",
    "12",
    "[a]",
    "A_9",
    "a b",
    ".",
    "é",
    "aaaa",
)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "a",
        "^a",
        "b$",
        "^$",
        "^(?:ab)+$",
        "a|b|",
        "^(a|x)[0-9]?$",
        "[^a]",
        "[a-c_]+",
        r"[\]\-]",
        "a{2}",
        "^a{2,}$",
        "^a{1,3}$",
        "a*?b",
        r"\.",
        r"^\d{2}$",
        r"^\w+$",
        r"\s",
        r"[\d_]",
        ".b",
        "(((a)))",
        "(a|b)*ab",
    ],
)
def test_what_is_read_is_read_as_python_does(source: str) -> None:
    compiled = compile_regex(source)
    assert compiled is not None
    for text in TEXTS:
        found = search(compiled, text)
        assert found is None or found == bool(re.search(source, text))
    assert search(compiled, "ab") is not None
    assert re.search(source, compiled[0].sample)


@pytest.mark.parametrize(
    "source",
    [r"\bx", r"(a)\1", "(?=a)", "(?!a)", "(?i)a", "(?P<n>a)", r"\p{L}", "a++", "a**", "^*", "(",
     ")", "[a", "a{2,1}", "{", "*a", "[z-a]", r"[\d-z]", "[[a]]", r"\u0041", r"\x41", r"\Aa",
     "a{99999}", "(" * 30 + ")" * 30, "(a{999}){999}", "a" * 2000, "\\"],
)  # fmt: skip
def test_the_rest_is_unknown(source: str) -> None:
    assert compile_regex(source) is None


@pytest.mark.parametrize("text", ["a\n", "\x1f", "\u2028", "😀"])
def test_texts_that_the_languages_see_differently_are_unknown(text: str) -> None:
    compiled = compile_regex("a$")
    assert compiled is not None
    assert search(compiled, text) is None


def test_classes_on_other_alphabets_are_unknown() -> None:
    compiled = compile_regex(r"^\w$")
    assert compiled is not None
    assert (search(compiled, "e"), search(compiled, "é")) == (True, None)


def test_nothing_backtracks() -> None:
    compiled = compile_regex("^(a+)+$")
    assert compiled is not None
    assert search(compiled, "a" * 2_000 + "!") is False
