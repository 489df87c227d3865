"""YAML text to values and positions (design §4, core D.3)."""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.document import yamlreader
from phaselint.document.reader import read_text
from phaselint.document.record import START_SHIFT
from phaselint.document.yamlbuilder import joined
from phaselint.document.yamlpure import PureParser

if TYPE_CHECKING:
    from phaselint.document import Document

CONTRACT = """\
name: review  # a comment

nodes:
  a: &A {id: 1, wants: [x, 2.5, ~]}
  b:
    text: |
      one
      two

    tools:
    - read
    - id: w
      with:
# the end of b
  c: *A
"""


def document(text: str) -> Document:
    return read_text("a.yaml", text)


def value(text: str) -> Any:
    read = document(text)
    assert read.problems == ()
    return read.value


def kinds(text: str) -> list[str]:
    return [problem.kind for problem in document(text).problems]


def test_a_contract_becomes_plain_data() -> None:
    a = {"id": 1, "wants": ["x", 2.5, None]}
    b = {"text": "one\ntwo\n", "tools": ["read", {"id": "w", "with": None}]}
    assert value(CONTRACT) == {"name": "review", "nodes": {"a": a, "b": b, "c": a}}


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "--- # c\n...\n", "~"])
def test_an_empty_document_has_no_value_and_no_problem(text: str) -> None:
    assert value(text) is None


def test_markers_around_one_document_are_fine() -> None:
    assert value("%YAML 1.2\n---\na: 1\n...\n") == {"a": 1}


def test_a_merge_key_is_a_key_like_others() -> None:
    assert value("a: &x {p: 1}\nb:\n  <<: *x\n") == {"a": {"p": 1}, "b": {"<<": {"p": 1}}}


def test_quoted_scalars_are_text() -> None:
    assert value("[\"1\", '~', |\n  2\n]".replace("|\n  2\n", '""')) == ["1", "~", ""]


def test_block_scalars_are_text() -> None:
    assert value("a: |\n  1\nb: >-\n  true\n") == {"a": "1\n", "b": "true"}


def test_core_tags_are_obeyed() -> None:
    text = "[!!str 1, !!int '2', !!float 3, !!bool 'true', !!null '', !!map {}, !!seq []]"
    assert repr(value(text)) == "['1', 2, 3.0, True, None, {}, []]"
    assert value("!<tag:yaml.org,2002:str> ~") == "~"


@pytest.mark.parametrize("text", ["!!map []", "!!seq {}", "!!str {}", "!!seq x"])
def test_a_core_tag_that_does_not_fit_is_an_error(text: str) -> None:
    read = document(f"a: {text}")
    assert [problem.kind for problem in read.problems] == ["syntax-error"]
    assert read.problems[0].start == 3


def test_an_unknown_tag_is_reported_and_the_value_kept() -> None:
    read = document("a: &x !mine 1\nb: !!set {p: }\n")
    assert read.value == {"a": "1", "b": {"p": None}}
    assert [p.kind for p in read.problems] == ["unknown-tag", "unknown-tag"]
    assert [read.text[p.start : p.end] for p in read.problems] == ["!mine", "!!set"]
    assert read.readable


@pytest.mark.parametrize(
    ("pointer", "key", "text"),
    [
        (("name",), "name", "review"),
        (("nodes", "a"), "a", "&A {id: 1, wants: [x, 2.5, ~]}"),
        (("nodes", "a", "wants", 1), "2.5", "2.5"),
        (("nodes", "b", "text"), "text", "|\n      one\n      two"),
        (("nodes", "b", "tools"), "tools", "- read\n    - id: w\n      with:"),
        (("nodes", "b", "tools", 1), "id: w\n      with:", "id: w\n      with:"),
        (("nodes", "b", "tools", 1, "with"), "with", ""),
        (("nodes", "c"), "c", "*A"),
        (("nodes", "c", "wants", 0), "x", "x"),
    ],
)
def test_a_pointer_leads_to_key_and_value(
    pointer: tuple[str | int, ...], key: str, text: str
) -> None:
    read = document(CONTRACT)
    assert read.text_of(pointer, "key") == key
    assert read.text_of(pointer) == text


def test_a_pointer_to_nothing_leads_to_the_key_above() -> None:
    read = document(CONTRACT)
    assert read.text_of(("nodes", "b", "absent", "deep")) == "b"
    assert read.offsets(("absent",)) == (0, 0)
    assert read.offsets(("name",), "document") == (0, 0)


def test_the_whole_document_is_the_range_of_the_root() -> None:
    read = document(CONTRACT)
    assert read.text_of(()) == CONTRACT[: CONTRACT.index("*A") + 2]
    assert read.range((), "key") == ((1, 1), (1, 1))


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("a: |\n  b  \n\n\nc: 1", "|\n  b  "),
        ("a: >-\n  b\n# c\nc: 1", ">-\n  b"),
        ("a: |+\n  b\n\nc: 1", "|+\n  b\n"),
        ("a: |+\r\n  b\r\n\r\nc: 1", "|+\r\n  b\r\n"),
        ("a: !!str\n  |  # a + b\n  b\n\nc: 1", "!!str\n  |  # a + b\n  b"),
        ("a: |\n  b", "|\n  b"),
    ],
)
def test_a_block_scalar_ends_before_the_break_of_its_last_line(text: str, cut: str) -> None:
    assert document(text).text_of(("a",)) == cut


def test_a_block_ends_with_its_last_node_whatever_follows() -> None:
    read = document("a:\n  b: {c: 1}\n  # end\n\nd: 1\n")
    assert read.text_of(("a",)) == "b: {c: 1}"


def test_columns_count_code_points_and_only_real_breaks_end_lines() -> None:
    read = document("a: x\u2028y\x85z\r\n😀b: {c: 1}\r\n")
    assert read.value == {"a": "x\u2028y\x85z", "😀b": {"c": 1}}
    assert read.range(("😀b", "c"), "key") == ((2, 6), (2, 7))


def test_text_keeps_the_breaks_of_yaml_1_1_in_block_scalars() -> None:
    assert value("a: |\n  one\u2028two\n") == {"a": "one\u2028two\n"}


def test_a_key_that_occurs_twice_keeps_its_first_value() -> None:
    read = document("a: 1\nb:\n  - x: 1\n    y: 2\n    'x': {p: {q: 1}}\n    z: 3\n")
    assert read.value == {"a": 1, "b": [{"x": 1, "y": 2, "z": 3}]}
    (problem,) = read.problems
    assert problem.kind == "duplicate-key"
    assert problem.message == "duplicate key `x` in this mapping"
    assert problem.pointer == ("b", 0)
    assert read.text[problem.start : problem.end] == "'x'"
    assert read.position(problem.related[0][0]) == (3, 5)
    assert read.text_of(("b", 0, "x")) == "1"
    assert read.text_of(("b", 0, "z")) == "3"


def test_every_further_key_is_a_duplicate_also_inside_one() -> None:
    read = document("a: 1\na: {b: 1, b: 2}\na: 3\n1: x\n'1': y\n")
    assert read.value == {"a": 1, "1": "x"}
    assert [read.text[p.start : p.end] for p in read.problems] == ["a", "b", "a", "'1'"]
    assert [len(p.related) for p in read.problems] == [1, 0, 1, 1]


def test_a_duplicate_inside_a_further_duplicate_has_no_pointer() -> None:
    read = document("a: 1\na: 2\nb: {c: 3}\na: {c: 1, c: 2}\n")
    assert [(p.pointer, len(p.related)) for p in read.problems] == [((), 1)] * 2 + [((), 0)]


def test_an_alias_may_be_a_key_and_an_anchor_be_redefined() -> None:
    assert value("- &k name\n- *k : 1\n- &k 2\n- *k\n") == ["name", {"name": 1}, 2, 2]


def test_an_inner_anchor_of_the_same_name_ends_the_outer_one() -> None:
    assert value("&x [&x 1, *x]") == [1, 1]


def test_aliases_share_their_value() -> None:
    read = value("a: &x {b: [1]}\nc: *x\n")
    assert read["a"] is read["c"]


def test_the_pure_parser_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = CONTRACT + "d: !mine x\nname: again\n"
    fast = yamlreader.read(text)
    monkeypatch.setattr(yamlreader, "_parser", PureParser)
    assert yamlreader.read(text) == fast


def test_without_libyaml_the_pure_parser_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "yaml._yaml", None)
    assert value("a: [1, 2]") == {"a": [1, 2]}
    assert kinds("a: [1, 2") == ["syntax-error"]


HALF = st.integers(0, 2**32 - 1)


@given(st.lists(st.tuples(HALF, HALF), max_size=20))
def test_halves_of_marks_are_joined_by_the_order_of_bytes(halves: list[tuple[int, int]]) -> None:
    noted = array("I", [half for pair in halves for half in pair])
    (other,) = {"little", "big"} - {sys.byteorder}
    assert list(joined(noted, sys.byteorder)) == [high << START_SHIFT | low for low, high in halves]
    assert list(joined(noted, other)) == [low << START_SHIFT | high for low, high in halves]
    assert list(noted) == [half for pair in halves for half in pair]
