"""Suppression comments in Python: what is a comment, and what it covers."""

from __future__ import annotations

import io
import tokenize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.document.commented import comments_of
from phaselint.document.python import tree_of
from phaselint.document.pythoncomments import comments, top
from phaselint.document.reader import read_text

TEXT = '''\
#!/usr/bin/env python
# phaselint: ignore-file[first] whole
"""A docstring. # phaselint: ignore[no] none"""
# phaselint: ignore-file[second] whole
import x  # phaselint: ignore[line] here
# phaselint: ignore-file[late] late
s = "# phaselint: ignore[no] none"
# phaselint: ignore[body] def
@decorated
def f():
    return {
        # phaselint: ignore[entry] entry
        "a": [
            1,
        ],
        "b": (2,
              3),  # phaselint: ignore[own] line
    }


g(
    # phaselint: ignore[argument] argument
    "x",
    y=3,
    # phaselint: ignore[keyword] keyword
    k=4,
    # phaselint: ignore[after] the next statement
)
if a:
    # phaselint: ignore[inner] inner
    b
# phaselint: ignore[end] nothing
'''

COVERED = {
    "first": ("file", 1, 33),
    "second": ("file", 1, 33),
    "line": ("line", 5, 5),
    "body": ("node", 9, 18),
    "entry": ("node", 13, 15),
    "own": ("line", 17, 17),
    "argument": ("node", 23, 23),
    "keyword": ("node", 26, 26),
    "after": ("node", 29, 31),
    "inner": ("node", 31, 31),
}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_comment_covers_its_line_the_next_statement_or_the_file(ending: str) -> None:
    found = comments_of(read_text("a.py", TEXT.replace("\n", ending)))
    good = {
        each.names[0][0]: (each.kind, each.first_line, each.last_line)
        for each in found
        if not each.error
    }
    assert good == COVERED
    assert {each.names[0][0]: each.error for each in found if each.error} == {
        "late": "`ignore-file` has no effect after the first statement; move it up",
        "end": "no statement follows this comment",
    }


def test_a_comment_without_brackets_is_told_what_is_missing() -> None:
    (found,) = comments_of(read_text("a.py", "x = 1  # phaselint: ignore\n"))
    assert found.error.startswith("`ignore` needs the rule names in brackets")


def test_a_file_of_comments_alone_can_be_ignored() -> None:
    (found,) = comments_of(read_text("a.py", "# phaselint: ignore-file[x] why\n"))
    assert (found.kind, found.error) == ("file", "")


PIECES = (
    "x = 1  # one\n",
    "# alone\n",
    "y = '# no' # yes\n",
    'z = """\n# no\n"""\n',
    "f(  # open\n  1)\n",
    "t = f'{x}# no'  # ä\n",
    "if x:  # head\n\tpass  # tab\n",
    "w = '\\'# no'\n",
    "v = r'\\'; u = '''#''' # c\n",
    "q = 1 \\\n  + 2  # after\n",
    "\f# page\n",
)


@given(st.lists(st.sampled_from(PIECES), max_size=8), st.sampled_from(("\n", "\r\n")))
def test_comments_are_those_of_the_tokenizer(pieces: list[str], ending: str) -> None:
    text = "".join(pieces)
    wanted = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    ]
    document = read_text("a.py", text.replace("\n", ending))
    assert tree_of(document) is not None
    assert [document.text[start:end] for start, end in comments(document)] == wanted


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\n", 1),
        ("#!/bin/sh\nx = 1\n", 2),
        ("#!/bin/sh\n# coding: utf-8\nx = 1\n", 3),
        ("# coding: latin-1\n", 2),
        ("# about\n# coding: latin-1\n", 1),
    ],
)
def test_a_comment_for_the_file_goes_below_what_has_to_stand_above(text: str, line: int) -> None:
    document = read_text("a.py", text)
    assert document.position(top(document)).line == line
