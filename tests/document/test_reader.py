"""From bytes to documents: formats, encodings, files that are no text."""

from __future__ import annotations

import pytest

from phaselint.document.commented import comments_of
from phaselint.document.reader import format_of, oversized, read, read_text, unreadable


@pytest.mark.parametrize(
    ("path", "format"),
    [
        *(("a.yaml", "yaml"), ("x/a.YML", "yaml"), ("a.json", "json"), ("b.v1.Json", "json")),
        *(("SKILL.md", "markdown"), ("a.markdown", "markdown"), ("noext", "yaml")),
    ],
)
def test_the_extension_decides_the_format(path: str, format: str) -> None:
    assert format_of(path) == format
    assert read(path, b"{}").format == format


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("path", ["a.yaml", "a.json"])
def test_encodings_that_are_read(encoding: str, path: str) -> None:
    document = read(path, '{"é": "😀"}'.encode(encoding))
    assert document.value == {"é": "😀"}
    assert document.bom == (encoding == "utf-8-sig")
    assert document.range(("é",), "key").start == (1, 2)


@pytest.mark.parametrize(
    ("data", "message", "place"),
    [
        (b"a: 1\nb: \xe9\n", "the file isn't UTF-8: byte 0xe9 at offset 8 (line 2)", (2, 4)),
        (b"\xef\xbb\xbfa: \xff", "the file isn't UTF-8: byte 0xff at offset 6 (line 1)", (1, 4)),
        (b"\xff\xfea\0", "the file is UTF-16, but must be UTF-8", (1, 1)),
        (b"\xfe\xff\0a", "the file is UTF-16, but must be UTF-8", (1, 1)),
        (b"a: 1\0", "the file holds binary data (a NUL byte)", (1, 1)),
        (b"\x89PNG\r\n\x1a\n\0\0", "the file holds binary data (a NUL byte)", (1, 1)),
    ],
)
def test_bytes_that_are_no_text(data: bytes, message: str, place: tuple[int, int]) -> None:
    document = read("a.yaml", data)
    (problem,) = document.problems
    assert (problem.kind, problem.message) == ("unreadable-file", message)
    assert document.position(problem.start) == place
    assert (document.value, document.readable) == (None, False)


def test_a_file_that_could_not_be_opened() -> None:
    document = unreadable("a.json", "permission denied")
    assert [(p.kind, p.message) for p in document.problems] == [
        ("unreadable-file", "permission denied")
    ]
    assert (document.format, document.text, document.readable) == ("json", "", False)


def test_a_file_that_is_too_large_to_be_opened() -> None:
    (problem,) = oversized("a.yaml", 50_000_000).problems
    assert problem.kind == "limit-exceeded"
    assert problem.message == "the file has 50.0 MB, more than the limit of 20 MB"


def test_lines_beyond_the_text_are_empty() -> None:
    document = read_text("a.yaml", "a: 1\nb: 2")
    assert [document.line(number) for number in (0, 1, 2, 3)] == ["", "a: 1", "b: 2", ""]
    assert document.position(10_000) == (2, 5)


def test_nothing_is_located_twice() -> None:
    document = read_text("a.json", "[1]")
    assert document.positions is document.positions
    assert comments_of(document) is comments_of(document)
