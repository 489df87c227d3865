"""Expressions on which JavaScript and Python agree, against both engines."""

from __future__ import annotations

import re

import pytest

from engine import search
from phaselint.patterns.portable import found_in, portable, shortest

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
        r"[-\w.]+",
        "a{0}b",
        "(a?){2,3}",
        "^[a-z]{1,253}$",
        "$^|^a",
        "(^a|b)*b$",
        "(" * 30 + "a" + ")" * 30,
    ],
)
def test_what_is_read_is_read_as_both_languages_do(source: str) -> None:
    assert portable(source) is not None
    for text in TEXTS:
        found = found_in(source, text)
        assert found in {None, bool(re.search(source, text))}
        assert found in {None, search(source, text)}
    assert found_in(source, "ab") is not None
    assert re.search(source, shortest(source) or "")


@pytest.mark.parametrize(
    "source",
    [r"\bx", r"(a)\1", "(?=a)", "(?!a)", "(?i)a", "(?P<n>a)", r"\p{L}", "a++", "a**", "^*", "(",
     ")", "[a", "a{2,1}", "{", "*a", "[z-a]", r"[\d-z]", "[[a]]", r"\u0041", r"\x41", r"\Aa",
     "[a-z]&&[^b-\\w]", "[a&&b]", r"[a-\w]", r"(a\1)", "(?<n>a)", "(?<=a)b", "[]a]", "[^]",
     "a{99999}", "(a{999}){999}", "a" * 3000, "\\"],
)  # fmt: skip
def test_the_rest_is_unknown(source: str) -> None:
    assert portable(source) is None


@pytest.mark.parametrize("text", ["a\n", "\x1f", "\u2028", "😀"])
def test_texts_that_the_languages_see_differently_are_unknown(text: str) -> None:
    assert found_in("a$", text) is None


def test_classes_on_other_alphabets_are_unknown() -> None:
    assert (found_in(r"^\w$", "e"), found_in(r"^\w$", "é")) == (True, None)


def test_nothing_backtracks() -> None:
    assert found_in("^(a+)+$", "a" * 2_000 + "!") is False
