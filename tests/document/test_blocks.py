"""Blocks of YAML that are written beside what is there: layout, words, comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from phaselint.document.blocks import Layout, block, layout_of, with_items
from phaselint.document.editing import edited
from phaselint.document.growing import append_values, insert_value, replace_value
from phaselint.document.reader import read_text

if TYPE_CHECKING:
    from phaselint.vocabulary.finding import Edit

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zl", "Zp"]))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | WORDS
    | st.sampled_from(["yes", "a\nb", "- a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
LAYOUTS = st.builds(Layout, st.integers(1, 4), st.integers(0, 3), st.just(5), st.booleans())


def changed(text: str, edit: Edit | None, path: str = "a.yaml") -> str:
    """A text with one edit."""
    assert edit is not None
    return edited(read_text(path, text), [edit])


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("a: 1\n", Layout()),
        ("a:\n- b:\n      c: 1\n", Layout(4, 0, 2)),
        ("a:\n   -  b: [c]\n", Layout(2, 3, 6, brackets=True)),
        ("a:\n  - b\nd: [e]\nf: [g]\n", Layout(2, 2, 4, brackets=True)),
        ("a:\n  - b\nd: [e]\n", Layout(2, 2, 4)),
        ("a:  # why\n\n  # what\n    b: 1\r\n", Layout(4, 2, 4)),
    ],
)
def test_the_layout_of_a_text(text: str, layout: Layout) -> None:
    assert layout_of(text) == layout


@given(VALUES, LAYOUTS, st.integers(0, 6))
def test_a_block_says_its_value(value: Any, layout: Layout, column: int) -> None:
    entry = {"key": value}
    indent = " " * column
    text = f"{indent}first: 1\n{indent}{block(entry, layout, column)}\n"
    document = read_text("a.yaml", text)
    assert document.readable, text
    assert document.value == {"first": 1, "key": value}


@given(
    st.lists(st.sampled_from("abcd"), min_size=1, max_size=5),
    st.lists(st.sampled_from("abcde"), max_size=5),
    st.booleans(),
    st.integers(0, 4),
)
def test_a_list_with_other_items(old: list[str], new: list[str], flow: bool, column: int) -> None:
    indent = " " * column
    piece = f"[{', '.join(old)}]" if flow else f"\n{indent}".join(f"- {each}" for each in old)
    written = with_items(piece, column, new, Layout())
    assert written is not None
    assert yaml.safe_load(f"a:\n{indent}{written}\n" if column else written) == (
        {"a": new} if column else new
    )


def test_comments_stay_with_what_stays() -> None:
    piece = "- a  # one\n  # then\n  - b # two\n  - c"
    assert with_items(piece, 2, ["a", "x", "c"], Layout()) == piece.replace("- b", "- x")
    assert with_items(piece, 2, ["a"], Layout()) == "- a  # one\n  # then"


def test_a_comment_that_would_be_lost() -> None:
    assert with_items("- a\n- b\n# then\n- c", 0, ["a", "c"], Layout()) is None
    assert with_items("[a, # why\n b]", 0, ["a"], Layout()) is None
    assert with_items("- a\n# all\n- b", 0, [], Layout()) is None


class TestAdding:
    def test_an_entry_of_a_block(self) -> None:
        text = "a:\n    b: 1  # one\nc: 2\n"
        edit = insert_value(read_text("a.yaml", text), ("a",), "d", {"e": ["f"]})
        assert changed(text, edit) == (
            "a:\n    b: 1  # one\n    d:\n        e:\n          - f\nc: 2\n"
        )

    def test_an_entry_between_brackets(self) -> None:
        text = "a: {b: 1}\n"
        edit = insert_value(read_text("a.yaml", text), ("a",), "d", {"e": ["f", "yes", 1]})
        assert changed(text, edit) == 'a: {b: 1, d: {e: [f, "yes", 1]}}\n'

    def test_an_entry_in_a_header(self) -> None:
        text = "---\na:\n  b: 1\n---\nc:\n      d: 1\n"
        edit = insert_value(read_text("a.md", text), ("a",), "d", {"e": 1})
        assert changed(text, edit, "a.md") == text.replace("b: 1\n", "b: 1\n  d:\n    e: 1\n")

    def test_an_entry_that_is_there(self) -> None:
        assert insert_value(read_text("a.yaml", "a: 1\n"), (), "a", {"b": 1}) is None

    def test_another_entry_in_its_place(self) -> None:
        text = "- a: [b]\n  c: 1\n"
        edit = replace_value(read_text("a.yaml", text), (0, "a"), "d", {"e": ["f"]})
        assert changed(text, edit) == "- d:\n    e: [f]\n  c: 1\n"

    def test_items_keep_their_distance(self) -> None:
        text = "a:\n  - b: 1\n\n  - b: 2  # two\n# end\n"
        edit = append_values(read_text("a.yaml", text), ("a",), [{"b": 3}, {"b": 4}])
        assert changed(text, edit) == text.replace("# two\n", "# two\n\n  - b: 3\n\n  - b: 4\n")

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("a: []\n", "a:\n  - b: 1\n"),
            ("c:\n  - a: [ ] # none\n", "c:\n  - a:\n      - b: 1 # none\n"),
            ("{a: []}\n", '{a: [{"b": 1}]}\n'),
        ],
    )
    def test_the_first_item(self, text: str, expected: str) -> None:
        document = read_text("a.yaml", text)
        pointer = ("c", 0, "a") if text.startswith("c") else ("a",)
        assert changed(text, append_values(document, pointer, [{"b": 1}])) == expected

    @pytest.mark.parametrize("indent", [None, 2, 4])
    def test_json(self, indent: int | None) -> None:
        import json

        before, after = {"a": [{"b": [1]}]}, {"a": [{"b": [1]}, {"b": [2]}, {"b": [3]}]}
        text = json.dumps(before, indent=indent)
        edit = append_values(read_text("a.json", text), ("a",), after["a"][1:])
        assert changed(text, edit, "a.json") == json.dumps(after, indent=indent)
