"""Whatever a contract says, a report shows it harmlessly and marks the right characters."""

from __future__ import annotations

import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.linting.result import Result
from phaselint.report import FORMATS, Style, render
from phaselint.vocabulary.finding import Finding, Place, Position, Range, Related
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import WARNING, Rule
from samples import reported


def check(_facts: object) -> tuple[()]:
    """Yield nothing: these tests bring their own findings."""
    return ()


RULE = Rule("VE201", check, WARNING, name="unknown-key", dialect="vesanor")
WIDTHS = {"a": 1, "é": 1, "価": 2, "\t": 4, "\x1b": 4, "\u0301": 0}

quick = settings(max_examples=60)
words = st.text(st.characters(), max_size=30)


def piece(line: int, start: int, length: int) -> Range:
    return Range(Position(line, start), Position(line, start + length))


@quick
@given(words, words, words, st.integers(1, 40), st.integers(0, 40))
def test_any_text_can_be_reported(name: str, text: str, line: str, start: int, length: int) -> None:
    place = Place(name, (name,), "value", piece(2, start, length))
    finding = Finding(place, message("{}", text), related=(Related(place, text),))
    result = Result((reported(Hit(RULE, finding)),), lines={name: {2: line}})
    for style in FORMATS:
        report = "".join(render(style, result, Style()))
        assert report.encode("utf-8")
        assert all(char.isprintable() or char in "\n\xa0" or ord(char) > 0xA0 for char in report)
    found = json.loads("".join(render("json", result, Style())))["findings"][0]
    assert found["message"] == re.sub("[\ud800-\udfff]", "\ufffd", text)


@quick
@given(st.lists(st.sampled_from(sorted(WIDTHS)), min_size=1, max_size=300), st.data())
def test_carets_stand_below_what_they_mark(characters: list[str], data: st.DataObject) -> None:
    line = "".join(characters)
    start = data.draw(st.integers(0, len(line) - 1))
    length = data.draw(st.integers(1, len(line) - start))
    place = Place("a", (), "value", piece(2, start + 1, length))
    result = Result((reported(Hit(RULE, Finding(place, message("m")))),), lines={"a": {2: line}})
    marks = "".join(render("text", result, Style(quiet=True))).split("\n")[4].removeprefix("  | ")
    if len(line) <= 100:
        assert len(marks) - len(marks.lstrip()) == sum(WIDTHS[char] for char in line[:start])
        width = sum(WIDTHS[char] for char in line[start : start + length])
        assert marks.strip() == "^" * max(width, 1)
    else:
        assert set(marks.strip()) == {"^"}
