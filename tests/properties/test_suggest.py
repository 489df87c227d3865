"""The banded edit distance agrees with the textbook one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.vocabulary.suggest import suggest
from phaselint_rules.stud.form.nearkeys import near_keys

WORDS = st.text("abc", max_size=8)
KEYS = st.text("abcdefgh", max_size=9)


def textbook(left: str, right: str) -> int:
    """The whole table, row by row."""
    table = [[row + column for column in range(len(right) + 1)] for row in range(len(left) + 1)]
    for row in range(1, len(left) + 1):
        for column in range(1, len(right) + 1):
            here, there = left[row - 1], right[column - 1]
            table[row][column] = min(
                table[row - 1][column] + 1,
                table[row][column - 1] + 1,
                table[row - 1][column - 1] + (here != there),
            )
            swapped = row > 1 and column > 1 and left[row - 2 : row] == there + right[column - 2]
            if swapped:
                table[row][column] = min(table[row][column], table[row - 2][column - 2] + 1)
    return table[-1][-1]


@settings(max_examples=140)
@given(word=WORDS, candidates=st.lists(WORDS, max_size=4))
def test_the_nearest_candidate_is_found(word: str, candidates: list[str]) -> None:
    near = [
        (distance, index)
        for index, candidate in enumerate(candidates)
        if (distance := textbook(word, candidate)) <= 2
        and distance < max(1, min(len(word), len(candidate)))
    ]
    expected = candidates[min(near)[1]] if near else None
    assert suggest(word, candidates) == expected


@settings(max_examples=60)
@given(word=WORDS, candidates=st.lists(WORDS, max_size=4), letters=st.integers(0, 60))
def test_long_names_among_others_are_found_too(
    word: str, candidates: list[str], letters: int
) -> None:
    long = ["x" * letters + each for each in candidates]
    asked = "x" * letters + word
    near = [
        (distance, index)
        for index, candidate in enumerate(long)
        if (distance := textbook(asked, candidate)) <= 2
        and distance < max(1, min(len(asked), len(candidate)))
    ]
    assert suggest(asked, long) == (long[min(near)[1]] if near else None)


@settings(max_examples=140)
@given(key=KEYS, known=st.lists(KEYS, max_size=4, unique=True))
def test_near_keys_of_stud_are_the_nearest_ones(key: str, known: list[str]) -> None:
    apart = {each: textbook(key, each) for each in known}
    near = {each: far for each, far in apart.items() if far <= (1 if len(each) <= 5 else 2)}
    least = min(near.values(), default=0)
    assert near_keys(key, known) == tuple(each for each, far in near.items() if far == least)


def test_one_of_many_names_is_found() -> None:
    names = [f"verify_{number:03}_order" for number in range(900)]
    assert suggest("verify_123_ordr", names) == "verify_123_order"
    assert suggest("verify_321_order", names[:300]) in names
    assert suggest("vrify_123_ordr", names[:300]) == "verify_123_order"
    assert suggest("something_else", names) is None
