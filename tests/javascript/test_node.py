"""The package against node: what is drawn at random is written, compared and ordered as there."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from javascript import answers
from javascript.node import NODE, Node, literal
from phaselint.javascript.equality import equal, identical
from phaselint.javascript.members import _ARRAY_METHODS, has, in_key_order, inherits
from phaselint.javascript.spaces import SPACES, trim
from phaselint.javascript.texts import json_of, text_of
from phaselint.javascript.units import length
from phaselint.javascript.values import is_truthy

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")

TEXTS = st.text(st.characters(codec=None, exclude_categories=()), max_size=6)
DOUBLES = st.integers(0, 2**64 - 1).map(lambda bits: struct.unpack("d", struct.pack("Q", bits))[0])
NEAR = st.builds(
    lambda digits, power: digits * 10.0**power, st.integers(-9999, 9999), st.integers(-30, 30)
)
NUMBERS = st.one_of(
    DOUBLES, NEAR, st.floats(), st.integers(), st.integers(-(10**30), 10**30), st.integers(-50, 50)
)
SCALARS = st.one_of(NUMBERS, TEXTS, st.booleans(), st.none())
KEYS = st.one_of(
    TEXTS, st.integers(-2, 2**33).map(str), st.sampled_from(("01", "1.5", "__proto__"))
)
ANY: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)
MANY = settings(max_examples=25)


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as running:
        yield running


def said(value: Any) -> list[Any]:
    return [text_of(value), json_of(value), json_of(value, 2), is_truthy(value)]


def test_the_tables_say_what_node_says(node: Node) -> None:
    texts = [text for text, *_ in node.about([value for value, _ in answers.NUMBERS])]
    assert [text for _, text in answers.NUMBERS] == texts
    texts = [text for _, text, *_ in node.about([value for value, _ in answers.STRINGS])]
    assert [text for _, text in answers.STRINGS] == texts
    told = node.about([value for value, *_ in answers.VALUES])
    assert [said for _, *said in answers.VALUES] == [texts for *texts, _ in told]
    assert {truth for *_, truth in node.about([*answers.FALSY])} == {False}


@MANY
@given(values=st.lists(NUMBERS, min_size=50, max_size=200))
def test_numbers(node: Node, values: list[float]) -> None:
    assert [said(value) for value in values] == node.about(values)


@MANY
@given(values=st.lists(ANY, min_size=1, max_size=30))
def test_values(node: Node, values: list[Any]) -> None:
    assert [said(value) for value in values] == node.about(values)
    order = node.ask(f"{literal(values)}.map(v => Object.keys(v ?? {{}}))")
    for value, keys in zip(values, order, strict=True):
        assert not isinstance(value, dict) or [*in_key_order(value)] == keys
    lengths = node.ask(f"{literal(values)}.map(v => typeof v == 'string' ? v.length : -1)")
    assert [length(v) if isinstance(v, str) else -1 for v in values] == lengths


@MANY
@given(pairs=st.lists(st.tuples(ANY, ANY).map(list), max_size=20), same=st.lists(ANY))
def test_equality(node: Node, pairs: list[list[Any]], same: list[Any]) -> None:
    pairs = pairs + [[value, value] for value in same]
    exact = node.ask(f"{literal(pairs)}.map(([a, b]) => isDeepStrictEqual(a, b))")
    assert [identical(*pair) for pair in pairs] == exact
    plain = [pair for pair in pairs if not isinstance(pair[0], list | dict)]
    strict = node.ask(f"{literal(plain)}.map(([a, b]) => a === b)")
    assert [equal(*pair) for pair in plain] == strict


def test_white_space(node: Node) -> None:
    code = "[...Array(65536).keys()].filter(code => String.fromCharCode(code).trim() == '')"
    assert node.ask(code) == sorted(map(ord, SPACES))
    assert node.ask(code.replace("trim()", r"replace(/\s/, '')")) == sorted(map(ord, SPACES))


@MANY
@given(text=st.text(st.sampled_from([*SPACES, "\x1c", "\x85", "\u200b", "\u180e", "a"])))
def test_trim(node: Node, text: str) -> None:
    assert node.ask(f"{literal(text)}.trim()") == trim(text)


def test_inherited_members(node: Node) -> None:
    names = ["length", "__proto__", "prototype", "first", "", "keys"]
    names += node.ask("Object.getOwnPropertyNames(Object.prototype)") + _ARRAY_METHODS.split()
    assert node.ask(f"{literal(names)}.map(n => n in {{}})") == [*map(inherits, names)]
    assert node.ask(f"{literal(names)}.map(n => n in [])") == [has([], name) for name in names]
