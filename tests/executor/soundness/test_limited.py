"""Runs that only a contract without its run-wide limits has are not shown as runs of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PLAIN = {"name": "N", "instruction": "Do it."}
NODES: dict[str, Any] = {
    "a": PLAIN,
    "d": PLAIN,
    "c": {
        **PLAIN,
        "eval": [
            {
                "name": "v",
                "kind": "value",
                "rule": {
                    "output_matches": [
                        {"path": "b.x", "in": ["no", 3]},
                        {"path": "b-c", "matches": "^y"},
                    ]
                },
            },
            {"name": "j", "kind": "judge", "rubric": "good"},
        ],
        "retry": {"max": 1},
    },
    "b": {
        **PLAIN,
        "requires": {"output_matches": [{"path": "b.x", "matches": "^y"}], "on_fail": "fail"},
        "fail_soft": True,
    },
}
EDGES = [
    {"from": "d", "to": "c", "when": "y == 1"},
    {"from": "b", "to": "d", "when": "the node failed", "max_iterations": 1},
    {"from": "a", "to": "a", "max_iterations": 3},
    {"from": "a", "to": "b", "when": "otherwise"},
    {"from": "d", "to": "d", "when": "x is yes", "max_iterations": 1},
    {"from": "b", "to": "d"},
]


def test_a_run_through_more_rounds_than_there_are_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    workflow = {"id": "w", "name": "W", "entry": "a", "nodes": NODES, "edges": EDGES}
    (tmp_path / "w.json").write_text(json.dumps(workflow))
    result = run(Request(("w.json",), dialect="sweny", dry_run=True, isolated=True), RULES)
    assert "internal-error" not in {each.name for each in result.findings}
