"""Pieces of other languages that compile and mean something else (sweny.md §8.4 regex-dialect)."""

from __future__ import annotations

import pytest

from engine import search
from phaselint.patterns.foreign import difference, oddities, respelled
from phaselint.patterns.javascript import LONGEST

FOUND = {
    r"\Afix": [(r"\A", "^")],
    r"\Ahttps://.*\Z": [(r"\A", "^"), (r"\Z", "$")],
    r"^a\z": [(r"\z", "$")],
    r"[[:alpha:]]+": [("[:alpha:]", "A-Za-z")],
    r"[[:upper:]_][[:digit:]]*": [("[:upper:]", "A-Z"), ("[:digit:]", "0-9")],
    r"[[:upper:][:digit:]]": [("[:upper:]", "A-Z"), ("[:digit:]", "0-9")],
    r"[:space:]": [("[:space:]", r"[\s]")],
    r"a{,3}": [("{,3}", "{0,3}")],
    r"\p{L}+": [(r"\p{L}", None)],
    r"\PL": [(r"\PL", None)],
    r"\x4": [(r"\x4", r"\x04")],
    r"\x": [(r"\x", None)],
    r"\u12": [(r"\u12", r"\u0012")],
    r"\u{61}": [(r"\u{61}", r"\u0061")],
    r"\u{1f600}": [(r"\u{1f600}", r"(?:\ud83d\ude00)")],
    r"[\u{1f600}]": [(r"\u{1f600}", None)],
    r"\Qa.b\Ec": [(r"\Qa.b\E", r"a\.b")],
    r"\Qab": [(r"\Q", None)],
    r"a\E": [(r"\E", "")],
    r"\h+": [(r"\h", r"[ \t]")],
    r"[\h_]": [(r"\h", r" \t")],
    r"[\A]": [(r"\A", None)],
    "\U0001f600\\A": [(r"\A", "^")],
    "/^fix/": [("/", ""), ("/", "")],
    r"/\Afix\//gi": [("/", ""), (r"\A", "^"), ("/gi", "")],
    "/[/]/": [("/", ""), ("/", "")],
}


@pytest.mark.parametrize(("source", "expected"), FOUND.items())
def test_each_piece_is_found_with_what_says_it_here(
    source: str, expected: list[tuple[str, str | None]]
) -> None:
    found = oddities(source)
    assert [(each.text, each.instead) for each in found] == expected
    assert [source[each.start : each.end] for each in found] == [text for text, _ in expected]


@pytest.mark.parametrize("source", FOUND)
def test_each_comes_with_a_text_on_which_the_two_meanings_differ(source: str) -> None:
    found = oddities(source)
    shown = difference(source, found)
    assert shown is not None
    assert search(source, shown.text) is shown.matched
    if all(each.instead is not None for each in found):
        assert search(respelled(source, found), shown.text) is not shown.matched


@pytest.mark.parametrize(
    "source",
    [r"\\A", r"[\\A]", r"\x41\u0041", r"[:-]", r"[a:b:]", "[[:nonsense:]]", "a{0,3}", "{,3}", r"\p",
     r"\d\w\s\b", r"\.\-", "a++", "A" * LONGEST + r"\A"],
)  # fmt: skip
def test_nothing_is_said_about_the_rest(source: str) -> None:
    assert oddities(source) == ()


def test_only_the_anchors_are_replaced_without_asking() -> None:
    safe = [each.text for source in FOUND for each in oddities(source) if each.safe]
    assert set(safe) == {r"\A", r"\Z", r"\z"}
    assert not oddities(r"[\A]")[0].safe


def test_the_meaning_is_told_in_words() -> None:
    (found,) = oddities(r"\Afix")
    assert (found.means, found.intended) == ("the letter `A`", "the start of the text")


def test_no_difference_where_the_meanings_agree() -> None:
    source = r"a|\z|"
    assert difference(source, oddities(source)) is None
