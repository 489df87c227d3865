"""Rules that were not asked say so (reference climpt §1.3, §7.9).

Every bad fixture is linted as it is, and with one further defect that turns rules off. A rule
that falls silent must be among those that count as not asked.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from cases import Case, listed, texts
from climpt import contract, registry
from phaselint.dialects import dialect
from phaselint.dialects.base import Target
from phaselint.dialects.options import merge
from phaselint.linting.check import Checked, check
from phaselint.linting.task import Task
from phaselint.project.memory import DictReader
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CLIMPT = dialect("climpt")
OURS = {rule.name for rule in RULES if rule.dialect == "climpt"}

Files = dict[str, str]


def target_of(files: Files) -> Target | None:
    return next(iter(CLIMPT.detect(DictReader(files), "")), None)


CASES = [
    case
    for name in sorted(OURS)
    for case in listed(name, "bad*")
    if target_of(texts(case)) is not None
]


def registry_of(files: Files) -> str:
    """The path of a fixture's registry; empty where it has none."""
    for path, text in files.items():
        if path.endswith(".json") and "schemas/" not in path:
            try:
                value = json.loads(text)
            except ValueError:
                continue
            if isinstance(value, dict) and isinstance(value.get("steps"), dict):
                return path
    return ""


def in_registry(change: Callable[[Any], None]) -> Callable[[Files], None]:
    """A spoiler that changes the registry, where there is one."""

    def spoil(files: Files) -> None:
        path = registry_of(files)
        if path:
            value = json.loads(files[path])
            change(value)
            files[path] = json.dumps(value)

    spoil.__name__ = change.__name__
    return spoil


@in_registry
def no_steps(value: Any) -> None:
    value["steps"] = []


@in_registry
def unsound_steps(value: Any) -> None:
    for step in value["steps"].values():
        if isinstance(step, dict):
            step["stepKind"] = "nonsense"


@in_registry
def no_known_entry(value: Any) -> None:
    value["entryStep"] = "nowhere"
    value["entryStepMapping"] = {"count:iteration": "nowhere"}


def unreadable_registry(files: Files) -> None:
    if registry_of(files):
        files[registry_of(files)] = '{"agentId": "a", "steps": {,}}'


def no_agent(files: Files) -> None:
    for path in [path for path in files if path.endswith("agent.json")]:
        files[path] = "{"


def no_schemas(files: Files) -> None:
    for path in [path for path in files if "/schemas/" in path]:
        files[path] = "{"


SPOILERS = (
    no_steps,
    unsound_steps,
    no_known_entry,
    unreadable_registry,
    no_agent,
    no_schemas,
)

MENDED: Mapping[str, set[str]] = {
    "no_known_entry": {
        "entry-mapping-key-unknown",
        "entry-mapping-unused",
        "entry-missing-for-verdict",
        "format-generation",
        "graph-verdict-needs-entry-step",
        "no-entry-step",
    },
}
"""What a spoiler mends, which is another reason to fall silent."""


def lint(files: Files, target: Target, release: str = "auto") -> Checked:
    task = Task(RULES, merge(CLIMPT, {"target": release}, {}, {}))
    return check(CLIMPT, DictReader(files), target, task)


def names(checked: Checked) -> set[str]:
    found = {hit.rule.name for hit in checked.hits}
    assert "internal-error" not in found
    return found & OURS


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_rule_that_falls_silent_was_not_asked(case: Case) -> None:
    files = texts(case)
    target = target_of(files)
    assert target is not None
    before = names(lint(files, target))
    for spoiler in SPOILERS:
        spoilt = dict(files)
        spoiler(spoilt)
        after = lint(spoilt, target)
        silent = before - names(after) - MENDED.get(spoiler.__name__, set())
        assert silent <= after.unasked, spoiler.__name__


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("release", ["1.13", "1.14"])
def test_of_another_release_hardly_a_rule_is_asked(case: Case, release: str) -> None:
    files = texts(case)
    target = target_of(files)
    assert target is not None
    after = lint(files, target, release)
    assert names(lint(files, target)) - names(after) <= after.unasked


ALWAYS_ASKED = {"agent-file-missing", "path-outside-project"}
OF_A_WORKFLOW = {rule.name for rule in RULES if "is_workflow" in rule.needs}
"""What does not arise of an agent."""


def test_where_nothing_can_be_read_hardly_a_rule_is_asked() -> None:
    unasked = lint({"registry.json": "{"}, Target("climpt", "", "registry.json")).unasked
    assert unasked == OURS - ALWAYS_ASKED - OF_A_WORKFLOW


def test_a_sound_agent_has_every_rule_asked() -> None:
    files = contract()
    target = target_of(files)
    assert target is not None
    assert lint(files, target).unasked == frozenset()


def test_a_registry_alone_has_no_rule_asked_about_agents_or_files() -> None:
    files = {"registry.json": json.dumps(registry())}
    unasked = lint(files, Target("climpt", "", "registry.json")).unasked
    assert {"agent-schema", "prompt-file-missing", "output-schema-unresolved"} <= unasked
    assert not {"registry-schema", "unknown-entry", "unknown-intent"} & unasked
