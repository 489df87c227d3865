"""What node 20 takes for a RegExp without flags, and what that matches (sweny.md appendix B)."""

from __future__ import annotations

import pytest

from engine import search
from phaselint.patterns.javascript import compile_error, engine_message
from phaselint.patterns.parser import LONGEST
from phaselint.patterns.translate import Unmatchable
from phaselint.vocabulary.step_budget import StepBudget, allowing

REFUSED = {
    "(a": "Unterminated group",
    "(?<x>a": "Unterminated group",
    "[a": "Unterminated character class",
    "[a-": "Unterminated character class",
    "a)": "Unmatched ')'",
    "*a": "Nothing to repeat",
    "a**": "Nothing to repeat",
    "a++": "Nothing to repeat",
    "a?+": "Nothing to repeat",
    "a|*": "Nothing to repeat",
    "^*": "Nothing to repeat",
    r"\b+": "Nothing to repeat",
    "{1}": "Nothing to repeat",
    "({1,2})": "Nothing to repeat",
    "[z-a]": "Range out of order in character class",
    "a{2,1}": "numbers out of order in {} quantifier",
    "(?i)ok": "Invalid group",
    "(?i:a)": "Invalid group",
    "(?-i:a)": "Invalid group",
    "(?s)a": "Invalid group",
    "(?P<n>a)": "Invalid group",
    "(?P=n)": "Invalid group",
    "(?#note)": "Invalid group",
    "(?>a)": "Invalid group",
    "(?|a)": "Invalid group",
    "(?<n>a)(?<n>b)": "Duplicate capture group name",
    "(?<n>a)|(?<n>b)": "Duplicate capture group name",
    "(?<1>a)": "Invalid capture group name",
    "(?<>a)": "Invalid capture group name",
    "(?<a": "Invalid capture group name",
    r"(?<\x>a)": "Invalid capture group name",
    r"(?<\u{110000}>a)": "Invalid Unicode escape",
    r"(?<n>a)\k": "Invalid named reference",
    r"(?<n>a)\k<m>": "Invalid named capture referenced",
    r"(?<n>a)[\k]": "Invalid escape",
    "(?<=a)*": "Invalid quantifier",
    "\\": "\\ at end of pattern",
    "[\\": "\\ at end of pattern",
}

ACCEPTED = (
    "", "(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b", "(?=a)*b", r"(?<n>a)\k<n>", r"\k<n>", r"\b\d",
    "a*?b+?c??d{1,2}?", "a{,3}", "a{", "a}", "]", "{", "}", "[]", "[^]", "[[:alpha:]]", r"\A\Z\z",
    r"\h\Q\E", r"\p{L}", r"\x4", r"\u{61}", r"\c", r"\_", r"\8", r"[\w-z]", "a{99999999999}", "/",
    r"(?<$_1>a)", r"(?<\u0061>x)\k<a>", r"(?<\ud835\udc9c>a)", "(?<\U0001d49c>a)",
)  # fmt: skip


@pytest.mark.parametrize(("source", "reason"), REFUSED.items())
def test_what_does_not_compile_is_refused_in_the_words_of_the_engine(
    source: str, reason: str
) -> None:
    assert compile_error(source) == reason
    assert engine_message(source) == f"Invalid regular expression: /{source}/: {reason}"


@pytest.mark.parametrize("source", ACCEPTED)
def test_what_compiles_has_no_error(source: str) -> None:
    assert compile_error(source) == engine_message(source) == ""


def test_the_first_of_two_errors_counts() -> None:
    assert compile_error("(?i)[z-a]") == "Invalid group"
    assert compile_error(r"(?<n>a)(?<n>b{2,1}") == "numbers out of order in {} quantifier"


@pytest.mark.parametrize(
    ("source", "matched", "missed"),
    [
        ("b", "abc", "ac"),
        ("a$", "a", "a\n"),
        ("^b", "b", "a\nb"),
        ("^.$", "\x85", "\n"),
        ("^.$", "\x0b", "\u2028"),
        (r"\d", "1", "\u0661"),
        (r"\w", "_", "\u00e9"),
        (r"\s", "\ufeff", "\u200b"),
        (r"\s", "\u2003", "\x85"),
        (r"\bx", "\u00e9x", "yx"),
        (r"\A", "A", ""),
        (r"[[:alpha:]]", "a]", "b"),
        ("a{,3}", "a{,3}", "aaa"),
        (r"\p{L}", "p{L}", "x"),
        (r"^\x4$", "x4", "\x04"),
        (r"^\u{3}$", "uuu", "\x03"),
        (r"^\101\08$", "A\x008", "101"),
        (r"^\400$", "\x200", "\u0100"),
        (r"^\8$", "8", "\\8"),
        (r"^\cA\c1$", "\x01\\c1", "cA"),
        (r"^[\c1]$", "\x11", "1"),
        (r"^[\b]$", "\b", "b"),
        (r"^[\w-z]$", "-", "~"),
        (r"^\k$", "k", ""),
        ("^[^]$", "\n", ""),
        ("^a{0}b$", "b", "ab"),
        ("(?<=^a)b", "ab", "aab"),
        (r"^(a)|b\1$", "b", "c"),
        (r"^(?:(a)|b)*\1$", "ab", "c"),
        (r"^(a\1)$", "a", "aa"),
        (r"^\2(a)(b)$", "ab", "bab"),
        (r"^(?<n>.)\k<n>$", "aa", "ab"),
    ],
)
def test_the_meaning_is_that_of_javascript(source: str, matched: str, missed: str) -> None:
    assert search(source, matched)
    assert not search(source, missed)


@pytest.mark.parametrize(
    ("source", "matched", "missed"),
    [
        ("^..$", "\U0001f600", "\U0001f600\U0001f600"),
        ("\U0001f600", "a\U0001f600", "\ud83d"),
        ("^\U0001f600+$", "\ud83d\ude00\ude00", "\U0001f600\U0001f600"),
        (r"^\ud83d", "\U0001f600", "\U0001f680\u0001"[1:]),
        ("^[\U0001f600]$", "\ud83d", "\U0001f600"),
        (r"^[\u0000-\uffff]$", "\ud83d", "\U0001f600"),
        ("^[^a]{2}$", "\U0001f600", "a"),
    ],
)
def test_characters_beyond_the_basic_plane_are_two(source: str, matched: str, missed: str) -> None:
    assert search(source, matched)
    assert not search(source, missed)


@pytest.mark.parametrize(
    ("source", "matched", "missed"),
    [
        ("^(?:(?:a?)*)*b", "aab", "c"),
        ("^(?:(?:a?b?){2}c?)+$", "abcab", "d"),
        ("^(?:(?:b+)+){2}$", "bb", "b"),
        ("^(?:(?:b{1,2}){1,2}){1,2}$", "b" * 8, "b" * 9),
        ("^(?:(?:b+)*){2,}?$", "bb", "a"),
        ("^(?:^a?)+b", "ab", "cb"),
        ("^(?:a?){1000000}$", "aa", "b"),
        ("^(?:){1000000000}$", "", "a"),
    ],
)
def test_loops_in_loops_end_and_count_right(source: str, matched: str, missed: str) -> None:
    assert search(source, matched)
    assert not search(source, missed)


@pytest.mark.parametrize(
    "source",
    [
        "(?:" * 320 + "a" + "b)+" * 320,
        r"(?:(?:(a)?)*)*\1",
        "(?:(?:^b?)*)*",
        r"(?:(?:(a+)+)+){2}\1",
        "((((a+)+){999})){999}",
    ],
)
def test_what_the_engine_cannot_be_trusted_with_is_not_answered(source: str) -> None:
    assert compile_error(source) == ""
    with pytest.raises(Unmatchable):
        search(source, "a")


def test_of_an_expression_that_is_too_long_nothing_is_known_and_that_is_noted() -> None:
    source = "(" * (LONGEST + 1)
    allowance = StepBudget()
    with allowing(allowance):
        assert compile_error(source[1:]) == "Unterminated group"
        assert not allowance.exhausted
        assert compile_error(source) == ""
    assert allowance.pattern_cut == source


def test_no_depth_of_groups_is_too_much() -> None:
    source = "(" * 5000 + "a" + ")" * 5000
    assert search(source, "a")
    assert not search(source, "b")
