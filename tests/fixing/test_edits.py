"""Edits that rules compute: the value is the expected one, everything else stands as it was."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.document.changes import apply, changes_of
from phaselint.document.reader import read, read_text
from phaselint.vocabulary.finding import Fix
from phaselint_rules import edits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Edit, Pointer

ROOT = Path(__file__).parents[2] / "fixtures" / "projects"
FILES = sorted(path for path in ROOT.rglob("*") if path.suffix in {".yaml", ".yml", ".json", ".md"})


def made(document: Document, *given: Edit | None) -> str:
    """The text with edits made, all of which there have to be."""
    made = tuple(edit for edit in given if edit is not None)
    assert len(made) == len(given)
    changes = changes_of(Fix("safe", "", made), {document.path: document})
    assert changes is not None
    return apply(document.text, changes[document.path])


def at(value: Any, pointer: Pointer) -> Any:
    for step in pointer:
        value = value[step]
    return value


class TestRemove:
    """`remove_item`, `remove_items`."""

    @pytest.mark.parametrize(
        ("text", "pointer", "expected"),
        [
            ("a: 1\nb: 2\n", ("a",), "b: 2\n"),
            ("a: 1\nb: 2", ("b",), "a: 1\n"),
            ("a: 1 # one\nb: 2 # two\n", ("a",), "b: 2 # two\n"),
            ("# head\na: 1\n\nb: 2\n", ("a",), "# head\n\nb: 2\n"),
            ("a:\n  x: 1\n  # of x\nb: 2\n", ("a",), "b: 2\n"),
            ("a: 1\n# of b\nb: 2\n", ("a",), "# of b\nb: 2\n"),
            ("x:\n  a: 1\n  # of b\n  b: 2\n", ("x", "a"), "x:\n  # of b\n  b: 2\n"),
            (
                "x:\n  a:\n    y: 1\n    # of y\n  # of b\n  b: 2\n",
                ("x", "a"),
                "x:\n  # of b\n  b: 2\n",
            ),
            ("- a\n# of b\n- b\n", (0,), "# of b\n- b\n"),
            ("a: |\n  text\n\nb: 2\n", ("a",), "\nb: 2\n"),
            ("a: 1\r\nb: 2\r\nc: 3\r\n", ("b",), "a: 1\r\nc: 3\r\n"),
            ("x:\n  a: 1\ny: 2\n", ("x", "a"), "x: {}\ny: 2\n"),
            ("x:\n- a\ny: 2\n", ("x", 0), "x: []\ny: 2\n"),
            ("- a\n- b\n", (0,), "- b\n"),
            ("- a: 1\n  b: 2\n", (0, "a"), "- b: 2\n"),
            ("- a: 1\n", (0, "a"), "- {}\n"),
            ("- - a\n  - b\n", (0, 0), "- - b\n"),
            ("{a: 1, b: 2}", ("a",), "{b: 2}"),
            ("{a: 1, b: 2}", ("b",), "{a: 1}"),
            ("{ a: 1 }", ("a",), "{}"),
            ("[a, b, c,]", (2,), "[a, b,]"),
            ("x: [a, # why\n  b]\n", ("x", 0), "x: [b]\n"),
            ("a: &k 1\nb: 2\n", ("a",), "b: 2\n"),
        ],
    )
    def test_yaml(self, text: str, pointer: Pointer, expected: str) -> None:
        document = read_text("a.yaml", text)
        assert made(document, edits.remove_item(document, pointer)) == expected

    @pytest.mark.parametrize(
        ("text", "pointer"),
        [
            ("a: &k 1\nb: *k\n", ("a",)),  # something else refers to it
            ("a: &k {x: 1}\nb: *k\n", ("b", "x")),  # it is written elsewhere
            ("a: 1\na: 2\n", ("a",)),  # there are two
            ("- a: 1\n  # on b\n  b: 2\n", (0, "a")),  # a comment would change its line
            ("a: 1\n", ("b",)),
            ("a: 1\n", ()),
            ("? a\n: 1\n? b\n: 2\n", ("a",)),
            ("[ # one\n a ]", (0,)),
        ],
    )
    def test_what_no_plain_edit_does(self, text: str, pointer: Pointer) -> None:
        document = read_text("a.yaml", text)
        assert edits.remove_item(document, pointer) is None

    @pytest.mark.parametrize(
        ("gone", "expected"),
        [
            ((0, 1), "[c, d]"),
            ((2, 3), "[a, b]"),
            ((0, 2), "[b, d]"),
            ((1, 3), "[a, c]"),
            ((0, 1, 2, 3), "[]"),
        ],
    )
    def test_several(self, gone: tuple[int, ...], expected: str) -> None:
        for text, path in (("x: [a, b, c, d]\n", "a.yaml"), ("x:\n- a\n- b\n- c\n- d\n", "b.yaml")):
            document = read_text(path, text)
            after = made(document, *edits.remove_items(document, ("x",), gone))
            assert read_text(path, after).value == read_text(path, f"x: {expected}").value

    def test_one_that_is_not_there_spoils_all(self) -> None:
        assert edits.remove_items(read_text("a.json", "[1]"), (), (0, 1)) == ()

    def test_front_matter(self) -> None:
        document = read_text("a.md", "---\nid: a\nnext: [b]\n---\nBody\n")
        after = made(document, edits.remove_item(document, ("next",)))
        assert after == "---\nid: a\n---\nBody\n"


class TestInsert:
    """`insert_entry`, `append_item`, `replace_entry`."""

    @pytest.mark.parametrize(
        ("path", "text", "pointer", "expected"),
        [
            ("a.yaml", "a: 1\n", (), "a: 1\nnew: [x]\n"),
            ("a.yaml", "a: 1 # one", (), "a: 1 # one\nnew: [x]"),
            (
                "a.yaml",
                "x:\n  a: 1\r\n\r\ny: 2\r\n",
                ("x",),
                "x:\n  a: 1\n  new: [x]\r\n\r\ny: 2\r\n",
            ),
            ("a.yaml", "- a: |\n    t\n", (0,), "- a: |\n    t\n  new: [x]\n"),
            ("a.yaml", "{a: 1}", (), "{a: 1, new: [x]}"),
            ("a.yaml", "x: {}", ("x",), "x: {new: [x]}"),
            ("a.json", '{"a": 1}', (), '{"a": 1, "new": [x]}'),
            ("a.json", '{\n  "a": 1,\n  "b": 2\n}', (), '{\n  "a": 1,\n  "b": 2,\n  "new": [x]\n}'),
            ("a.md", "---\nid: a\n---\nB\n", (), "---\nid: a\nnew: [x]\n---\nB\n"),
        ],
    )
    def test_an_entry(self, path: str, text: str, pointer: Pointer, expected: str) -> None:
        document = read_text(path, text)
        assert made(document, edits.insert_entry(document, pointer, "new", "[x]")) == expected

    def test_a_key_that_is_there(self) -> None:
        assert edits.insert_entry(read_text("a.json", '{"a": 1}'), (), "a", "2") is None

    def test_an_entry_of_no_mapping(self) -> None:
        assert edits.insert_entry(read_text("a.yaml", "a: [1]"), ("a",), "b", "2") is None
        assert edits.append_item(read_text("a.yaml", "a: {b: 1}"), ("a",), "2") is None

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("x: [a]\n", "x: [a, z]\n"),
            ("x: []\n", "x: [z]\n"),
            ("x:\n  - a # one\ny: 1\n", "x:\n  - a # one\n  - z\ny: 1\n"),
            ("x:\n- a: 1\n  b: 2\n", "x:\n- a: 1\n  b: 2\n- z\n"),
        ],
    )
    def test_an_item(self, text: str, expected: str) -> None:
        document = read_text("a.yaml", text)
        assert made(document, edits.append_item(document, ("x",), "z")) == expected

    def test_another_entry(self) -> None:
        document = read_text("a.yaml", "a:\n  b: 1\nc: 2\n")
        assert made(document, edits.replace_entry(document, ("a",), "d", "3")) == "d: 3\nc: 2\n"
        assert edits.replace_entry(document, ("a",), "c", "3") is None
        commented = read_text("a.yaml", "a:\n  # why\n  b: 1\n")
        assert edits.replace_entry(commented, ("a",), "d", "3") is None


def pointers(value: Any) -> Iterator[Pointer]:
    """Every pointer into a value."""
    waiting: list[Pointer] = [()]
    for pointer in waiting:
        found = at(value, pointer)
        steps = (
            found
            if isinstance(found, dict)
            else range(len(found))
            if isinstance(found, list)
            else ()
        )
        waiting += [(*pointer, step) for step in steps]
        yield pointer


def is_subsequence(part: str, whole: str) -> bool:
    rest = iter(whole)
    return all(character in rest for character in part)


@settings(max_examples=150)
@given(st.sampled_from(FILES), st.randoms(use_true_random=False))
def test_any_edit_of_real_files(path: Path, choose: Any) -> None:
    document = read(path.name, path.read_bytes())
    if document.problems or document.value is None:
        return
    pointer = choose.choice([*pointers(document.value)])
    wanted = copy.deepcopy(document.value)
    target = at(wanted, pointer)
    if isinstance(target, dict):
        check(
            document,
            edits.insert_entry(document, pointer, "zz", "[1]"),
            lambda v: at(v, pointer).update(zz=[1]),
        )
    if isinstance(target, list):
        check(
            document,
            edits.append_item(document, pointer, '"zz"'),
            lambda v: at(v, pointer).append("zz"),
        )
    if pointer:
        after = check(
            document,
            edits.remove_item(document, pointer),
            lambda v: at(v, pointer[:-1]).pop(pointer[-1]),
        )
        assert after is None or is_subsequence(
            after.replace("{}", "").replace("[]", ""), document.text
        )


def check(document: Document, edit: Edit | None, change: Any) -> str | None:
    """Whether an edit makes the change to the value; gives the text."""
    if edit is None:
        return None
    wanted = copy.deepcopy(document.value)
    change(wanted)
    after = made(document, edit)
    again = read_text(document.path, after)
    assert (again.value, again.problems) == (wanted, ())
    return after
