"""Edits of quoted strings: the quotes stay, and nothing else is touched."""

from __future__ import annotations

import pytest

from phaselint.document.changes import apply, changes_of
from phaselint.document.reader import read
from phaselint.linting.locate import locate
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place
from phaselint.vocabulary.message import message


def edited(text: str, better: str, *pointer: str | int, part: str = "value") -> str:
    """A text with one node replaced."""
    document = read("a.yaml", text.encode())
    place = Place("a.yaml", pointer, "key" if part == "key" else "value")
    finding = Finding(place, message("x"), fix=Fix("safe", "x", (Edit(place, better),)))
    documents = {"a.yaml": document}
    fix = locate(finding, documents).fix
    assert fix is not None
    changes = changes_of(fix, documents)
    assert changes is not None
    return apply(text, changes["a.yaml"])


@pytest.mark.parametrize(
    ("written", "better", "becomes"),
    [
        ('"serach"', "search", '"search"'),
        ("'serach'", "search", "'search'"),
        ("'serach'", '"search/codebase"', "'search/codebase'"),
        ('"serach"', '"a \\"b\\""', '"a \\"b\\""'),
        ("'it''s'", "\"its 'own'\"", "'its ''own'''"),
        ("serach", "search", "search"),
        ("serach", '"on"', '"on"'),
        ("'a'", '"a\\tb"', '"a\\tb"'),
        ('"true"', "true", "true"),
        ("'a'", "[a]", "[a]"),
        ("'a'", '"a"', '"a"'),
        ('!!str "serach"', "search", '!!str "search"'),
    ],
)
def test_quotes_stay_where_a_string_takes_the_place_of_a_string(
    written: str, better: str, becomes: str
) -> None:
    text = "list: [x, {}] # so\n"
    assert edited(text.format(written), better, "list", 1) == text.format(becomes)


def test_keys_keep_theirs() -> None:
    assert edited("'agnet': x\n", "agent", "agnet", part="key") == "'agent': x\n"


def test_lines_that_are_added_are_no_string() -> None:
    assert edited("a: 'x'\n", "x\nb: y", "a") == "a: x\nb: y\n"
