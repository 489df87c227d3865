"""Headers as VS Code's reader takes them (reference §2.1)."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.dialects.agents.reading.lenient import read_leniently
from phaselint.document.positions import index


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("description: a: b\nname: X\n", {"description": "a: b", "name": "X"}),
        ("description: @x\n", {"description": "@x"}),
        ("description: `x` y\n", {"description": "`x` y"}),
        ("description: %x\n", {"description": "%x"}),
        ("description: !x\n", {"description": "!x"}),
        ("description: &a x\n", {"description": "&a x"}),
        ("agents: *\n", {"agents": "*"}),
        ("name: a # b\n", {"name": "a"}),
        ("name: 'it''s'\n", {"name": "it's"}),
        ('name: "a\\"b"\n', {"name": 'a"b'}),
        ("text: >\n  a\n  b\n", {"text": "a b\n"}),
        ("text: |\n  a\n  b\n", {"text": "a\nb\n"}),
        ("text: |+-\n  a\n", {"text": ""}),
        ("text: |2-\n    a\n", {"text": "  a"}),
        ("text: >-\n  a\n\n  b\n", {"text": "a\nb"}),
        ("tools: [a,\n  b]\nname: x\n", {"tools": ["a", "b"], "name": "x"}),
        ('name: "open\nagents: x\n', {"name": "open agents: x "}),
        ("send: true\n", {"send": "true"}),
        ("tools: Read, Grep\n", {"tools": "Read, Grep"}),
        ("h:\n- label: a: b\n  agent: x\n", {"h": [{"label": "a: b", "agent": "x"}]}),
        ("a: x\nplain\nb: y\n", {"a": "x"}),
        ("name: x\r\ntools: [a]\r\n", {"name": "x", "tools": ["a"]}),
        ("", None),
    ],
)
def test_it_takes_what_is_no_yaml(text: str, value: Any) -> None:
    read = read_leniently(text)
    assert (read.value, read.error) == (value, "")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("tools: [a, b\nname: x\nagents: y\n", "unexpected-token"),
        ("tools: [a, b", "expected-flow-seq-end"),
        ("a: x\n  b: y\n", "unexpected-indentation"),
        ("name:\ntools: [a]\n", "missing-value"),
        ("a: {b: c", "expected-flow-map-end"),
        ("a: " + "[" * 200, "too-deep"),
    ],
)
def test_it_complains(text: str, error: str) -> None:
    assert read_leniently(text).error == error


def test_the_first_of_equal_keys_counts_at_the_top_and_the_last_in_a_handoff() -> None:
    read = read_leniently("name: a\nname: b\nh:\n  - send: x\n    send: y\n")
    assert read.value == {"name": "a", "h": [{"send": "y"}]}
    assert [pointer for pointer, _, _ in read.duplicates] == [("name",), ("h", 0, "send")]


def test_everything_has_its_place() -> None:
    text = "name: a: b\nname: c\ntools: [x, 'y']\nh:\n  - label: a: b\n    agent: P\n"
    positions = index(read_leniently(text, 4).record, f"---\n{text}")
    whole = f"---\n{text}"

    def said(*pointer: str | int) -> str:
        start, end = positions.find(pointer, "value")
        return whole[start:end]

    assert said("name") == "a: b"
    assert said("tools", 1) == "'y'"
    assert (said("h", 0, "label"), said("h", 0, "agent")) == ("a: b", "P")
