"""What a quick look at an expression is sure of, its automaton says as well."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.patterns.backtracking import suspects
from phaselint.patterns.overlap import disjoint
from phaselint.patterns.plain import plainly_matches, plainly_quick

PIECES = (
    "a", "b", ".", r"\d", "[a-z]", "[^a]", "[]", "[^]", "(", ")", "(?:", "(?=", "(?!", "(?<n>", "|",
    "*", "+", "?", "{2}", "{1,3}", "{2,}", "{30}", "^", "$", r"\b", r"\B", r"\1", "*?",
)  # fmt: skip
SOURCES = st.builds(
    "{}{}{}".format,
    st.sampled_from(("", "^")),
    st.lists(st.sampled_from(PIECES), max_size=9).map("".join),
    st.sampled_from(("", "$")),
)


@given(SOURCES)
def test_what_plainly_matches_is_not_without_a_text(source: str) -> None:
    assert not (plainly_matches(source) and disjoint(source))


@given(SOURCES)
def test_what_is_plainly_quick_is_not_suspect(source: str) -> None:
    assert not (plainly_quick(source) and suspects(source))


@pytest.mark.parametrize(
    "source", ["^(GHSA|CVE)-[0-9A-Za-z-]+$", "^deps/", r"^https://github\.com/.+/pull/[0-9]+$", ""]
)
def test_most_patterns_are_plain(source: str) -> None:
    assert plainly_matches(source)
    assert plainly_quick(source)


@pytest.mark.parametrize("source", ["a^", "$a", "a(?=b)", r"(a)\1", "[]", r"\ba", "a{30}", "("])
def test_of_others_nothing_is_said(source: str) -> None:
    assert not plainly_matches(source)


@pytest.mark.parametrize("source", ["(a+)+$", "(a|a)*$", "(a?){2}", "a{30}", "("])
def test_of_loops_that_are_not_plain_nothing_is_said(source: str) -> None:
    assert not plainly_quick(source)
