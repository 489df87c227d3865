"""Expressions of other languages, rewritten (sweny.md §8.4 regex-invalid, appendix B)."""

from __future__ import annotations

import re

import pytest

from engine import search
from phaselint.patterns.javascript import compile_error
from phaselint.patterns.repair import repaired

REPAIRED = {
    "(?i)ok": "[Oo][Kk]",
    "^(?i)fix[a-c_]+$": "^[Ff][Ii][Xx][a-c_A-C_]+$",
    r"(?i)[^a-z]\dx": r"[^a-zA-Z]\d[Xx]",
    "(?s)a.b[.]": r"a[\s\S]b[.]",
    "(?is)a.b": r"[Aa][\s\S][Bb]",
    "a++": "a+",
    "[+]++": "[+]+",
    r"\d*+x": r"\d*x",
    "(?P<year>[0-9]+)": "(?<year>[0-9]+)",
    "(?P<x>a)(?P=x)": r"(?<x>a)\k<x>",
    "(?>a|b)c": "(?:a|b)c",
    "a(?#one)b": "ab",
}

LEFT = (
    "ok",  # nothing is wrong
    "(",
    "[z-a]",
    "(?i:ok)",
    "(?m)^a",
    "(?i)(?P<n>a)",  # letters that are no text
    r"(?i)\x41",
    "(?i)[A-z]",  # `a-Z` is no range
    r"(?>a)\(?P<(",
)


@pytest.mark.parametrize("source", REPAIRED)
def test_what_another_language_means_is_written_in_javascript(source: str) -> None:
    assert repaired(source) == REPAIRED[source]


@pytest.mark.parametrize("source", REPAIRED)
def test_what_is_given_compiles(source: str) -> None:
    assert compile_error(source)
    assert not compile_error(repaired(source))


@pytest.mark.parametrize("source", LEFT)
def test_what_is_not_plain_is_left_alone(source: str) -> None:
    assert repaired(source) == ""


@pytest.mark.parametrize("text", ["ok", "OK", "Ok it is", "0k", ""])
@pytest.mark.parametrize("source", ["(?i)ok", "(?s)^.+$", "(?i)[n-p]k"])
def test_both_match_the_same_texts(source: str, text: str) -> None:
    assert search(repaired(source), text) == (re.search(source, text) is not None)
