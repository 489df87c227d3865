"""JSON of which only what an edit touches is read again has the value that all of it has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from phaselint.document import jsonagain, jsonreader
from phaselint.document.jsonagain import Readable, Unlike
from phaselint.document.jsonplaces import JsonPlaces

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECES = (
    *('"', ",", ":", "{", "}", "[", "]", " ", "\n", "\\", "1", "-", "e", "x", "\ufeff", "\0"),
    *(
        '"a": 1',
        '"a": 2,',
        ', "b": [1, 2]',
        "true",
        "NaN",
        '{"c": null}',
        "[[]]",
        '"\\ud800"',
        "1e999",
    ),
)
NAMES = st.sampled_from(("a", "b", "c", "steps", "\u00e9", 'q"'))
VALUES = st.recursive(
    st.one_of(st.integers(-9, 99), st.booleans(), st.none(), st.text('ab,{"\\', max_size=4)),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(NAMES, inner, max_size=5)),
    max_leaves=25,
)
EDITS = st.tuples(st.integers(0, 400), st.integers(0, 6), st.sampled_from(("", *PIECES)))


@pytest.fixture(autouse=True)
def _all_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonagain, "LARGE", 1)


@example({"a": [1, 2]}, None, [(7, 0, "3"), (9, 0, ",")])
@given(VALUES, st.sampled_from((None, 2)), st.lists(EDITS, min_size=1, max_size=6))
@settings(max_examples=400, deadline=None)
def test_a_value_after_edits_is_that_of_the_text(
    value: object, indent: int | None, edits: list[tuple[int, int, str]]
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    known = Readable(text, value)
    for at, gone, new in edits:
        start = at % (len(text) + 1)
        text = text[:start] + new + text[start + gone :]
        try:
            known = known.edited(text)
        except Unlike:
            continue
        read = jsonreader.read(text)
        assert not read.problems, text
        assert repr(known.value) == repr(read.value), text
        assert spans(known.places(), read.value) == spans(JsonPlaces(text), read.value), text


def spans(places: JsonPlaces, value: object) -> list[object]:
    """Where everything in a value is."""
    return [
        (places.find(pointer, "key"), places.find(pointer, "value"), places.children(pointer))
        for pointer in pointers(value)
    ]


def pointers(value: object, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to everything in a value."""
    yield above
    if isinstance(value, dict | list):
        steps = value if isinstance(value, dict) else range(len(value))
        for step in steps:
            yield from pointers(value[step], (*above, step))


def test_what_an_edit_does_not_touch_is_the_same() -> None:
    value = {"steps": {"a": {"x": [1]}, "b": {"x": [2]}, "c": {"x": [3]}}}
    text = json.dumps(value)
    known = Readable(text, value).edited(text.replace("[2]", "[2, 4]"))
    assert known.value["steps"]["b"] == {"x": [2, 4]}
    for name in ("a", "c"):
        assert known.value["steps"][name] is value["steps"][name]
    fewer = known.edited(known.text.replace(', "b": {"x": [2, 4]}', ""))
    assert fewer.value == {"steps": {name: value["steps"][name] for name in ("a", "c")}}
    assert fewer.value["steps"]["a"] is value["steps"]["a"]


def test_most_edits_need_no_look_at_the_whole() -> None:
    text = json.dumps({"steps": {f"s{n}": {"name": "n", "next": [n]} for n in range(30)}})
    known = Readable(text, json.loads(text))
    edits = (('"n"', '"no"'), ('"s7"', '"s77"'), ("[9]", "[9, 0]"), ('"s3"', '"x": 1, "s3"'))
    for old, new in edits:
        assert old in known.text
        known = known.edited(known.text.replace(old, new, 1))
        assert known.value == json.loads(known.text)
