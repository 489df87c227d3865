"""Rules that the cascade turns off say so (reference sweny §8, preamble).

Every bad fixture is linted as it is, and with one further defect that turns rules off. A rule
that falls silent must be among those that count as not asked.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from phaselint.dialects import dialect
from phaselint.dialects.base import Target
from phaselint.dialects.options import merge
from phaselint.document.reader import read
from phaselint.engine import Checked, Task, check
from phaselint.project.reader import DictReader
from phaselint_rules import RULES
from sweny import FILE, findings

ROOT = Path(__file__).parents[3] / "fixtures" / "rules"

OURS = {rule.name for rule in RULES if rule.dialect == "sweny"}

WORKFLOWS = [
    path
    for name in sorted(OURS)
    for path in sorted((ROOT / name).glob("bad*/*.yml"))
    if isinstance(value := read(path.name, path.read_bytes()).value, dict) and "nodes" in value
]


def value_of(path: Path) -> dict[str, Any]:
    value = read(path.name, path.read_bytes()).value
    assert isinstance(value, dict)
    return json.loads(json.dumps(value))  # type: ignore[no-any-return]


def unknown_target(value: dict[str, Any]) -> None:
    value["edges"].append({"from": value["entry"], "to": "nowhere-at-all"})


def bad_edge(value: dict[str, Any]) -> None:
    value["edges"].append({"from": value["entry"]})


def bad_node(value: dict[str, Any]) -> None:
    for node in value["nodes"].values():
        if isinstance(node, dict):
            node["nonsense"] = 1


def endless_loop(value: dict[str, Any]) -> None:
    name = next(iter(value["nodes"]))
    value["edges"].append({"from": name, "to": name, "when": "the queue is long"})


def no_nodes(value: dict[str, Any]) -> None:
    value["nodes"] = []


SPOILERS = (unknown_target, bad_edge, bad_node, endless_loop, no_nodes)

MENDED: dict[str, set[str]] = {
    "endless_loop": {
        "dry-run-side-effects",
        "gate-does-not-halt",
        "no-terminal-phase",
        "routing-enum-uncovered",
        "single-conditional-edge",
    },
    "unknown_target": {"single-conditional-edge", "gate-does-not-halt", "unknown-entry"},
}
"""What one more edge may mend, which is another reason to fall silent."""


def lint(value: Any, folder: Path) -> Checked:
    sweny = dialect("sweny")
    files = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8", "replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    reader = DictReader({**files, FILE: json.dumps(value)})
    options = merge(sweny, {}, {}, {})
    return check(sweny, reader, Target("sweny", "", FILE), Task(RULES, options))


def names(checked: Checked) -> set[str]:
    found = {finding.name for finding in checked.findings}
    assert "internal-error" not in found
    return found & OURS


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: f"{path.parts[-3]}/{path.parts[-2]}")
def test_a_rule_that_falls_silent_was_not_asked(path: Path) -> None:
    before = names(lint(value_of(path), path.parent))
    for spoiler in SPOILERS:
        value = value_of(path)
        if not isinstance(value.get("edges"), list):
            continue
        spoiler(value)
        after = lint(value, path.parent)
        silent = before - names(after) - MENDED.get(spoiler.__name__, set())
        assert silent <= after.unasked, spoiler.__name__


def test_all_names_are_those_of_rules() -> None:
    for text in ("[]", json.dumps({"id": "x"})):
        assert lint(json.loads(text), ROOT / "none").unasked <= OURS


def test_a_sound_workflow_has_every_rule_asked() -> None:
    value = {
        "id": "a",
        "name": "A",
        "entry": "a",
        "nodes": {"a": {"name": "A", "instruction": "Do it."}},
        "edges": [],
    }
    assert lint(value, ROOT / "none").unasked == frozenset()
    assert not [each for each in findings(value) if each.level != "info"]
