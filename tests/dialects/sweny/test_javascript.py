"""What the reference does because it runs on JavaScript."""

from __future__ import annotations

import pytest

from phaselint.dialects.sweny.reading.javascript import has_space, in_key_order, trim


@pytest.mark.parametrize(
    ("text", "trimmed"),
    [(" a b\n", "a b"), ("\ufeffa\u2028", "a"), ("\x1ca\x85", "\x1ca\x85"), (" ", ""), ("", "")],
)
def test_trim(text: str, trimmed: str) -> None:
    assert trim(text) == trimmed


@pytest.mark.parametrize(("text", "spaced"), [("a b", True), ("a\xa0b", True), ("a\x85b", False)])
def test_white_space(text: str, spaced: bool) -> None:
    assert has_space(text) is spaced


def test_keys_that_look_like_an_index_come_first() -> None:
    keys = ["b", "10", "4294967295", "a", "4294967294", "2", "02", "-1", "1.5", "٣"]
    order = ["2", "10", "4294967294", "b", "4294967295", "a", "02", "-1", "1.5", "٣"]
    assert list(in_key_order(dict.fromkeys(keys))) == order
