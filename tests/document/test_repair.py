"""What is left of a document that is broken while somebody types."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.document.reader import read_text
from phaselint.document.repair import repair

YAML = """\
agent: desk
phases:
  - name: intake
    initial: true
  - name: done
limits:
  steps: 3
"""
VALUE = {
    "agent": "desk",
    "phases": [{"name": "intake", "initial": True}, {"name": "done"}],
    "limits": {"steps": 3},
}
JSON = """\
{
  "agent": "desk",
  "limits": {
    "steps": 3
  },
  "names": ["a", "b"]
}
"""
JSON_VALUE = {"agent": "desk", "limits": {"steps": 3}, "names": ["a", "b"]}


@pytest.mark.parametrize(
    ("old", "new", "value"),
    [
        ("limits:\n", "fo\nlimits:\n", VALUE),
        ("agent: desk", "agent desk", {**VALUE, "agent": None}),
        ("agent: desk", "agent: 'desk", {**VALUE, "agent": None}),
        ("agent: desk", "agent: [desk", {**VALUE, "agent": None}),
        ("    initial", "     initial", VALUE),
        ("  steps", "\t  steps", VALUE),
        ("limits:", "\tlimits:", VALUE),
    ],
)
def test_the_rest_of_a_yaml_document_stays(old: str, new: str, value: Any) -> None:
    broken = read_text("a.yaml", YAML.replace(old, new))
    assert not broken.readable
    repaired = repair(broken)
    assert repaired is not None
    found = repaired.document.value
    if value.get("agent") is None:
        assert {**found, "agent": None} == value
    else:
        assert found == value


@pytest.mark.parametrize(
    ("old", "new", "value"),
    [
        ('"desk",', '"desk"', {"limits": {"steps": 3}, "names": ["a", "b"]}),
        ('"desk",', '"desk",\n  fo', JSON_VALUE),
        ('"limits": {', '"limits" {', JSON_VALUE),
        ('"b"]\n', '"b"],\n', JSON_VALUE),
        ('"b"]\n}\n', '"b"]\n', JSON_VALUE),
    ],
)
def test_the_rest_of_a_json_document_stays(old: str, new: str, value: Any) -> None:
    broken = read_text("a.json", JSON.replace(old, new))
    assert not broken.readable
    repaired = repair(broken)
    assert repaired is not None
    assert repaired.document.value == value


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        ("a.yaml", 'a: 1\nb: "open\nc: 2\n', {"a": 1, "b": None, "c": 2}),
        ("a.json", '{\n "a": 1,\n "b": { oops\n  "c": 2\n }\n}\n', {"a": 1, "b": {"c": 2}}),
    ],
)
def test_the_head_of_a_broken_line_stays(path: str, text: str, value: Any) -> None:
    repaired = repair(read_text(path, text))
    assert repaired is not None
    assert repaired.document.value == value


def test_front_matter_is_repaired_and_its_fences_stay() -> None:
    broken = read_text("a.md", "---\nname: a\nuses\nsteps: 3\n---\n# Body\n")
    repaired = repair(broken)
    assert repaired is not None
    assert repaired.document.value == {"name": "a", "steps": 3}
    assert repaired.document.body_start == broken.text.index("# Body")
    assert repaired.blanked == ("uses",)


def test_what_is_not_broken_is_not_repaired() -> None:
    assert repair(read_text("a.yaml", YAML)) is None
    assert repair(read_text("a.yaml", "a: 1\na: 2\n")) is None


@given(st.text(alphabet="ab:-'\"[]{} \n\t#&*!|>%\u2028\ud800", max_size=60))
def test_any_text_is_survived_and_keeps_its_offsets(text: str) -> None:
    for path in ("a.yaml", "a.json", "a.md"):
        document = read_text(path, text)
        repaired = repair(document)
        if repaired is not None:
            assert repaired.document.readable
            assert len(repaired.document.text) >= len(document.text)
            assert not document.readable
