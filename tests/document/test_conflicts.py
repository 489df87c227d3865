"""Texts that are half merged: one problem, at the marker."""

from __future__ import annotations

import pytest

from phaselint.document.reader import read_text

OURS, THEIRS = "<<<<<<< HEAD", ">>>>>>> other"


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("a.yaml", f"{OURS}\na: 1\n=======\na: 2\n{THEIRS}\n", 1),
        ("a.yaml", f"x: 0\n{OURS}\na: 1\n=======\na: 2\n{THEIRS}\ny: 1\n", 2),
        ("a.yaml", f"x: 0\r\n{OURS}\r\na: 1\r\n=======\r\na: 2\r\n{THEIRS}\r\n", 2),
        ("a.json", f'{{\n{OURS}\n"a": 1\n=======\n"a": 2\n{THEIRS}\n}}\n', 2),
        ("a.md", f"---\n{OURS}\na: 1\n=======\na: 2\n{THEIRS}\n---\ntext\n", 2),
    ],
)
def test_the_marker_is_the_place(path: str, text: str, line: int) -> None:
    document = read_text(path, text)
    [problem] = document.problems
    assert (problem.kind, problem.message) == ("syntax-error", "unresolved merge conflict")
    assert document.position(problem.start) == (line, 1)
    assert [document.text[start:end] for start, end, _ in problem.related] == ["=======", ">>>>>>>"]


@pytest.mark.parametrize(
    "text",
    [f"{OURS}\na: b: c\n", f"=======\n{OURS}\na: b: c\n", f"a: b: c\n{OURS}\n=======\n"],
)
def test_other_mistakes_stay_what_they_are(text: str) -> None:
    [problem] = read_text("a.yaml", text).problems
    assert problem.message != "unresolved merge conflict"


def test_a_text_that_parses_may_quote_one() -> None:
    document = read_text("a.yaml", f"a: |\n  {OURS}\n  =======\n  {THEIRS}\n")
    assert document.problems == ()
    document = read_text("a.md", f"---\na: 1\n---\n{OURS}\none\n=======\ntwo\n{THEIRS}\n")
    assert document.problems == ()
