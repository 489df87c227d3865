"""String literals of Python that say something else in the author's quotes."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.document.pythonedit import inside, respelt, string_of

HEADS = [prefix + quote for prefix in ("", "r", "R", "u") for quote in ("'", '"', "'''", '"""')]
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
NASTY = st.text(st.sampled_from("'\"\\\n\r\t\0{}#ä\u2028x"), max_size=10)


@given(st.sampled_from(HEADS), TEXTS | NASTY)
def test_a_literal_says_the_new_text_in_the_old_quotes(head: str, value: str) -> None:
    quote = head.lstrip("rRu")
    new = respelt(f"{head}old{quote}", value)
    assert new is not None
    assert ast.literal_eval(new) == value
    raw = head[0] in "rR" and new[0] in "rR"
    assert new.startswith(head if raw or head[0] not in "rR" else quote)
    assert new.endswith(quote)


@given(st.sampled_from(HEADS), NASTY)
def test_between_the_quotes_is_what_stands_there(head: str, value: str) -> None:
    quote = head.lstrip("rRu")
    literal = respelt(f"{head}old{quote}", value)
    assert literal is not None
    found = inside(literal)
    assert found is not None
    start, end = found
    assert literal[:start] + literal[start:end] + literal[end:] == literal
    assert literal[:start].lstrip("rRu") == literal[end:] == quote


@pytest.mark.parametrize(
    ("literal", "new"),
    [
        ("'a'", "'it\\'s'"),
        ('"a"', '"it\'s"'),
        ("r'a'", "'it\\'s'"),
        ('r"a"', 'r"it\'s"'),
        ("'''a'''", "'''it's'''"),
        ("u'a'", "u'it\\'s'"),
    ],
)
def test_the_prefix_stays_where_it_can(literal: str, new: str) -> None:
    assert respelt(literal, "it's") == new


@pytest.mark.parametrize(
    "text", ["b'a'", "f'a'", "'a' 'b'", "'a' + 'b'", "name", "", "'a", "('a')", "1", "'a'.lower()"]
)
def test_what_is_no_single_literal_is_left_alone(text: str) -> None:
    assert respelt(text, "x") is None
    assert inside(text) is None


def test_pieces_side_by_side_are_one_string_though_no_single_literal() -> None:
    assert string_of("'a'\n'b'") == "ab"
    assert respelt("'a'\n'b'", "c") is None
