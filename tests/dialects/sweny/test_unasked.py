"""Rules that are not asked while others come first say so (reference sweny §8, preamble).

Every bad fixture is linted as it is, and with one further defect that turns rules off. A rule
that falls silent must be among those that count as not asked.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from cases import Case, listed, texts
from phaselint.dialects import dialect
from phaselint.dialects.base import Target
from phaselint.dialects.options import merge
from phaselint.document.reader import read
from phaselint.linting.check import Checked, check
from phaselint.linting.task import Task
from phaselint.project.memory import DictReader
from phaselint_rules import RULES
from sweny import FILE, findings

OURS = {rule.name for rule in RULES if rule.dialect == "sweny"}
TASK = Task(RULES, merge(dialect("sweny"), {}, {}, {}))


class Workflow(NamedTuple):
    """A workflow of a case: what its file says, and the texts of all files of the case."""

    case: Case
    value: Any
    texts: dict[str, str]

    def copy(self) -> Any:
        return json.loads(json.dumps(self.value))


def workflows(case: Case) -> list[Workflow]:
    found = texts(case)
    files = [path for path in found if path.endswith(".yml") and "/" not in path]
    values = [read(path, found[path].encode()).value for path in files]
    return [
        Workflow(case, value, found)
        for value in values
        if isinstance(value, dict) and "nodes" in value
    ]


WORKFLOWS = [
    each for name in sorted(OURS) for case in listed(name, "bad*") for each in workflows(case)
]


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


def lint(value: Any, files: dict[str, str]) -> Checked:
    """Check a workflow that stands beside other files."""
    sweny = dialect("sweny")
    reader = DictReader({**files, FILE: json.dumps(value)})
    return check(sweny, reader, Target("sweny", "", FILE), TASK)


def names(checked: Checked) -> set[str]:
    found = {hit.rule.name for hit in checked.hits}
    assert "internal-error" not in found
    return found & OURS


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda each: str(each.case))
def test_a_rule_that_falls_silent_was_not_asked(workflow: Workflow) -> None:
    before = names(lint(workflow.copy(), workflow.texts))
    for spoiler in SPOILERS:
        value = workflow.copy()
        if not isinstance(value.get("edges"), list):
            continue
        spoiler(value)
        after = lint(value, workflow.texts)
        silent = before - names(after) - MENDED.get(spoiler.__name__, set())
        assert silent <= after.unasked, spoiler.__name__


@pytest.mark.parametrize("value", [[], {"id": "x"}], ids=["no mapping", "no nodes"])
def test_without_nodes_what_nodes_hold_is_not_asked(value: Any) -> None:
    unasked = lint(value, {}).unasked
    assert {"unreachable-phase", "path-syntax", "ambiguous-edges"} <= unasked <= OURS
    assert ("reserved-input-name" in unasked) is (value == [])


def test_a_file_that_is_gone_is_no_defect_of_the_linter() -> None:
    checked = check(dialect("sweny"), DictReader({}), Target("sweny", "", FILE), TASK)
    assert checked.hits == ()
    assert "unreachable-phase" in checked.unasked


def test_of_a_skill_nothing_about_workflows_is_left_open() -> None:
    reader = DictReader({"SKILL.md": "---\nname: other\n---\n"})
    checked = check(dialect("sweny"), reader, Target("sweny", "", "SKILL.md"), TASK)
    assert "skill-empty" in names(checked)
    assert checked.unasked == frozenset()


def test_a_sound_workflow_has_every_rule_asked() -> None:
    value = {
        "id": "a",
        "name": "A",
        "entry": "a",
        "nodes": {"a": {"name": "A", "instruction": "Do it."}},
        "edges": [],
    }
    assert lint(value, {}).unasked == frozenset()
    assert not [each for each in findings(value) if each.level != "info"]
