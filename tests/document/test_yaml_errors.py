"""Broken YAML: one problem, in plain words, at the place to look."""

from __future__ import annotations

import pytest

from phaselint.document import yamlreader
from phaselint.document.commented import comments_of
from phaselint.document.reader import read_text
from phaselint.document.yamlpure import PureParser

BROKEN = [
    # text, place of the problem as line:column, message, related place
    ("a: [1, 2\n", "1:4", "`[` is never closed", ""),
    ("a: [1, 2\n# c\n", "1:4", "`[` is never closed", ""),
    ("a:\n  - {b: [\n", "2:9", "`[` is never closed", ""),
    ("a: [1, 2\nb: 3\n", "2:2", "`[` isn't closed before this, or a `,` is missing", "1:4"),
    ("a: ['x' 'y']\n", "1:9", "`[` isn't closed before this, or a `,` is missing", "1:4"),
    ("a: {b: 1]\n", "1:9", "`]` doesn't close the open `{`", "1:4"),
    ("a: [b]]\n", "1:7", "`]` without an opening bracket", ""),
    ("a: }\n", "1:4", "`}` without an opening bracket", ""),
    ("a: [\n- b\n]\n", "2:1", "`-` isn't allowed here", ""),
    ("a: [,]\n", "1:5", "a value is missing here", ""),
    ("a: 'it's'\n", "1:8", "this text isn't part of the value before it", ""),
    ('a: "x" y\n', "1:8", "this text isn't part of the value before it", ""),
    ("a: 'abc\nb: 1\n", "1:4", "`'` is never closed", ""),
    ('a: "abc\n---\n', "1:4", '`"` is never closed', ""),
    ('a: "\\q"\n', "1:5", "`\\q` isn't a YAML escape", ""),
    ('a: "\\u12"\n', "1:5", "`\\u12` isn't a YAML escape", ""),
    ("a:\n\tb: 1\n", "2:1", "tabs aren't allowed for indentation", ""),
    ("a: 1\n\tb: 1\n", "2:1", "tabs aren't allowed for indentation", ""),
    ("a: |\n\tb\n", "2:1", "tabs aren't allowed for indentation", ""),
    ("a: b: c\n", "1:5", "`:` can't start a value here", ""),
    ("a\nb: 1\n", "2:2", "`:` can't start a value here", ""),
    ("a: [b]\nc\n", "2:1", "`:` is missing after this key", ""),
    ("a: - b\n", "1:4", "`-` can't start a list item here", ""),
    ("a: ? b\n", "1:4", "`?` can't start a key here", ""),
    ("- a\nb: 1\n", "2:1", "this line doesn't fit the list before it", "1:1"),
    ("a:\n   b: 1\n  c: 2\n", "3:3", "this line doesn't fit the mapping before it", "1:1"),
    ("a: |\n  b\n c\n", "3:2", "this line doesn't fit the mapping before it", "1:1"),
    (" a: 1\nb: 2\n", "2:1", "this line doesn't match the indentation before it", ""),
    ("'a' b\n", "1:5", "this text isn't part of the value before it", ""),
    ("a: @b\n", "1:4", "a value can't start with `@`", ""),
    ("a: `b`\n", "1:4", "a value can't start with a backtick", ""),
    ("a: *.py\n", "1:4", "`*.py` refers to an anchor that isn't defined before it", ""),
    ("a: *\n", "1:4", "`*` starts an alias, but no name follows", ""),
    ("a: &\n", "1:4", "`&` starts an anchor, but no name follows", ""),
    ("a: !<x y\n", "1:4", "`!` starts a tag, but this isn't a valid one", ""),
    ("a: !e!x y\n", "1:4", "`!` starts a tag, but this isn't a valid one", ""),
    ("%YAML 2.0\na\n", "1:1", "`%` starts a directive here, but YAML has no such directive", ""),
    ("a: *b\n", "1:4", "`*b` refers to an anchor that isn't defined before it", ""),
    ("a: &b [*b]\n", "1:8", "`*b` is inside the node that it refers to", ""),
    ("x: &y {c: {d: *y}}\n", "1:15", "`*y` is inside the node that it refers to", ""),
    ("--- a\n--- b\n", "2:1", "a second document starts here", ""),
    ("a: 1\n---\n", "2:1", "a second document starts here", ""),
    ("? [a]\n: b\n", "1:3", "a key must be a string, not a collection", ""),
    ("a: {{ x }}\n", "1:5", "a key must be a string, not a collection", ""),
    ("é: 1\x01\n", "1:5", "the character U+0001 is not allowed in YAML", ""),
    ("é😀\x0c", "1:3", "the character U+000C is not allowed in YAML", ""),
    ("a: \ud800", "1:4", "the character U+D800 is not allowed in YAML", ""),
]  # fmt: skip


@pytest.fixture(params=["libyaml", "pure"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Read with libyaml, and again with the parser in Python."""
    name: str = request.param
    if name == "pure":
        monkeypatch.setattr(yamlreader, "_parser", PureParser)
    return name


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(("text", "place", "message", "related"), BROKEN)
def test_broken_text(text: str, place: str, message: str, related: str) -> None:
    document = read_text("a.yaml", text)
    (problem,) = document.problems
    assert problem.kind == "syntax-error"
    assert problem.message == message
    assert "{}:{}".format(*document.position(problem.start)) == place
    assert problem.end - problem.start <= len(text)
    assert not document.readable
    assert document.value is None
    starts = [document.position(start) for start, _, _ in problem.related]
    assert ["{}:{}".format(*start) for start in starts] == [related] * bool(related)


def test_no_character_is_no_escape() -> None:
    (problem,) = read_text("a.yaml", 'a: "\\U00110000"').problems
    assert (problem.start, problem.message) == (4, "`\\U00110000` isn't a YAML escape")


def test_only_what_stops_reading_is_said() -> None:
    kinds = [problem.kind for problem in read_text("a.yaml", "a: 1\na: !x 2\nb: [").problems]
    assert kinds == ["syntax-error"]


def test_nothing_can_be_located_in_a_broken_document() -> None:
    document = read_text("a.yaml", "a: [  # phaselint: ignore[x] y")
    assert document.range(("a",)) == ((1, 1), (1, 1))
    assert comments_of(document) == ()


def test_a_collection_in_the_place_of_a_key() -> None:
    (problem,) = read_text("a.yaml", "a:\n  b: 1\n  {c: 1, c: 2}\n").problems
    assert problem.message == "`{` begins a collection where a key of the mapping above is expected"
    assert (problem.start, problem.end) == (12, 13)
