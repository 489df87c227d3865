"""Whether any text holds a match of each of several expressions."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engine import matcher
from phaselint.patterns.javascript import compile_error
from phaselint.patterns.overlap import disjoint

NUMBER = r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$"
TEXTS = ["".join(each) for size in range(5) for each in product("ab1", repeat=size)]
PARTS = (
    *("a", "b", "1", ".", "[ab]", "[^a]", "\\d", "^", "$", "a*", "b+", "a?", "(?:a|b1)", "(?:^|1)"),
    *("\\b", "(?=a)", "(?!b)", "(?!)", "[]", "(?<=b)", "(a)\\1", "a{2}", "|"),
)


@pytest.mark.parametrize(
    "source",
    [
        *("(?!)", "[]", "^(?=a)b", "$a", "a^b", "x(?!)", "/^https:/", "/^a/i", "^(?=a)(?=b)."),
        *("(?=a)b", "x(?=a)b", "(?=.)$", "a*(?=b)(?=a)", "(?=ab)aa"),
    ],
)
def test_what_no_text_matches(source: str) -> None:
    assert disjoint(source)


@pytest.mark.parametrize(
    "source",
    [
        *("", "^$", "$^", "a|(?!)", "^(?=a)(?=ab)a", "(?:^a|b)$", "(?!b)b"),
        *("(?=a)", "a(?=b)", "(?=a)b?", "(?=a)*b", "(?=aa)a", "(?=^)a", "(?=a)b|c", "(?:(?=a)b)?"),
    ],
)
def test_what_some_text_matches_or_what_nobody_knows(source: str) -> None:
    assert not disjoint(source)


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        (("^[a-z]+$", NUMBER), True),
        ((r"\d+ months", NUMBER), True),
        (("^3", NUMBER), False),
        (("^a", "^b"), True),
        ((r"^(a)\1$", "^aa$"), False),
        ((r"^(?<n>ab)\k<n>$", "^ba"), True),
        (("a", "b"), False),
        (("^a$", "b"), True),
        (("^.{3}$", "^a", "b$", "^.c"), False),
        (("^.{3}$", "^a", "b$", "^.b$"), True),
        (("(", "a"), False),
    ],
)
def test_several(sources: tuple[str, ...], expected: bool) -> None:
    assert disjoint(*sources) is expected


def test_no_text_that_matches_is_overlooked() -> None:
    random, sure = Random(7), 0
    for _ in range(600):
        pair = ["".join(random.choices(PARTS, k=random.randint(1, 4))) for _ in range(2)]
        if any(map(compile_error, pair)):
            continue
        if disjoint(*pair):
            sure += 1
            one, other = map(matcher, pair)
            assert [text for text in TEXTS if one(text) and other(text)] == [], pair
    assert sure > 50


def test_what_would_take_too_long_is_not_sure() -> None:
    assert not disjoint("^(?:a?){300}b$", "^(?:a?){300}c$", "^(?:a?){300}d$")


def test_a_hundred_conditions_are_more_than_one_question_may_ask() -> None:
    assert not disjoint("^" + "(?=a|b)" * 100 + "c")
