"""Expressions against Python's own engine, where the two languages mean the same."""

from __future__ import annotations

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from effort import effort
from engine import search
from phaselint.javascript.units import offset, units, whole
from phaselint.patterns.automaton import automaton, may_match
from phaselint.patterns.backtracking import suspects
from phaselint.patterns.charset import charset, common, complement, contains
from phaselint.patterns.enginetext import engine_text
from phaselint.patterns.javascript import compile_error
from phaselint.patterns.matching import matches
from phaselint.patterns.parser import parse
from phaselint.patterns.portable import found_in, portable, shortest
from phaselint.patterns.sample import counterexample, example
from phaselint.patterns.syntax import Reference
from phaselint.patterns.translate import Unmatchable

ATOMS = ("a", "b", "c", ".", "[ab]", "[^a]", r"\w", r"\d", r"\b", "^", "-")
QUANTIFIERS = ("*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}", "*?", "+?")
TOKENS = (
    *ATOMS, *QUANTIFIERS, "(", "(", ")", ")", "(?:", "(?=", "(?!", "(?<=", "(?<x>", "(?i:", "[",
    "]", "|", "$", "\\", r"\1", r"\k<x>", r"\c", r"\u", r"\x4", "{", "}", "{,2}", "\ud83d",
    "\U0001f600",
)  # fmt: skip


def extend(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("{}{}".format, inner, inner),
        st.builds("(?:{}|{})".format, inner, inner),
        st.builds("(?:{}){}".format, inner, st.sampled_from(QUANTIFIERS)),
        st.builds("(?{}{})".format, st.sampled_from(("=", "!")), inner),
    )


SHARED = st.recursive(st.sampled_from(ATOMS), extend, max_leaves=6)
MOST_WORK = 1_000_000
TEXTS = st.text("abc-1", max_size=6)
UNITS = st.integers(0, 0xFFFF)
CHARSETS = st.lists(
    st.tuples(UNITS, UNITS).map(lambda pair: (min(pair), max(pair))), max_size=4
).map(charset)


def given_examples(count: int) -> settings:
    return settings(max_examples=count // 3)


@given_examples(400)
@given(source=SHARED, texts=st.lists(TEXTS, min_size=1, max_size=4))
def test_matching_is_as_in_python_where_the_languages_agree(source: str, texts: list[str]) -> None:
    for text in texts:
        found = re.search(source, text, re.ASCII) is not None
        assert matches(source, text) is found
        machine = automaton(parse(source))
        assert may_match(machine, text) or not found
        assert found or not (machine.exact and may_match(machine, text))


@given_examples(600)
@given(
    source=st.lists(st.sampled_from(TOKENS), max_size=8).map("".join),
    texts=st.lists(TEXTS, min_size=1, max_size=4),
)
def test_what_is_portable_is_read_alike_by_both_languages(source: str, texts: list[str]) -> None:
    assume(portable(source) is not None)
    compiled = re.compile(source)
    assert compiled.search(shortest(source) or "") or not shortest(source)
    for text in texts:
        found = found_in(source, text)
        assert found in {None, compiled.search(text) is not None}
        assert found in {None, search(source, text)}


@given_examples(400)
@given(source=st.lists(st.sampled_from(TOKENS), max_size=8).map("".join))
def test_every_source_is_refused_with_words_or_can_be_asked_anything(source: str) -> None:
    if compile_error(source):
        assert suspects(source) is None
        assert example(source) is None
        return
    suspects(source)
    for text, expected in ((example(source), True), (counterexample(source), False)):
        if text is not None:
            assert matches(source, text) is expected
            assert expected is _by_the_engine(source, text, expected)


def _by_the_engine(source: str, text: str, otherwise: bool) -> bool:
    """What the other engine says, where trying it is little work."""
    syntax = parse(source)
    refers = any(isinstance(part, Reference) for part in syntax.parts)
    work = None if refers else effort(automaton(syntax), units(text))
    try:
        return otherwise if work is None or work > MOST_WORK else search(source, text)
    except Unmatchable:
        return otherwise


@given_examples(300)
@given(source=SHARED.map("({})+$".format))
def test_the_recipe_of_a_suspect_makes_work_explode(source: str) -> None:
    found = suspects(source)
    machine = automaton(parse(source))
    if found is None or machine.inner:
        return
    few, many = (effort(machine, units(found.recipe.text(count))) for count in (8, 16))
    assert few is not None
    assert many is not None
    assert many > 64 * few
    assert not may_match(machine, units(found.recipe.text(5)), anywhere=False)


@given_examples(200)
@given(left=CHARSETS, right=CHARSETS, code=UNITS)
def test_sets_are_sets(
    left: tuple[tuple[int, int], ...], right: tuple[tuple[int, int], ...], code: int
) -> None:
    inside = contains(left, code)
    assert contains(complement(left), code) is not inside
    assert contains(common(left, right), code) is (inside and contains(right, code))
    assert complement(complement(left)) == left


@given_examples(200)
@given(text=st.text(st.characters(codec=None, exclude_categories=()), max_size=8))
def test_units_are_what_utf_16_has(text: str) -> None:
    split = units(text)
    assert len(split) == len(text.encode("utf-16-le", "surrogatepass")) // 2
    assert units(whole(split)) == split
    assert len(engine_text(text)) == len(split)
    assert not any("\ud800" <= each <= "\udfff" for each in engine_text(text))
    joined = whole(split)
    assert [offset(joined, len(units(joined[:at]))) for at in range(len(joined))] == [
        *range(len(joined))
    ]
