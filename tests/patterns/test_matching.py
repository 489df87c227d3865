"""Matching always comes to an end: here when that is little work, else in a child process."""

from __future__ import annotations

import pytest

from phaselint.patterns.child import trials
from phaselint.patterns.effort import MOST_STEPS
from phaselint.patterns.javascript import LONGEST
from phaselint.patterns.matching import Question, matches

GENEROUS = 120.0


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [("^https://", "https://x", True), ("^https://", "http://x", False), ("", "", True)],
)
def test_easy_questions_are_answered_here(source: str, text: str, expected: bool) -> None:
    assert Question(source).is_cheap(text)
    assert matches(source, text, deadline=0.0) is expected


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (r"^(\w+)\1$", "abab", True),
        (r"^(\w+)\1$", "aba", False),
        ("(a+)+", "a" * 40, True),
        ("a", "b" * MOST_STEPS + "a", True),
        ("^.\ud83d$|x{1,2}(\ude00)\\1", "\ud83d\ud83d", True),
    ],
)
def test_others_are_answered_by_a_child(source: str, text: str, expected: bool) -> None:
    assert not Question(source).is_cheap(text)
    assert matches(source, text, GENEROUS) is expected


def test_what_takes_for_ever_has_no_answer() -> None:
    assert not Question("(a+)+$").is_cheap("a" * 60 + "!")
    assert matches("(a+)+$", "a" * 60 + "!", deadline=0.5) is None


@pytest.mark.parametrize("source", ["a++", "a" * (LONGEST + 1), r"(?:(?:(a)?)*)*\1"])
def test_what_cannot_be_tried_has_no_answer(source: str) -> None:
    assert matches(source, "a") is None


@pytest.mark.parametrize(
    ("source", "cheap", "dear"),
    [
        ("(a|a)*$", 10, 30),
        (".*.*.*.*x", 10, 400),
        ("^(?!.*--)x", 100, 20_000),
    ],
)
def test_the_work_depends_on_the_text(source: str, cheap: int, dear: int) -> None:
    assert Question(source).is_cheap("a" * cheap)
    assert not Question(source).is_cheap("a" * dear)


def test_a_child_answers_for_one_text_after_the_other() -> None:
    done = trials("^a(?:\U0001f600)?$", ["a", "b", "a\U0001f600"], GENEROUS)
    assert [trial.matched for trial in done] == [True, False, True]
    assert all(trial.seconds >= 0 for trial in done)


def test_a_child_goes_no_further_than_the_first_that_takes_long() -> None:
    done = trials("(a+)+$", ["a", "a" * 20 + "!", "a"], GENEROUS, enough=0.001)
    assert len(done) == 2
