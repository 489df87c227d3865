"""Values with tags, as the YAML reader of the SWEny engine makes them (§2.1)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.sweny.reading.load import load
from phaselint.project.memory import DictReader


def equals(written: str) -> Any:
    """The value that an evaluator compares with."""
    text = f"""\
id: w
name: W
entry: a
nodes:
  a:
    name: A
    instruction: "Do it, !!float 3"
    eval:
      - name: e
        kind: value
        rule:
          output_matches:
            - path: x
              equals: {written}
edges: []
"""
    contract = load(DictReader({"w.yml": text}), Target("sweny", "", "w.yml"))
    assert contract.workflow is not None
    [evaluator] = contract.workflow.nodes["a"].evals
    [match] = evaluator.matches
    return match.value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('!!float "3"', "3"),
        ("!!float 3", "3"),
        ("&n !!float -3", "-3"),
        ("!!float 3.5", 3.5),
        ("!!float '3.'", 3.0),
        ("!!float 1e3", 1000.0),
        ("!!float .inf", float("inf")),
        ('!!int "3"', 3),
        ("!!str 3", "3"),
        ("[!!float 3, '!!float 3']", ["3", "!!float 3"]),
        ("!!binary aGk=", {"type": "Buffer", "data": [104, 105]}),
        ("[!!binary aGk=, b]", [{"type": "Buffer", "data": [104, 105]}, "b"]),
        ("!!set {a}", {}),
        ("{in: !!set {a, b}}", {"in": {}}),
        ("!!omap [a: 1, b: 2]", {}),
        ("!!pairs [a: 1]", [{"a": 1}]),
        ("!!timestamp 2024-05-06", "2024-05-06T00:00:00.000Z"),
        ("!foo bar", "bar"),
    ],
)
def test_value(written: str, value: Any) -> None:
    assert json.dumps(equals(written)) == json.dumps(value)
