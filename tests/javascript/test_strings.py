"""White space and code units of strings."""

from __future__ import annotations

import pytest

from phaselint.javascript.spaces import has_space, trim
from phaselint.javascript.units import cut, length, offset, units, whole


@pytest.mark.parametrize(
    ("text", "trimmed"),
    [(" a b\n", "a b"), ("\ufeffa\u2028", "a"), ("\x1ca\x85", "\x1ca\x85"), (" ", ""), ("", "")],
)
def test_trim(text: str, trimmed: str) -> None:
    assert trim(text) == trimmed


@pytest.mark.parametrize(("text", "spaced"), [("a b", True), ("a\xa0b", True), ("a\x85b", False)])
def test_white_space(text: str, spaced: bool) -> None:
    assert has_space(text) is spaced


def test_an_emoji_is_two_units() -> None:
    assert units("a😀") == "a\ud83d\ude00"
    assert whole("a\ud83d\ude00\ud83d") == "a😀\ud83d"
    assert offset("a😀b", 3) == 2
    assert length("a😀") == 3


def test_a_text_is_cut_between_units() -> None:
    assert cut("a😀b", 3) == "a😀"
    assert cut("a😀b", 2) == "a\ufffd"
    assert cut("ab", 5) == "ab"
