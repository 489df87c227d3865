"""Markdown front matter, with offsets in the whole file."""

from __future__ import annotations

import pytest

from phaselint.document.reader import read, read_text


def test_front_matter_is_the_value_and_the_rest_the_body() -> None:
    document = read_text("SKILL.md", "---\nname: x\ntools: [a]\n---\n# Title\n")
    assert document.value == {"name": "x", "tools": ["a"]}
    assert document.text[document.body_start :] == "# Title\n"
    assert document.range(("tools", 0)) == ((3, 9), (3, 10))


def test_byte_order_mark_and_crlf() -> None:
    document = read("SKILL.MD", "\ufeff--- \r\nname: é\r\nb: 1\r\n---\r\nbody".encode())
    assert document.value == {"name": "é", "b": 1}
    assert document.bom
    assert document.range(("b",), "key") == ((3, 1), (3, 2))
    assert document.text[document.body_start :] == "body"


@pytest.mark.parametrize(
    "text", ["", "# Title\n---\nname: x\n---\n", "----\na: 1\n----\n", " ---\na\n---\n"]
)
def test_text_without_front_matter_has_no_value(text: str) -> None:
    document = read_text("a.md", text)
    assert (document.value, document.problems, document.body_start) == (None, (), 0)


def test_front_matter_may_be_empty() -> None:
    document = read_text("a.md", "---\n---\nbody")
    assert (document.value, document.problems, document.body_start) == (None, (), 8)
    assert document.range(("name",)) == ((1, 1), (1, 1))


@pytest.mark.parametrize("text", ["---\nname: x\n", "---", "---\nname: x\n ---\n"])
def test_front_matter_that_never_closes(text: str) -> None:
    (problem,) = read_text("a.md", text).problems
    assert problem.kind == "syntax-error"
    assert problem.message == "the front matter opened by this `---` is never closed"
    assert (problem.start, problem.end) == (0, 3)


def test_problems_are_placed_in_the_whole_file() -> None:
    broken = read_text("a.md", "---\na: ['x'\nb: 1\n---\n")
    assert broken.position(broken.problems[0].start) == (3, 1)
    assert broken.position(broken.problems[0].related[0][0]) == (2, 4)
    twice = read_text("a.md", "---\na: 1\na: 2\n---\n")
    assert twice.position(twice.problems[0].start) == (3, 1)
    assert twice.position(twice.problems[0].related[0][0]) == (2, 1)
