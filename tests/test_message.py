"""Messages know the names in them."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.vocabulary.message import (
    Message,
    arrows,
    joined,
    message,
    names_in,
    quote,
    quote_all,
)

plain = st.text("abé_- 1.価", min_size=1, max_size=8)


def test_parts_stand_where_the_template_has_braces() -> None:
    text = message("the phase {} has {} tools, not `{}`", quote("triage"), 3, "none")
    assert text == "the phase `triage` has 3 tools, not `none`"
    assert text.names == ("triage", "none")


def test_words_in_backticks_of_the_template_are_names() -> None:
    assert message("`next` of {} lists `repeat`", "x").names == ("next", "repeat")


def test_parts_bring_their_names_and_no_others() -> None:
    inner = message("on the way to `z`")
    assert message("{} and {}, {}", quote_all(["a", "b"]), "`c`", inner).names == ("a", "b", "z")


def test_lists_and_paths_of_names() -> None:
    assert (quote_all(["a", "b"]), arrows(["a", "b"])) == ("`a`, `b`", "`a` -> `b`")
    assert arrows(["a", "b"]).names == ("a", "b")


def test_other_braces_are_text() -> None:
    assert message("`{}` for {}", "{}", "it") == "`{}` for it"
    assert message("write `{ctx}` for {}", "it") == "write `{ctx}` for it"


@pytest.mark.parametrize("parts", [(), ("a", "b")])
def test_parts_and_braces_have_to_match(parts: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="parts for the template"):
        message("one {}", *parts)


def test_a_name_with_backticks_is_one_name() -> None:
    assert message("the phase {}", quote("a`b")).names == ("a`b",)


def test_a_message_is_pickled_with_its_names() -> None:
    text = pickle.loads(pickle.dumps(message("the phase {}", quote("a"))))
    assert isinstance(text, Message)
    assert text.names == ("a",)


def test_what_is_no_message_has_no_names() -> None:
    assert names_in("`a`") == names_in(3) == ()


@given(st.lists(plain), st.lists(plain))
def test_names_are_the_words_in_backticks(some: list[str], others: list[str]) -> None:
    text = message("{}: {}", quote_all(some), joined("; ", map(quote, others)))
    assert list(text.names) == text.split("`")[1::2] == [*some, *others]
