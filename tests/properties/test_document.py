"""Whatever is written can be read, and every pointer leads to the text of its value."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.document.commented import comments_of
from phaselint.document.jsonplaces import JsonPlaces
from phaselint.document.jsontokens import scan
from phaselint.document.positions import index
from phaselint.document.reader import read, read_text
from phaselint.document.yamlreader import read as read_yaml
from yaml12 import CoreDumper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Part, Pointer

bounded = settings(max_examples=120)

TRICKY = (
    *("", " ", "yes", "no", "on", "off", "null", "~", "true", "1:30", "2024-01-01", "0o17", "0x1F"),
    *(
        "1e3",
        ".5",
        "-.inf",
        ".nan",
        "1_000",
        "-",
        "?",
        ":",
        "- a",
        "a: b",
        "a #b",
        "#a",
        "&a",
        "*a",
    ),
    *(
        "!a",
        "|",
        ">",
        "%a",
        "@a",
        "`a",
        "'",
        '"',
        "it's",
        "[",
        "]",
        "{",
        "}",
        ",",
        "---",
        "...",
        "<<",
    ),
    *(
        "a\n\n",
        "\n\n",
        "a\nb",
        "a\n",
        "\na",
        " a\n b",
        "a\n\n\nb\n",
        "a \nb",
        "\ta",
        "a\tb",
        "\\n",
        "=",
        "é",
        "日本",
        "😀",
    ),
    *("a\rb", "a\r\nb", "\x07", "\ufeff", "word " * 40, "x" * 150),
)
ANYTHING = st.characters(exclude_categories=["Cs"])
NO_ODD_BREAKS = st.characters(exclude_categories=["Cs"], exclude_characters="\x85\u2028\u2029")


def values(alphabet: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    """Values as JSON has them."""
    texts = st.sampled_from(TRICKY) | st.text(alphabet, max_size=12)
    numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    return st.recursive(
        st.none() | st.booleans() | numbers | texts,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
        max_leaves=12,
    )


yaml_styles = st.fixed_dictionaries(
    {
        "default_flow_style": st.sampled_from([True, False, None]),
        "default_style": st.sampled_from([None, '"', "'", "|", ">"]),
        "indent": st.sampled_from([2, 3, 4, 7]),
        "width": st.sampled_from([20, 80, 1000]),
        "allow_unicode": st.booleans(),
        "line_break": st.sampled_from(["\n", "\r\n", "\r"]),
        "explicit_start": st.booleans(),
        "explicit_end": st.booleans(),
    }
)


def written(parts: tuple[Any, Any]) -> str:
    """A value as YAML in some style."""
    value, style = parts
    text: str = yaml.dump(value, Dumper=CoreDumper, sort_keys=False, **style)
    return text


def nodes(value: Any) -> Iterator[tuple[Pointer, Any]]:
    """Every node of a value with its pointer."""
    todo: list[tuple[Pointer, Any]] = [((), value)]
    while todo:
        pointer, node = todo.pop()
        yield pointer, node
        if isinstance(node, dict):
            todo += [((*pointer, key), part) for key, part in node.items()]
        elif isinstance(node, list):
            todo += [((*pointer, number), part) for number, part in enumerate(node)]


def same(one: Any, other: Any) -> bool:
    """Equality that tells types, signs and orders apart."""
    return repr(one) == repr(other)


def column(document: Document, offset: int) -> int:
    return document.position(offset).column - 1


def read_back(document: Document, pointer: Pointer, part: str) -> Any:
    """Read what a pointer's range holds, at the indentation it has in the document."""
    start, end = document.offsets(pointer, "key" if part == "key" else "value")
    text = document.text[start:end]
    if not text.startswith(("|", ">")):
        return read_text("cut.yaml", " " * column(document, start) + text).value
    if not pointer:
        return read_text("cut.yaml", text + "\n").value
    indent = " " * column(document, document.offsets(pointer[:-1])[0])
    return read_text("cut.yaml", f"{indent}- {text}\n").value[0]


@bounded
@given(values(NO_ODD_BREAKS), yaml_styles)
def test_yaml_in_any_style_reads_back_with_all_positions(value: Any, style: Any) -> None:
    text = yaml.dump(value, Dumper=CoreDumper, sort_keys=False, **style)
    document = read("a.yaml", text.encode())
    assert document.problems == ()
    assert same(document.value, value)
    for pointer, node in nodes(value):
        assert same(read_back(document, pointer, "value"), node)
        if pointer and isinstance(pointer[-1], str):
            assert read_back(document, pointer, "key") == pointer[-1]


@bounded
@given(values(ANYTHING), st.sampled_from([None, 0, 2, "\t"]), st.booleans())
def test_json_in_any_style_reads_back_with_all_positions(
    value: Any, indent: int | str | None, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document = read("a.json", text.encode())
    assert document.problems == ()
    assert same(document.value, value)
    for pointer, node in nodes(value):
        assert same(json.loads(document.text_of(pointer)), node)
        if pointer and isinstance(pointer[-1], str):
            assert json.loads(document.text_of(pointer, "key")) == pointer[-1]


STEPS = st.sampled_from(["a", "b", "\u00e9", 'q"', 0, 1, 2])
REPEATED = st.recursive(
    st.sampled_from(["1", "-2.5e3", "9" * 5_000, "null", '"x"', '"\\u00e9{["', "[]", "{ }"]),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[ {' ,'.join(items)}]")
        | st.lists(
            st.tuples(st.sampled_from(["a", "b", "\\u00e9", 'q\\"']), inner), max_size=4
        ).map(lambda pairs: "{" + ",\n".join(f'"{key}" :{value}' for key, value in pairs) + " }")
    ),
    max_leaves=12,
)
"""JSON texts with keys that are written several times."""


@bounded
@given(REPEATED, st.lists(st.lists(STEPS, max_size=4).map(tuple), max_size=6))
def test_places_in_json_are_those_of_a_scan(
    text: str, pointers: list[tuple[str | int, ...]]
) -> None:
    text = f" {text}\n"
    document, whole = read_text("a.json", text), scan(text).positions
    parts: tuple[Part, ...] = ("key", "value")
    for pointer in (*pointers, *(pointer for pointer, _ in nodes(document.value))):
        assert JsonPlaces(text).children(pointer) == whole.children(pointer)
        for part in parts:
            assert JsonPlaces(text).find(pointer, part) == whole.find(pointer, part)


@bounded
@given(REPEATED | st.tuples(values(NO_ODD_BREAKS), yaml_styles).map(written), st.booleans())
def test_places_in_yaml_are_those_of_all_its_nodes(text: str, apart: bool) -> None:
    reading = read_yaml(text, 5)
    record, text = reading.record, "---\n\n" + text
    if record is None:
        return
    found, whole = index(record, text), index(record, text)
    whole.children(())  # sorts all nodes
    parts: tuple[Part, ...] = ("key", "value")
    for pointer, _ in nodes(reading.value):
        for part in parts:
            lone = index(record, text) if apart else found
            assert lone.find(pointer, part) == whole.find(pointer, part)
            assert lone.find((*pointer, "no"), part) == whole.find((*pointer, "no"), part)


SIGNS = "[]{},:-?#&*!|>'\"%@`~\\ \t\n\r\x0b\x85\u2028\ufeff\x00\ud800😀"
WORDS = ("a", "1", "a: ", "- ", "\n  ", "---\n", "&a ", "*a", "!!int ", "<<: ")
COMMENTS = ("# phaselint: ignore[x] y", "<!-- phaselint:", "-->")
SNIPPETS = st.sampled_from([*SIGNS, *WORDS, *COMMENTS])


@bounded
@given(st.lists(SNIPPETS, max_size=25).map("".join), st.sampled_from(["yaml", "json", "md"]))
def test_no_text_is_too_strange(text: str, extension: str) -> None:
    document = read_text(f"a.{extension}", text)
    for problem in document.problems:
        assert 0 <= problem.start <= problem.end <= len(document.text)
        assert all(0 <= start <= end <= len(document.text) for start, end, _ in problem.related)
    for comment in comments_of(document):
        assert document.text[comment.start : comment.end].count("phaselint:") >= 1
        assert 1 <= comment.first_line <= comment.last_line <= document.line_count
    for pointer, _ in nodes(document.value):
        start, end = document.offsets(pointer)
        assert 0 <= start <= end <= len(document.text)


@bounded
@given(st.binary(max_size=40))
def test_no_bytes_are_too_strange(data: bytes) -> None:
    assert read("a.yaml", data).path == "a.yaml"


@bounded
@given(st.lists(st.sampled_from(["a", "\n", "\r", "\u2028", "😀"]), max_size=12).map("".join))
def test_lines_and_columns_count_what_an_editor_counts(text: str) -> None:
    document = read_text("a.md", text)
    lines = re.split(r"\r\n|\n|\r", text)
    assert [document.line(number + 1) for number in range(document.line_count)] == lines
    line, column = 1, 1
    for offset, character in enumerate(text):
        assert document.position(offset) == (line, column)
        ends = character == "\n" or (character == "\r" and text[offset + 1 : offset + 2] != "\n")
        line, column = (line + 1, 1) if ends else (line, column + 1)
    assert document.position(len(text)) == (line, column)
