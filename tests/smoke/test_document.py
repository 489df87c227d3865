"""Documents: values, positions, and what is wrong with a text."""

from __future__ import annotations

import pytest

from phaselint.document.reader import read_text


@pytest.mark.parametrize(
    ("path", "text", "start"),
    [
        ("a.yaml", "# first\nphases:\n  - name: ä\n", (3, 11)),
        ("a.json", '{"phases": [\n  {"name": "ä"}\n]}', (2, 12)),
        ("a.md", "---\nphases: [{name: ä}]\n---\n# Title\n", (2, 17)),
    ],
)
def test_a_value_and_its_place(path: str, text: str, start: tuple[int, int]) -> None:
    document = read_text(path, text)
    assert document.value == {"phases": [{"name": "ä"}]}
    assert document.range(("phases", 0, "name")).start == start


@pytest.mark.parametrize(
    ("path", "text", "start"),
    [("a.yaml", "a: 1\nb: [\n", (2, 4)), ("a.json", '{"a": 1,\n "b": }', (2, 7))],
)
def test_a_text_that_cannot_be_read(path: str, text: str, start: tuple[int, int]) -> None:
    (problem,) = read_text(path, text).problems
    assert problem.kind == "syntax-error"
    assert read_text(path, text).position(problem.start) == start
