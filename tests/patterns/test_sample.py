"""Texts that a source matches and texts it does not, as the executor needs them."""

from __future__ import annotations

import pytest

from phaselint.patterns.javascript import LONGEST
from phaselint.patterns.sample import counterexample, example
from phaselint.vocabulary.step_budget import StepBudget, allowing


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("^https://", "https://"),
        (r"^\d{4}-\d{2}-\d{2}$", "0000-00-00"),
        ("^(approve|reject)$", "reject"),
        (r"^[A-Z]{2,}-\d+$", "AA-0"),
        (r"\bfoo\b", "foo"),
        (r"^(?!.*--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$", "a"),
        (r"^(?=.{8,})x", "xaaaaaaaa"),
        (r"^(\w+)-\1$", "a-a"),
        (r"(?=.*\d)(?=.*[a-z])^.{4,}$", "aaaa0"),
        ("^(a|b){3}$", "aaa"),
        ("^^a$$", "a"),
        ("\U0001f600+$", "\U0001f600"),
        ("[^]", "a"),
        ("^$", ""),
        ("", ""),
        ("(a+)+$", "a"),
    ],
)
def test_a_short_text_is_found(source: str, expected: str) -> None:
    with allowing(StepBudget(engine=True)):
        assert example(source) == expected


def test_without_a_child_nothing_is_tried_that_refers_to_groups() -> None:
    assert example(r"^(a)\1$") is None
    assert counterexample(r"^(a)\1$") is None


@pytest.mark.parametrize("source", ["[]", "a^b", "$a", "(?=a)b", "a++", "a" * (LONGEST + 1)])
def test_none_is_made_up(source: str) -> None:
    assert example(source) is None


@pytest.mark.parametrize(
    ("source", "expected"),
    [("^https://", ""), ("^$", "!"), ("a*$", None), ("[^a]|^$", "a"), ("^[^0]*$", "0"), ("[]", "")],
)
def test_a_text_that_does_not_match_is_found(source: str, expected: str | None) -> None:
    assert counterexample(source) == expected
