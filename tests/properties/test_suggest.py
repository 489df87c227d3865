"""The banded edit distance agrees with the textbook one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.vocabulary.suggest import suggest

WORDS = st.text("abc", max_size=8)


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
