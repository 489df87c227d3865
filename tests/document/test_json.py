"""JSON text to values; positions when they are asked for (design §4, core D.2)."""

from __future__ import annotations

import pytest

from phaselint.document.commented import comments_of
from phaselint.document.reader import read_text

REGISTRY = """\
{
  "steps": {"a": {"next": "b"}},
  "list": [1, [true], "x\\n"]
}
"""


def test_values_and_positions() -> None:
    document = read_text("a.json", REGISTRY)
    assert document.value == {"steps": {"a": {"next": "b"}}, "list": [1, [True], "x\n"]}
    assert document.text_of(("steps", "a", "next"), "key") == '"next"'
    assert document.text_of(("list", 1)) == "[true]"
    assert document.text_of(("list", 2)) == '"x\\n"'
    assert document.text_of(("steps", "absent")) == '"steps"'
    assert document.range(("list", 1, 0)) == ((3, 16), (3, 20))
    assert document.text_of(()) == REGISTRY.strip()


def test_a_scalar_may_be_the_whole_document() -> None:
    document = read_text("a.json", ' "x" ')
    assert (document.value, document.text_of(())) == ("x", '"x"')


def test_json_has_no_comments() -> None:
    assert comments_of(read_text("a.json", '{"a": "# phaselint: ignore[x] y"}')) == ()


def test_a_key_may_occur_more_than_twice() -> None:
    document = read_text("a.json", '{"a": 1, "a": 2, "a": 3}')
    assert [problem.related[0][0] for problem in document.problems] == [1, 1]
    assert document.text_of(("a",)) == "3"


def test_the_last_of_equal_keys_counts_as_in_javascript() -> None:
    text = '{"a": {"b": 1}, "c": {"\\u0061": 1, "a": 2}, "a": 4}'
    document = read_text("a.json", text)
    assert document.value == {"a": 4, "c": {"a": 2}}
    assert document.readable
    assert [problem.kind for problem in document.problems] == ["duplicate-key"] * 2
    assert [problem.start for problem in document.problems] == [35, 44]
    assert [problem.related[0][:2] for problem in document.problems] == [(22, 30), (1, 4)]
    assert document.text_of(("a",)) == "4"
    assert document.text_of(("c", "a")) == "2"


@pytest.mark.parametrize(
    ("text", "start", "message"),
    [
        ("", 0, "the file is empty, which isn't valid JSON"),
        (" \n", 0, "the file is empty, which isn't valid JSON"),
        ('{"a": 1,\n}', 7, "`,` isn't allowed after the last item"),
        ("[1, ]", 2, "`,` isn't allowed after the last item"),
        ("[1, 2", 0, "`[` is never closed"),
        ('{"a": [1], "b":', 0, "`{` is never closed"),
        ('[{"a"', 1, "`{` is never closed"),
        ('{"a": 1]', 7, "`]` doesn't close the open `{`"),
        ("[1 2]", 3, "`[` isn't closed before this, or a `,` is missing"),
        ('{"a" 1}', 5, "`:` is missing before this"),
        ('{"a":}', 5, "a value is missing here"),
        ("[1,,2]", 3, "a value is missing before this `,`"),
        ("{a: 1}", 1, "a key in double quotes is missing here"),
        ("{'a': 1}", 1, "a string must have double quotes, not single quotes"),
        ("['a']", 1, "a string must have double quotes, not single quotes"),
        ("[] []", 3, "text after the end of the value"),
        ('["abc', 1, '`"` is never closed'),
        ('["a\nb"]', 3, "a line break must be escaped in a string"),
        ('["a\x01b"]', 3, "the character U+0001 must be escaped in a string"),
        ('["\\q"]', 2, "`\\q` isn't a JSON escape"),
        ('["\\u12"]', 2, "`\\u12` isn't a JSON escape"),
        ("[NaN]", 1, "`NaN` isn't a JSON number"),
        ('{"NaN": -Infinity}', 8, "`-Infinity` isn't a JSON number"),
        ("// c\n{}", 0, "JSON has no comments"),
        ("[1, # c\n2]", 4, "JSON has no comments"),
        ("[True]", 1, "`True` isn't a JSON value"),
        ("+1", 0, "`+1` isn't a JSON value"),
    ],
)
def test_broken_text(text: str, start: int, message: str) -> None:
    document = read_text("a.json", text)
    (problem,) = document.problems
    assert (problem.kind, problem.start, problem.message) == ("syntax-error", start, message)
    assert document.value is None
    assert document.offsets(("a",)) == (0, 0)


def test_half_a_character_is_kept() -> None:
    document = read_text("a.json", '["\\ud83d\\ude00", "\\\\ud800", "\\u00e9", "a\\ud83d"]')
    assert document.value == ["😀", "\\ud800", "é", "a\ud83d"]
    assert document.problems == ()


def test_the_help_knows_words_of_other_languages() -> None:
    assert read_text("a.json", "[None]").problems[0].help == "use `null`"
