"""Reports in narrow terminals: lines are broken between words, source lines are cut."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.report import Style, render
from phaselint.report.narrow import broken, broken_to, usable
from phaselint.report.terminal import painter, width

if TYPE_CHECKING:
    from phaselint.linting.result import Result

WORDS = st.lists(st.text("abn`\N{HEBREW LETTER SHIN}\N{CJK UNIFIED IDEOGRAPH-4E2D}", min_size=1))
FRAME = re.compile(r" *(\d* \||-->|:::)")


@given(WORDS, st.integers(0, 12), st.integers(20, 79))
def test_words_are_kept_in_order_and_lines_are_full(
    words: list[str], indent: int, columns: int
) -> None:
    lines = broken_to(" " * indent + " ".join(words), columns)
    assert " ".join(lines).split() == words
    for line, after in itertools.pairwise(lines):
        assert width(line) + 1 + width(after.split()[0]) > columns
    for line in lines:
        assert width(line) <= columns or len(line.split()) == 1


@given(WORDS, st.integers(20, 79))
def test_colors_take_no_columns(words: list[str], columns: int) -> None:
    plain = " ".join(words)
    shown = painter(color=True)(plain, "error")
    lines = list(broken([f"{shown}\n"], columns))
    assert re.sub(r"\x1b\[[0-9;]*m", "", "".join(lines)) == "".join(broken([f"{plain}\n"], columns))


@pytest.mark.parametrize("columns", [20, 30, 40, 60])
def test_only_long_words_and_places_are_wider_than_the_terminal(
    result: Result, columns: int
) -> None:
    wide = "".join(render("text", result, Style()))
    text = "".join(render("text", result, Style(columns=columns)))
    assert max(map(width, wide.splitlines())) > columns
    for line in text.splitlines():
        is_place = re.match(r" *(-->|:::) ", line)
        assert width(line) <= columns or is_place or len(line.split()) == 1, line
    kept = [each for each in wide.splitlines() if not FRAME.match(each)]
    told = [each for each in text.splitlines() if not FRAME.match(each)]
    assert "".join(" ".join(told).split()) == "".join(" ".join(kept).split())


def test_wide_terminals_break_lines_themselves() -> None:
    assert [usable(columns) for columns in (0, 10, 40, 79, 80, 200)] == [0, 20, 40, 79, 0, 0]
