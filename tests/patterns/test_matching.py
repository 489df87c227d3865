"""Matching always comes to an end: steps are counted, nothing backtracks, no process is started."""

from __future__ import annotations

from itertools import product

import pytest

from engine import search
from phaselint.patterns.child import trials
from phaselint.patterns.javascript import LONGEST, compile_error
from phaselint.patterns.matching import matches
from phaselint.vocabulary.step_budget import STEPS, StepBudget, allowing

GENEROUS = 120.0
PIECES = (
    *("a", "[^a]", "\\b", "^", "$", "a*", "(?:a|b1)", "(?=a)", "(?!b)", "(?<=b)", "(?<!a1)", "|"),
    *("(?:a|){2}", "(?:a?b?){2,}", "(?:(?=a)|b)*"),
)
TEXTS = ["".join(each) for size in range(4) for each in product("ab1", repeat=size)]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("^https://", "https://x", True),
        ("^https://", "http://x", False),
        ("", "", True),
        ("(a+)+$", "a" * 60 + "!", False),
        ("a", "b" * 100_000 + "a", True),
        ("x{1000}", "x" * 999, False),
        ("(?:x{1000}){2}", "x" * 2_000, True),
        ("^.\ud83d$", "\ud83d\ud83d", True),
        (r"\bsign\b", "a sign of", True),
        (r"\bsign\b", "signs", False),
        ("^(?=.*[0-9])(?!.*--).{3,}$", "a-1-b", True),
        ("^(?=.*[0-9])(?!.*--).{3,}$", "a--1b", False),
        ("(?<!re)fix", "refix", False),
    ],
)
def test_what_is_told_by_our_own_automata(source: str, text: str, expected: bool) -> None:
    assert matches(source, text) is expected


@pytest.mark.parametrize("pieces", list(product(PIECES, repeat=2)))
def test_the_other_engine_says_the_same(pieces: tuple[str, str]) -> None:
    source = "".join(pieces)
    if not compile_error(source):
        for text in TEXTS:
            assert matches(source, text) is search(source, text), text


@pytest.mark.parametrize(
    "source",
    [
        *("^(a|b1)$", "^(?:a|b1|)$", "^(ab|a-b|a_1)$", "^(a)$|^(b)$", "^(a|(b)|1)$", "^(a|b1?)$"),
        *("^(?=a|b)$", "^(?:a.b)$", "^()$", "^(a|ab)", "(a|ab)$", "^(\\b|a)$"),
    ],
)
def test_sources_that_list_words_and_their_like(source: str) -> None:
    for text in (*TEXTS, "a-b", "a_1", "a\n", "\na", "|", "(a)", "?:a", "A"):
        assert matches(source, text) is search(source, text), text


@pytest.mark.parametrize("source", ["a++", "a" * (LONGEST + 1), r"^(\w+)\1$"])
def test_what_has_no_answer(source: str) -> None:
    assert matches(source, "abab") is None


@pytest.mark.parametrize(("text", "expected"), [("abab", True), ("aba", False)])
def test_a_child_is_asked_about_references_where_one_may_be(text: str, expected: bool) -> None:
    with allowing(StepBudget(engine=True)):
        assert matches(r"^(\w+)\1$", text) is expected


def test_a_child_that_takes_for_ever_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phaselint.patterns.matching.DEADLINE", 0.5)
    with allowing(StepBudget(engine=True)):
        assert matches(r"^(a+)+\1?$", "a" * 60 + "!") is None


def test_one_answer_is_paid_for_once() -> None:
    with allowing(StepBudget()) as allowance:
        assert matches("^(?=a)a+$", "aaaa")
        left = allowance.left
        assert 0 < left < STEPS
        assert matches("^(?=a)a+$", "aaaa")
        assert allowance.left == left


def test_without_steps_nothing_is_known() -> None:
    with allowing(StepBudget(100)) as allowance:
        assert matches("^[a-z]{50}(?=x)", "a" * 200) is None
        assert allowance.pattern_cut == "^[a-z]{50}(?=x)"
        assert matches("^[0-9]{50}", "0" * 200) is None
        assert allowance.pattern_cut == "^[a-z]{50}(?=x)"


def test_what_was_too_much_stays_unknown() -> None:
    with allowing(StepBudget(100)) as allowance:
        assert matches("[a-z]{50}(?=x)", "a" * 200) is None
    with allowing(allowance.renewed(engine=True)) as renewed:
        assert renewed.left == STEPS
        assert matches("[a-z]{50}(?=x)", "a" * 200) is None
        assert matches("^[0-9]{50}", "0" * 200) is True


def test_a_child_answers_for_one_text_after_the_other() -> None:
    done = trials("^a(?:\U0001f600)?$", ["a", "b", "a\U0001f600"], GENEROUS)
    assert [trial.matched for trial in done] == [True, False, True]
    assert all(trial.seconds >= 0 for trial in done)


def test_a_child_goes_no_further_than_the_first_that_takes_long() -> None:
    done = trials("(a+)+$", ["a", "a" * 20 + "!", "a"], GENEROUS, enough=0.001)
    assert len(done) == 2
