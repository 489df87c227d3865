"""A JSON text gets another value, and everything that stays is as it was written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.document.reader import read
from phaselint.document.rewriting import Style, rewritten, spelt

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text('ab"\\é', max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)
SPREAD = """\
{
  "id": "a",   "kind" : "work",
  "list": ["x", "y",
           "z"],
  "rest": {
    "n": 1.50,
    "m": null
  }
}
"""


def become(text: str, value: Any, **renamed: str) -> str:
    return rewritten(read("a.json", text.encode()), value, renamed)


class TestWhatStays:
    @given(VALUES, st.sampled_from((None, 1, 4)))
    def test_the_same_value_is_the_same_text(self, value: Any, indent: int | None) -> None:
        text = json.dumps(value, indent=indent)
        assert become(text, json.loads(text)) == text

    @given(VALUES, VALUES, st.sampled_from((None, 2)))
    def test_any_other_value_is_what_the_text_says(
        self, old: Any, new: Any, indent: int | None
    ) -> None:
        found = json.loads(become(json.dumps(old, indent=indent), new))
        assert json.dumps(found) == json.dumps(new)

    def test_what_is_written_oddly(self) -> None:
        value = json.loads(SPREAD)
        value["id"] = "b"
        assert become(SPREAD, value) == SPREAD.replace('"a"', '"b"')

    def test_an_item_that_goes_takes_its_comma(self) -> None:
        value = json.loads(SPREAD)
        value["list"] = ["x", "z"]
        assert become(SPREAD, value) == SPREAD.replace('"x", "y",\n           "z"', '"x", "z"')


class TestWhatIsNew:
    def test_stands_like_its_neighbours(self) -> None:
        text = '{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}\r\n'
        new = {"a": {"b": 1, "c": {"d": [1, 2], "e": [{}]}}}
        assert become(text, new) == (
            '{\r\n\t"a": {\r\n\t\t"b": 1,\r\n\t\t"c": {\r\n\t\t\t"d": [1, 2],\r\n\t\t\t"e": [\r\n'
            "\t\t\t\t{}\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}\r\n"
        )

    def test_on_one_line(self) -> None:
        assert become('{"a": {"b": 1}}', {"a": {"b": 1, "c": {"d": {}}}}) == (
            '{"a": {"b": 1, "c": {"d": {}}}}'
        )

    def test_a_renamed_entry_keeps_the_text_of_its_value(self) -> None:
        text = '{\n  "old" :  [ 1,2 ],\n  "b": 0\n}'
        assert become(text, {"new": [1, 2], "b": 0}, new="old") == text.replace("old", "new")

    def test_plain_lists_stand_on_one_line(self) -> None:
        assert spelt({"a": ["b", "c"]}, Style()) == '{\n  "a": ["b", "c"]\n}'


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', "{", "a: 1"])
def test_what_is_no_sound_json_is_refused(text: str) -> None:
    name = "a.yaml" if text.startswith("a") else "a.json"
    with pytest.raises(ValueError, match=name):
        rewritten(read(name, text.encode()), {})
