"""Texts for several expressions at once, held against trying all short ones."""

from __future__ import annotations

import re
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from phaselint.patterns.joint import joint

SOURCES = [
    "^a",
    "b$",
    "^a+$",
    "^[ab]{2,3}$",
    "a|b",
    "^(ab)*$",
    "^$",
    "c",
    "[^a]",
    "a.c",
    "",
    "^a?b?$",
]
SHORT = ["".join(letters) for size in range(5) for letters in product("abc0", repeat=size)]

some = st.lists(st.sampled_from(SOURCES), max_size=2)


@given(
    some,
    some,
    st.integers(0, 2),
    st.sampled_from([None, 1, 3]),
    st.sets(st.sampled_from(["", "a", "b"])),
)
def test_no_is_never_said_of_what_there_is(
    wanted: list[str], unwanted: list[str], least: int, most: int | None, without: set[str]
) -> None:
    found = joint(wanted, unwanted, least, most, without)

    def suits(text: str) -> bool:
        size = least <= len(text) and (most is None or len(text) <= most)
        held = [bool(re.search(each.replace("$", r"\Z"), text)) for each in (*wanted, *unwanted)]
        return (
            size
            and text not in without
            and all(held[: len(wanted)])
            and not any(held[len(wanted) :])
        )

    if found.answer == "no":
        assert not any(map(suits, SHORT))
    if found.text is not None:
        assert suits(found.text)


def test_an_expression_that_cannot_be_read_leaves_the_question_open() -> None:
    assert joint(["^(?!a)"], [], 0, None, ()).answer == "maybe"


def test_two_expressions_that_no_text_fits_are_told() -> None:
    assert joint(["^a+$", "b"], [], 0, None, ()).answer == "no"
    assert joint(["^a"], ["^a"], 0, None, ()).answer == "no"
    assert joint(["^a+$"], [], 2, None, ("aa",)).text == "aaa"
