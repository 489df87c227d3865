"""Edits that suppress a finding with a reason, and that they really do."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from phaselint.document.changes import apply, changes_of
from phaselint.document.reader import read_text
from phaselint.fixing.suppressing import (
    suppress_file,
    suppress_here,
    suppress_in_configuration,
)
from phaselint.project.globs import compile_globs
from phaselint.suppression import hide
from phaselint.suppression.excerpt import linted
from phaselint.vocabulary.finding import Finding, Fix, Place
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from samples import finding, reported, rule

if TYPE_CHECKING:
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Edit, Part, Pointer

RULE = rule("XX001", "some-rule")
OTHER = rule("XX002", "other-rule")
FOUND = "# phaselint: ignore[some-rule] why"


def made(document: Document, edit: Edit | None) -> str:
    assert edit is not None
    changes = changes_of(Fix("safe", "", (edit,)), {document.path: document})
    assert changes is not None
    return apply(document.text, changes[document.path])


@pytest.mark.parametrize(
    ("text", "pointer", "part", "expected"),
    [
        ("a: 1\nb: 2\n", ("a",), "value", f"a: 1  {FOUND}\nb: 2\n"),
        ("a: 1\nb: 2", ("b",), "key", f"a: 1\nb: 2  {FOUND}"),
        ("a: 1  \r\nb: 2\r\n", ("a",), "value", f"a: 1  {FOUND}\r\nb: 2\r\n"),
        ("a: 1 # one\n", ("a",), "value", f"a: 1 # one  {FOUND}\n"),
        ("a: |\n  t\n", ("a",), "key", f"a: |  {FOUND}\n  t\n"),
        ("x:\n  a: 'one\n    two'\n", ("x", "a"), "value", f"x:\n  {FOUND}\n  a: 'one\n    two'\n"),
        (
            "a: 1  # phaselint: ignore[other-rule] why not\n",
            ("a",),
            "value",
            "a: 1  # phaselint: ignore[other-rule, some-rule] why not\n",
        ),
    ],
)
def test_a_comment(text: str, pointer: Pointer, part: Part, expected: str) -> None:
    document = read_text("a.yaml", text)
    found = finding(RULE, document, pointer, part)
    after = made(document, suppress_here(document, found, " why\n"))
    assert after == expected
    again = read_text("a.yaml", after)
    moved = finding(RULE, again, pointer, part)
    outcome = hide.apply((moved,), linted({"a.yaml": again}), rules=(RULE, OTHER))
    assert [bool(each.suppression) for each in outcome.diagnostics] == [True]


@pytest.mark.parametrize(
    ("path", "text", "pointer"),
    [
        ("a.json", '{"a": 1}', ("a",)),
        ("a.yaml", "a: [", ()),
        ("a.md", "---\nid: a\n---\nBody\n", ()),
    ],
)
def test_where_there_is_no_comment(path: str, text: str, pointer: Pointer) -> None:
    document = read_text(path, text)
    found = finding(RULE, document, pointer)
    if path == "a.md":
        place = found.place._replace(range=document.range(()))
        found = reported(Hit(RULE, Finding(place, message("m"))))
        assert suppress_file(document, found, "why") is not None
        return
    assert suppress_here(document, found, "why") is None
    assert suppress_file(document, found, "why") is None


def test_in_the_body_of_markdown_there_is_none() -> None:
    from phaselint.vocabulary.finding import Position, Range

    document = read_text("a.md", "---\nid: a\n---\nBody\n")
    body = Place("a.md", (), "document", Range(Position(4, 1), Position(4, 3)))
    found = reported(Hit(RULE, Finding(body, message("m"))))
    assert suppress_here(document, found, "why") is None


def test_what_cannot_be_suppressed() -> None:
    document = read_text("a.yaml", "a: 1\n")
    broken = finding(rule("PL002", "syntax-error"), document, ("a",))
    assert suppress_here(document, broken, "why") is None
    assert suppress_file(document, broken, "why") is None
    assert suppress_in_configuration("phaselint.toml", "", broken, "a.yaml", "why") is None
    assert suppress_here(document, finding(RULE, document, ("a",)), " ") is None


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.yaml", "a: 1\n", "# phaselint: ignore-file[some-rule] why\na: 1\n"),
        ("a.md", "---\nid: a\n---\n", "---\n# phaselint: ignore-file[some-rule] why\nid: a\n---\n"),
        ("a.yaml", "---\na: 1\n", "---\n# phaselint: ignore-file[some-rule] why\na: 1\n"),
    ],
)
def test_a_comment_for_a_file(path: str, text: str, expected: str) -> None:
    document = read_text(path, text)
    found = finding(RULE, document, (next(iter(document.value)),))
    after = made(document, suppress_file(document, found, "why"))
    assert after == expected
    again = read_text(path, after)
    moved = finding(RULE, again, (next(iter(again.value)),))
    [hidden] = hide.apply((moved,), linted({path: again}), rules=(RULE,)).diagnostics
    assert hidden.suppression is not None


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("phaselint.toml", ""),
        ("phaselint.toml", "bound = 5\n"),
        ("sub/phaselint.toml", '[severity]\norder-trap = "error"'),
        ("pyproject.toml", '[project]\r\nname = "x"\r\n'),
    ],
)
def test_an_entry_of_the_configuration(file: str, text: str) -> None:
    document = read_text("flows/a[1].json", '{"a/b": [1]}')
    found = finding(RULE, document, ("a/b", 0))
    edit = suppress_in_configuration(file, text, found, document.path, 'said "so"\x7f')
    assert edit is not None
    assert edit.place.file == file
    after = text + edit.text
    config = tomllib.loads(after)
    table = config["tool"]["phaselint"] if "pyproject" in file else config
    [entry] = table["suppress"]
    assert entry["rule"] == "some-rule"
    assert entry["pointer"] == "/a~1b/0"
    assert entry["reason"] == 'said "so"\x7f'
    assert compile_globs((entry["path"],))(document.path)
    assert not compile_globs((entry["path"],))("flows/a1.json")


def test_a_file_in_the_root_is_no_pattern_for_all() -> None:
    document = read_text("a.json", "[1]")
    edit = suppress_in_configuration("phaselint.toml", "", finding(RULE, document), "a.json", "why")
    assert edit is not None
    matches = compile_globs((tomllib.loads(edit.text)["suppress"][0]["path"],))
    assert matches("a.json")
    assert not matches("deep/a.json")


def test_a_list_that_is_closed_takes_no_entry() -> None:
    document = read_text("a.json", "[1]")
    text = "suppress = []\n"
    assert (
        suppress_in_configuration("phaselint.toml", text, finding(RULE, document), "a.json", "w")
        is None
    )
