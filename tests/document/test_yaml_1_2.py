"""What YAML 1.2 reads and libyaml refuses: values as they should be, and every place as written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.document.reader import read_text

READ: list[tuple[str, Any]] = [
    ("%YAML 1.3\n---\na: 1\n", {"a": 1}),
    ("%FOO x y\r\n# why\n%YAML 2.0\n\n--- {a: 1}\n", {"a": 1}),
    ("a: 1\n\t\nb: 2\n", {"a": 1, "b": 2}),
    ("\t\na: 1\n", {"a": 1}),
    ("a: 1\n \t\t \n\t\r\nb: 2\n", {"a": 1, "b": 2}),
    ("a: 1\n\t# why\nb: 2\n", {"a": 1, "b": 2}),
    ("a:\n  - x\n\t\n  - y\n", {"a": ["x", "y"]}),
    ("a: x\n\t\n  y\n", {"a": "x\ny"}),
    ('a: "\\ud83d\\ude00!"\n', {"a": "\U0001f600!"}),
    ('a: "\\ud83d\\ude00\\uD83D\\uDE00 \\ud83d\\ude01"\n',
     {"a": "\U0001f600\U0001f600 \U0001f601"}),
    ("a: [\"\\ud83d\\ude00\", '\\ud83d\\ude00', \\ud83d\\ude00]\n",
     {"a": ["\U0001f600", "\\ud83d\\ude00", "\\ud83d\\ude00"]}),
    ('"\\ud83d\\ude00": 1\n', {"\U0001f600": 1}),
    ("a: [:b, c, :d:e]\n", {"a": [":b", "c", ":d:e"]}),
    ("a: {k: :b, l: ::c}\n", {"a": {"k": ":b", "l": "::c"}}),
    ("a: &é 1\nb: *é\n", {"a": 1, "b": 1}),
    ("a: &b.c [&é 1]\nd: {e: *b.c, f: *é}\n", {"a": [1], "d": {"e": [1], "f": 1}}),
    ("a: &a 1\nb: &é 2\nc: [*a, *é]\n", {"a": 1, "b": 2, "c": [1, 2]}),
    ('\t\na: ["\\ud83d\\ude00\u2028", :b]\n', {"a": ["\U0001f600\u2028", ":b"]}),
]  # fmt: skip

REFUSED = [
    ("a: 1\n\tb: 2\n", "tabs aren't allowed for indentation"),
    ("a:\n\t- b\n", "tabs aren't allowed for indentation"),
    ("\t\na:\n\tb: 1\n", "tabs aren't allowed for indentation"),
    ("a: |\n  x\n\t\n  y\n", ""),
    ("a: &é 1\nb: *ü\n", "`*ü` refers to an anchor that isn't defined before it"),
    ("a: [:]\n", ""),
    ("a: {k: :}\n", ""),
]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"\\ud83d"', "\ud83d"),
        ('"\\ud83d\\ude00 \\ud83d"', "😀 \ud83d"),
        ('"\\ude00\\ud83d"', "\ude00\ud83d"),
        ('"\\ud83d\\ud83d\\ude00"', "\ud83d😀"),
        ('"\\U0000d83d\\ude00"', "😀"),
        ('["\\\\ud83d", "\\ud83d"]', ["\\ud83d", "\ud83d"]),
        ("['\\ud83d', \"\\ud800\"]", ["\\ud83d", "\ud800"]),
    ],
)
def test_halves_of_characters_are_kept(text: str, value: Any) -> None:
    document = read_text("a.yaml", f"a: {text}\n")
    assert document.problems == ()
    assert document.value == {"a": value}


@pytest.mark.parametrize(("text", "value"), READ)
def test_it_is_read(text: str, value: Any) -> None:
    document = read_text("a.yaml", text)
    assert document.problems == ()
    assert document.value == value


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_nobody_reads_stays_refused(text: str, message: str) -> None:
    [problem] = read_text("a.yaml", text).problems
    assert problem.kind == "syntax-error"
    assert problem.message.startswith(message)


def test_places_are_those_of_the_text() -> None:
    text = '\t\na: "\\ud83d\\ude00"\nb: {c: :d}\ne: [1, 2]\n'
    document = read_text("a.yaml", text)
    for pointer, written in {
        ("a",): '"\\ud83d\\ude00"',
        ("b", "c"): ":d",
        ("e", 1): "2",
    }.items():
        start, end = document.offsets(pointer, "value")
        assert text[start:end] == written


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_what_json_writes_is_read(value: str) -> None:
    import json

    text = f"a: {json.dumps(value)}\n"
    assert read_text("a.yaml", text).value == {"a": value}


@pytest.mark.parametrize("text", ["!!int x", "!!bool yes", "!!null 0", "!!float a"])
def test_a_scalar_that_is_not_what_its_tag_says_stays_a_text(text: str) -> None:
    found = read_text("a.yaml", text)
    assert found.value == text.split()[1]
    (problem,) = found.problems
    assert problem.kind == "unknown-tag"
    assert problem.message.endswith("and stays a string")


def test_the_tag_without_a_name_makes_a_text() -> None:
    assert read_text("a.yaml", "[! 42, ! true, ! x]").value == ["42", "true", "x"]


@pytest.mark.parametrize(("tag", "noun"), [("!!timestamp", "a date"), ("!!binary", "bytes")])
def test_a_tag_that_makes_something_else_says_what(tag: str, noun: str) -> None:
    (problem,) = read_text("a.yaml", f"{tag} 2026-01-01").problems
    assert problem.message == f"the tag `{tag}` turns the value into {noun} if a reader knows it"
