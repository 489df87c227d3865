"""Where names stand, and which node is at an offset."""

from __future__ import annotations

import pytest

from phaselint.document.reader import read_text
from phaselint.document.spans import piece, scalar, written

YAML = """\
plain: one
single: 'two'
double: "th\\u0072ee"
flow: {a: [x, "y"]}
anchored: &n !!str four
"it's": five
folded: >-
  read a.b
  and a.b
"""


def text(pointer: tuple[str | int, ...], value: str, part: str = "value") -> str:
    document = read_text("a.yaml", YAML)
    assert part in ("key", "value")
    start, end = scalar(document, pointer, part, value)  # type: ignore[arg-type]
    return document.text[start:end]


@pytest.mark.parametrize(
    ("pointer", "value", "part", "expected"),
    [
        (("plain",), "one", "value", "one"),
        (("plain",), "plain", "key", "plain"),
        (("single",), "two", "value", "two"),
        (("double",), "three", "value", '"th\\u0072ee"'),
        (("flow", "a", 1), "y", "value", "y"),
        (("anchored",), "four", "value", "four"),
        (("it's",), "it's", "key", "it's"),
    ],
)
def test_scalar_is_without_quotes_and_properties(
    pointer: tuple[str | int, ...], value: str, part: str, expected: str
) -> None:
    assert text(pointer, value, part) == expected


def test_written_text_has_quotes() -> None:
    document = read_text("a.yaml", YAML)
    start, end = written(document, ("single",))
    assert document.text[start:end] == "'two'"


def test_piece_of_a_folded_text_is_found_by_its_number() -> None:
    document = read_text("a.yaml", YAML)
    value = document.value["folded"]
    first = piece(document, ("folded",), "value", value, 5, 8)
    second = piece(document, ("folded",), "value", value, 13, 16)
    assert first is not None
    assert second is not None
    assert value[5:8] == value[13:16] == "a.b"
    assert (document.text.index("a.b"), document.text.rindex("a.b")) == (first[0], second[0])


def test_piece_that_is_not_certain_has_no_place() -> None:
    document = read_text("a.yaml", 'a: "n \\u006e"\n')
    assert piece(document, ("a",), "value", "n n", 0, 1) is None


@pytest.mark.parametrize("name", ["a.yaml", "a.json"])
def test_every_node_is_found_at_its_own_offsets(name: str) -> None:
    document = read_text(name, '{"a": [1, {"b": "c"}], "d": {}, "e": null}\n')
    positions = document.positions
    assert positions is not None
    for pointer in (("a", 0), ("a", 1, "b"), ("d",), ("e",)):
        for offset in document.offsets(pointer):
            assert positions.at(offset) == (pointer, "value")
    for offset in document.offsets(("a", 1, "b"), "key"):
        assert positions.at(offset) == (("a", 1, "b"), "key")
    assert positions.at(0) == ((), "value")
    assert positions.at(len(document.text)) == ((), "value")
