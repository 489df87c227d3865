"""The text of open documents against a model that counts the slow way."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from phaselint_lsp.textstore import Change, Encoding, LineIndex, apply, units

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
SIGNS = "ab \n\r\t\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029äß€漢😀𝄞\ud83d\ude00\ufeff"

texts = st.text(alphabet=SIGNS, max_size=40)
encodings = st.sampled_from(ENCODINGS)
numbers = st.integers(0, 12)
positions = st.tuples(numbers, numbers)


def model_lines(text: str) -> list[str]:
    """The lines of a text with their breaks, as the protocol has it."""
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z", text) + (
        [""] if not text or text[-1] in "\r\n" else []
    )


def model_units(text: str, encoding: Encoding) -> int:
    codec, size = CODECS[encoding]
    # One by one: two halves that stand side by side are two characters in Python.
    return sum(len(char.encode(codec, "surrogatepass")) // size for char in text)


def model_offset(text: str, line: int, character: int, encoding: Encoding) -> int:
    lines = model_lines(text)
    if line >= len(lines):
        return len(text)
    before = sum(map(len, lines[:line]))
    content = lines[line].rstrip("\r\n")
    for count in range(len(content), -1, -1):
        if model_units(content[:count], encoding) <= character:
            return before + count
    raise AssertionError


@given(texts, positions, encodings)
@example("", (0, 0), "utf-16")
@example("abc", (0, 10), "utf-16")
@example("a\r\nb", (0, 5), "utf-8")
def test_an_offset_is_that_of_the_model(
    text: str, position: tuple[int, int], encoding: Encoding
) -> None:
    assert LineIndex(text).offset(*position, encoding) == model_offset(text, *position, encoding)


@given(texts, encodings)
def test_positions_lead_back(text: str, encoding: Encoding) -> None:
    index = LineIndex(text)
    for offset in range(len(text) + 1):
        line, character = index.position(offset, encoding)
        inside_break = text[max(0, offset - 1) : offset + 1] == "\r\n"
        assert index.offset(line, character, encoding) == offset - inside_break
        assert line == len(model_lines(text[:offset])) - 1 - (inside_break)


@given(texts)
def test_lines_are_those_of_the_model(text: str) -> None:
    index = LineIndex(text)
    lines = [text[slice(*index.bounds(number))] for number in range(index.line_count)]
    assert lines == [line.rstrip("\r\n") for line in model_lines(text)]


@settings(max_examples=200)
@given(
    texts,
    st.lists(st.tuples(positions, positions, texts) | texts, max_size=8),
    encodings,
)
def test_changes_lead_to_the_text_of_the_model(
    text: str,
    edits: list[tuple[tuple[int, int], tuple[int, int], str] | str],
    encoding: Encoding,
) -> None:
    expected, changes = text, []
    for edit in edits:
        if isinstance(edit, str):
            changes.append(Change(edit))
            expected = edit
            continue
        first, last, new = edit
        start, end = (model_offset(expected, *position, encoding) for position in (first, last))
        changes.append(Change(new, first, last))
        expected = expected[:start] + new + expected[max(start, end) :]
    index = apply(LineIndex(text), changes, encoding)
    assert index.text == expected
    assert _bounds(index) == _bounds(LineIndex(expected))


def _bounds(index: LineIndex) -> list[tuple[int, int]]:
    return [index.bounds(number) for number in range(index.line_count)]


@given(texts, encodings)
def test_units_are_those_of_the_codec(text: str, encoding: Encoding) -> None:
    assert units(text, encoding) == model_units(text, encoding)


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 12), ("utf-16", 9), ("utf-32", 8)])
def test_one_place_in_three_encodings(encoding: Encoding, character: int) -> None:
    assert LineIndex("key: ä😀 x").position(8, encoding) == (0, character)
