"""Suppression comments: what they cover, and that none is ignored in silence (design §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.document.commented import comments_of
from phaselint.document.reader import read_text

if TYPE_CHECKING:
    from phaselint.document.commented import Comment

CONTRACT = """\
# phaselint: ignore-file[whole-rule] for all of it
# phaselint: ignore[first-rule] the name
name: x
text: "# phaselint: ignore[no] x"  # phaselint: ignore[a, PL101] of this line
block: |  # phaselint: ignore[header] after the sign
  # phaselint: ignore[no] x
nodes:
  # phaselint: ignore[item] all of a
  - id: a
    text: |
      one

  - id: b   # TODO # phaselint: ignore[later] after another comment
# phaselint: ignore[last] covers flow
flow: [a,
  # phaselint: ignore[inner] inside
  b]
"""


FORM = "this isn't a valid suppression; write `# phaselint: ignore[rule-name] reason`"


def comments(text: str, path: str = "a.yaml") -> tuple[Comment, ...]:
    return comments_of(read_text(path, text))


def only(text: str, path: str = "a.yaml") -> Comment:
    (comment,) = comments(text, path)
    return comment


def test_what_each_comment_covers() -> None:
    found = [
        (comment.names[0][0], comment.kind, comment.first_line, comment.last_line)
        for comment in comments(CONTRACT)
    ]
    assert found == [
        ("whole-rule", "file", 1, 18),
        ("first-rule", "node", 3, 3),
        ("a", "line", 4, 4),
        ("header", "line", 5, 5),
        ("item", "node", 9, 11),
        ("later", "line", 13, 13),
        ("last", "node", 15, 17),
        ("inner", "node", 17, 17),
    ]
    assert all(not comment.error for comment in comments(CONTRACT))


def test_names_reason_and_places() -> None:
    text = "a: 1  # phaselint: ignore[ x-y,PL101 ]  because  of it "
    comment = only(text)
    assert [name for name, _, _ in comment.names] == ["x-y", "PL101"]
    assert [text[start:end] for _, start, end in comment.names] == ["x-y", "PL101"]
    assert comment.reason == "because of it"
    assert text[comment.start : comment.end] == text[6:]


def test_blanks_around_the_words_are_free() -> None:
    assert only("a: 1 #phaselint:ignore[x] y").error == ""


def test_a_reason_may_be_missing_here() -> None:
    comment = only("a: 1 # phaselint: ignore[x]")
    assert (comment.reason, comment.error) == ("", "")


def test_a_node_may_be_nested_in_a_sequence() -> None:
    assert only("a:\n# phaselint: ignore[x] y\n- - b\n  - c\n- d\n").last_line == 4


def test_crlf_ends_a_comment() -> None:
    comment = only("a: 1 # phaselint: ignore[x] y\r\nb: 2\r\n")
    assert (comment.reason, comment.first_line) == ("y", 1)


def test_a_comment_may_follow_a_tag() -> None:
    text = "a: !!str # phaselint: ignore[x] y\n  # phaselint: ignore[z] y\n  text\nb: 1\n"
    assert [comment.names[0][0] for comment in comments(text)] == ["x", "z"]


@pytest.mark.parametrize(
    "text",
    [
        "a: 'x # phaselint: ignore[x] y'",
        'a: "x\n  # phaselint: ignore[x] y\n  z"',
        "a: |\n  # phaselint: ignore[x] y\n",
        "a: >+\n  b\n\n  # phaselint: ignore[x] y\n\n",
        "a: !!str &x\n  |\n  # phaselint: ignore[x] y\n",
        "a: b# phaselint: ignore[x] y",
        "a: 1  # see phaselint: ignore[x] y",
        "# the word phaselint: alone\na: 1",
        "a: 1 # Phaselint: ignore[x] y",
    ],
)
def test_text_that_is_no_suppression_comment(text: str) -> None:
    assert comments(text) == ()


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("ignore", "`ignore` needs the rule names in brackets"),
        ("ignore x y", "`ignore` needs the rule names in brackets"),
        ("ignore x: [y]", "this isn't a valid suppression"),
        ("ignore[x", "`[` is never closed"),
        ("ignore[x]reason", "this isn't a valid suppression"),
        ("ignore[]", "a rule name is missing between the brackets"),
        ("ignore[x,]", "a rule name is missing between the brackets"),
        ("ignore[x y] z", "`x y` isn't a rule name or code between the brackets"),
        ("ignore-line[x] y", "`ignore-line` isn't an instruction"),
        ("disable=x", "`disable` isn't an instruction"),
        ("", "an instruction is missing"),
    ],
)
def test_a_malformed_comment_says_what_is_wrong(body: str, error: str) -> None:
    comment = only(f"a: 1\nb: 2  # phaselint: {body}\n")
    assert comment.error == f"{error}; write `# phaselint: ignore[rule-name] reason`"
    assert (comment.first_line, comment.last_line) == (2, 2)


def test_ignore_file_must_stand_before_the_first_key() -> None:
    error = "`ignore-file` has no effect after the first key; move it to the top"
    assert only("a: 1\n# phaselint: ignore-file[x] y\nb: 2").error == error
    assert only("a: 1 # phaselint: ignore-file[x] y").error == error
    assert only("--- # phaselint: ignore-file[x] y\na: 1").error == ""


def test_a_comment_before_nothing_is_an_error() -> None:
    assert only("a: 1\n# phaselint: ignore[x] y\n").error == "no key or item follows this comment"


def test_markdown_has_comments_in_the_front_matter_and_before_the_text() -> None:
    text = """\
---
a: 1  # phaselint: ignore[x] y
---
<!-- a note -->
<!-- phaselint: ignore-file[z] many
     words -->

<!-- phaselint: ignore[one] y -->
# phaselint: ignore[heading] is a heading
<!-- phaselint: ignore-file[late] y -->
```
<!-- phaselint: ignore-file[shown] in code -->
~~~
<!-- phaselint: ignore-file[shown] in code -->
```
<!-- phaselint: ignore[in]line -->
<!-- phaselint: ignore-file[open] y
"""
    found = [
        (c.kind, "".join(name for name, _, _ in c.names), c.reason, c.error)
        for c in comments(text, "a.md")
    ]
    assert found == [
        ("line", "x", "y", ""),
        ("file", "z", "many words", ""),
        ("line", "one", "y", "only `ignore-file` is allowed in Markdown text"),
        (
            *("file", "late", "y"),
            "`ignore-file` has no effect after the first text; move it to the top",
        ),
        ("line", "", "", FORM),
    ]


def test_markdown_without_front_matter_has_comments_too() -> None:
    comment = only("<!-- phaselint: ignore-file[x] y -->\n# Title\n", "a.md")
    assert (comment.kind, comment.first_line, comment.last_line) == ("file", 1, 3)
